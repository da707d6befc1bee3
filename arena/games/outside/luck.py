"""A record of the random draws in a match: the opening that the arena has drawn, and whether the game itself has drawn
anything.
"""

from typing import NamedTuple

from arena.games.chance import Chance, Event


class Watched(Chance):
    """A wrapper of a Chance that records in `drawn` whether the game has used the Chance."""

    __slots__ = ("drawn", "of")

    def __init__(self, of: Chance) -> None:
        self.of = of
        self.drawn = False
        super().__init__(of.seed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Watched) and self.of == other.of

    def __hash__(self) -> int:
        self.drawn = True  # a cache with this key may keep draws for the next match with the same deal
        return hash(self.of)

    def __copy__(self) -> "Watched":
        return self

    def __deepcopy__(self, _: object) -> "Watched":
        return self  # a draw by a copied state belongs to the same match

    def __reduce__(self) -> tuple[type, tuple[Chance]]:
        self.drawn = True  # draws by the unpickled copy are not recorded here
        return Watched, (self.of,)

    def event(self, name: str, number: int) -> Event:
        """Returns an event, and records that the game itself has drawn something at random in this match."""
        self.drawn = True
        return self.of.event(name, number)

    @property
    def seed(self) -> bytes:
        """The seed of the wrapped chance. Reading the seed sets `drawn`, because the game may draw random values from
        the seed.
        """
        self.drawn = True
        return self.of.seed

    @seed.setter
    def seed(self, _: bytes) -> None:
        """Ignores the new value. The constructor of Chance assigns the seed, but the seed of this wrapper is always
        that of the wrapped Chance.
        """


class Luck(NamedTuple):
    """A record of the random draws in a match, from the deal up to some state."""

    chance: Watched
    opening: tuple[int, ...] = ()
    """The actions that the deal drew at random, before the first action of a bot."""

    def told(self) -> tuple[int, ...] | None:
        """Returns the opening if nothing else in the match is random so far. Returns None if the game itself has drawn
        anything.
        """
        return None if self.chance.drawn else self.opening
