"""The layout of an observation: where each row lies."""

from typing import Final, NamedTuple

from arena.errors import ArenaError

LEAST_ROOM: Final = 64
"""Numbers of a row that varies, where nobody says how many it can have, and it is no longer after the deal."""
NOTHING: Final = -1
"""What stands in a row behind its last value."""
SEAT: Final = "seat"
SEAT_MEANS: Final = "the seat that observes, from 0"


class Part(NamedTuple):
    """A row of an observation: `observation[offset : offset + length]`."""

    name: str
    offset: int
    length: int
    meaning: str


class Layout:
    """The rows of an observation, one behind the other; the first is the seat that observes."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.length = 0
        self.add(SEAT, 1, SEAT_MEANS)

    def add(self, name: str, length: int, meaning: str) -> None:
        """Puts a row behind the others."""
        self.parts.append(Part(name, self.length, length, meaning))
        self.length += length

    def add_varying(self, name: str, room: int, meaning: str) -> None:
        """The same for a row whose length varies: before it stands how many of its values are there."""
        self.add(f"{name}.count", 1, f"how many values {name} has")
        self.add(name, room, f"{meaning}; {NOTHING} behind the last")


def room_of(most: int, dealt: int) -> int:
    """How many numbers a row that varies has; `most`: as its game says, or 0; `dealt`: its length after a deal."""
    return most or max(LEAST_ROOM, 2 * dealt)


def misfit(name: str, count: int, room: int, hint: str) -> ArenaError:
    """The error for a row that has not as many values as an observation has numbers for."""
    return ArenaError("row-misfits", f"the row {name!r} has {count} values; expected {room} at most, or always", hint)
