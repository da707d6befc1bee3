"""A mapping that loads each game's part only when it is first used."""

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar

Part = TypeVar("Part")


class OnDemand(Mapping[str, Part], Generic[Part]):
    """A mapping from keys of games to their parts; the keys are known before any part is loaded."""

    def __init__(self, load: Mapping[str, Callable[[], Part]]) -> None:
        """`load` has, for each key, the function that loads the part."""
        self._load = dict(load)
        self._loaded: dict[str, Part] = {}

    def add(self, key: str, part: Part) -> None:
        """Adds a part that is already loaded."""
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
