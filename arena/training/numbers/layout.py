"""The layout of an observation: which numbers belong to which row."""

from typing import Final, NamedTuple

from arena.errors import ArenaError

LEAST_ROOM: Final = 64
"""The least number of places for a row with a varying number of values, if the game states no maximum."""
NOTHING: Final = -1
"""The number that fills the unused places of a row after its last value."""
SEAT: Final = "seat"
SEAT_MEANS: Final = "the seat that observes, from 0"


class Part(NamedTuple):
    """A row of an observation, with its place in the observation: `observation[offset : offset + length]`."""

    name: str
    offset: int
    length: int
    meaning: str


class Layout:
    """The rows of an observation, one after another. The first row is always a single number, the observing seat."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.length = 0
        self.add(SEAT, 1, SEAT_MEANS)

    def add(self, name: str, length: int, meaning: str) -> None:
        """Adds a row at the end of the observation."""
        self.parts.append(Part(name, self.length, length, meaning))
        self.length += length

    def add_varying(self, name: str, room: int, meaning: str) -> None:
        """Adds a row of `room` numbers for a varying number of values, and before it a row with one number, the count
        of these values.
        """
        self.add(f"{name}.count", 1, f"how many values {name} has")
        self.add(name, room, f"{meaning}; {NOTHING} behind the last")


def room_of(most: int, dealt: int) -> int:
    """Returns how many places an observation has for a row whose number of values varies.

    `most`: the most values that the game allows, or 0 if it states no limit. `dealt`: the most values that the row had
    just after a deal. Without a limit the row has twice `dealt` places, but at least LEAST_ROOM.
    """
    return most or max(LEAST_ROOM, 2 * dealt)


def misfit(name: str, count: int, room: int, hint: str, *, varies: bool) -> ArenaError:
    """Returns the ArenaError [row-misfits] for a row with `count` values that has `room` places in the observation.
    `varies`: whether the row may have fewer values than places.
    """
    expected = f"at most {room}" if varies else f"exactly {room}"
    return ArenaError(
        "row-misfits", f"the row {name!r} of a player's view has {count} values; expected {expected}", hint
    )
