"""Loads the parts of a game when they are needed."""

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar

Part = TypeVar("Part")


class OnDemand(Mapping[str, Part], Generic[Part]):
    """Parts by the keys of their games, which are known before any is loaded."""

    def __init__(self, load: Mapping[str, Callable[[], Part]]) -> None:
        """`load`: what loads the part of each game."""
        self._load = dict(load)
        self._loaded: dict[str, Part] = {}

    def add(self, key: str, part: Part) -> None:
        """One more part, which is loaded already."""
        self._load[key] = lambda: part

    def __getitem__(self, key: str) -> Part:
        if key not in self._loaded:
            self._loaded[key] = self._load[key]()
        return self._loaded[key]

    def __contains__(self, key: object) -> bool:
        return key in self._load

    def __iter__(self) -> Iterator[str]:
        return iter([*self._load])  # another thread may add one meanwhile

    def __len__(self) -> int:
        return len(self._load)
