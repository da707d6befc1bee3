"""The layout of an observation: which numbers belong to which row."""

from typing import Final, NamedTuple

from arena.errors import ArenaError

LEAST_ROOM: Final = 64
"""How many numbers a row of varying length has at least, if its game does not say how many it can need."""
NOTHING: Final = -1
"""The number that fills a row after its last value."""
SEAT: Final = "seat"
SEAT_MEANS: Final = "the seat that observes, from 0"


class Part(NamedTuple):
    """A row of an observation, with its place in it: `observation[offset : offset + length]`."""

    name: str
    offset: int
    length: int
    meaning: str


class Layout:
    """The rows of an observation, one after another; the first has one number, the seat that observes."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.length = 0
        self.add(SEAT, 1, SEAT_MEANS)

    def add(self, name: str, length: int, meaning: str) -> None:
        """Adds a row after the others."""
        self.parts.append(Part(name, self.length, length, meaning))
        self.length += length

    def add_varying(self, name: str, room: int, meaning: str) -> None:
        """Adds a row of `room` numbers for a varying number of values, after a number that says how many values there
        are.
        """
        self.add(f"{name}.count", 1, f"how many values {name} has")
        self.add(name, room, f"{meaning}; {NOTHING} behind the last")


def room_of(most: int, dealt: int) -> int:
    """How many numbers to keep for a varying row: `most`, as its game says, or if that is 0 twice its length `dealt`
    after a deal.
    """
    return most or max(LEAST_ROOM, 2 * dealt)


def misfit(name: str, count: int, room: int, hint: str) -> ArenaError:
    """The ArenaError [row-misfits] for a row whose values do not fit the numbers that an observation keeps for it."""
    return ArenaError(
        "row-misfits",
        f"the row {name!r} has {count} values; expected at most {room}, or exactly {room} in a row of fixed width",
        hint,
    )
