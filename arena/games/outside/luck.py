"""The luck of a match: the opening that the arena drew, and whether the game drew anything else."""

from typing import NamedTuple

from arena.games.chance import Chance, Event


class Watched(Chance):
    """A Chance that records in `drawn` whether the game has drawn from it."""

    __slots__ = ("drawn", "of")

    def __init__(self, of: Chance) -> None:
        self.of = of
        self.drawn = False
        super().__init__(of.seed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Watched) and self.of == other.of

    def __hash__(self) -> int:
        self.drawn = True  # a cache by this hash may keep what was drawn for the next match of the deal
        return hash(self.of)

    def __copy__(self) -> "Watched":
        return self

    def __deepcopy__(self, _: object) -> "Watched":
        return self  # a draw by a copied state is one of the same match

    def __reduce__(self) -> tuple[type, tuple[Chance]]:
        self.drawn = True  # draws by the unpickled copy are not recorded here
        return Watched, (self.of,)

    def event(self, name: str, number: int) -> Event:
        """Draws an event, and records that the game itself has used luck in this match."""
        self.drawn = True
        return self.of.event(name, number)

    @property
    def seed(self) -> bytes:
        """The seed; reading it counts as using luck, because the game may draw from it."""
        self.drawn = True
        return self.of.seed

    @seed.setter
    def seed(self, _: bytes) -> None:
        """Does nothing: `of` keeps the seed."""


class Luck(NamedTuple):
    """The luck of a match up to some state."""

    chance: Watched
    opening: tuple[int, ...] = ()
    """The actions that luck has chosen before the first action of a bot."""

    def told(self) -> tuple[int, ...] | None:
        """The opening, if the match has had no other luck; None if the game itself has drawn."""
        return None if self.chance.drawn else self.opening
