"""The luck of a match: the opening drawn by the arena, and whether the game drew more."""

from typing import NamedTuple

from arena.games.chance import Chance, Event


class Watched(Chance):
    """The chance of a deal, which knows whether a game has drawn from it."""

    __slots__ = ("drawn", "of")

    def __init__(self, of: Chance) -> None:
        self.of = of
        self.drawn = False
        super().__init__(of.seed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Watched) and self.of == other.of

    def __hash__(self) -> int:
        self.drawn = True  # what was drawn may be kept by it, for the next match of the deal
        return hash(self.of)

    def __copy__(self) -> "Watched":
        return self

    def __deepcopy__(self, _: object) -> "Watched":
        return self  # what a copied state draws is drawn in the same match

    def __reduce__(self) -> tuple[type, tuple[Chance]]:
        self.drawn = True  # what is made of it again draws unseen
        return Watched, (self.of,)

    def event(self, name: str, number: int) -> Event:
        """The event; from now on the match has had luck of its own."""
        self.drawn = True
        return self.of.event(name, number)

    @property
    def seed(self) -> bytes:
        """The seed; a game that reads it may draw from it, so from now on the match has had luck of its own."""
        self.drawn = True
        return self.of.seed

    @seed.setter
    def seed(self, _: bytes) -> None:
        """`of` has it."""


class Luck(NamedTuple):
    """The luck of a match so far."""

    chance: Watched
    opening: tuple[int, ...] = ()
    """The actions that were drawn before the first of a bot."""

    def told(self) -> tuple[int, ...] | None:
        """The opening, where that is all; None where the game drew more."""
        return None if self.chance.drawn else self.opening
