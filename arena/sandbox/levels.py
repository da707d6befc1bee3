"""The levels of confinement, the strongest first, and what each promises."""

from enum import StrEnum
from typing import Final


class Level(StrEnum):
    """A sandbox level, in the words of league files; the strongest first."""

    LIMITED = "boxed+limits"
    BOXED = "boxed"
    CONFINED = "confined"
    NONE = "none"


AUTO: Final = "auto"
"""The word for the strongest level that holds on the machine."""
LEVELS: Final = (AUTO, *Level)
"""The levels that a league may ask for."""
BOXES: Final = (Level.LIMITED, Level.BOXED)
"""The levels at which bots are in boxes."""
PROMISES: Final = {
    Level.LIMITED: "the same as boxed, and the system itself limits, counts and stops all of a bot together",
    Level.BOXED: "each bot in a box of its own: no file but its own and the system's, no network, no other process",
    Level.CONFINED: "no file but its own and the system's, no network; it sees which other processes there are",
    Level.NONE: "a bot may do whatever the user who runs the arena may do",
}
"""By level, what it promises, for people."""
