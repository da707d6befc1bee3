"""The layout of an observation, which says where each row lies."""

from typing import Final, NamedTuple

from arena.errors import ArenaError

LEAST_ROOM: Final = 64
"""The fewest numbers kept for a row of varying length whose game does not say how many it can have."""
NOTHING: Final = -1
"""The number that fills a row behind its last value."""
SEAT: Final = "seat"
SEAT_MEANS: Final = "the seat that observes, from 0"


class Part(NamedTuple):
    """A row of an observation: `observation[offset : offset + length]`."""

    name: str
    offset: int
    length: int
    meaning: str


class Layout:
    """The rows of an observation, one after another; the first is the seat that observes."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.length = 0
        self.add(SEAT, 1, SEAT_MEANS)

    def add(self, name: str, length: int, meaning: str) -> None:
        """Adds a row behind the others."""
        self.parts.append(Part(name, self.length, length, meaning))
        self.length += length

    def add_varying(self, name: str, room: int, meaning: str) -> None:
        """Adds a row whose length varies, and before it a number that says how many values it has."""
        self.add(f"{name}.count", 1, f"how many values {name} has")
        self.add(name, room, f"{meaning}; {NOTHING} behind the last")


def room_of(most: int, dealt: int) -> int:
    """How many numbers a varying row has; `most`: the most as its game says, or 0; `dealt`: its length after a deal."""
    return most or max(LEAST_ROOM, 2 * dealt)


def misfit(name: str, count: int, room: int, hint: str) -> ArenaError:
    """The error for a row whose values do not fit the numbers that an observation keeps for it."""
    return ArenaError("row-misfits", f"the row {name!r} has {count} values; expected {room} at most, or always", hint)
