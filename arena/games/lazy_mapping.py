"""A mapping that loads the value of each game only when it is first used."""

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar

Part = TypeVar("Part")


class OnDemand(Mapping[str, Part], Generic[Part]):
    """A mapping from the keys of games to objects, such as registry entries. All keys are known at once, but each
    object is loaded when it is first used.
    """

    def __init__(self, load: Mapping[str, Callable[[], Part]]) -> None:
        """`load` maps each key to the function that loads its object."""
        self._load = dict(load)
        self._loaded: dict[str, Part] = {}

    def add(self, key: str, part: Part) -> None:
        """Adds an object that is already loaded."""
        self._load[key] = lambda: part

    def __getitem__(self, key: str) -> Part:
        if key not in self._loaded:
            self._loaded[key] = self._load[key]()
        return self._loaded[key]

    def __contains__(self, key: object) -> bool:
        return key in self._load

    def __iter__(self) -> Iterator[str]:
        return iter([*self._load])  # a copy, because another thread may add a part meanwhile

    def __len__(self) -> int:
        return len(self._load)
