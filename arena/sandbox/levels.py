"""The levels of confinement, the strongest first, and what each promises."""

from enum import StrEnum
from typing import Final


class Level(StrEnum):
    """A level of confinement, in the words of league files; the strongest comes first."""

    LIMITED = "boxed+limits"
    BOXED = "boxed"
    CONFINED = "confined"
    NONE = "none"


AUTO: Final = "auto"
"""The word in a league file for the strongest level that works on the machine."""
LEVELS: Final = (AUTO, *Level)
"""The values that a league file may give for the level of confinement."""
BOXES: Final = (Level.LIMITED, Level.BOXED)
"""The levels at which each bot runs in a box, a sandbox of bubblewrap."""
PROMISES: Final = {
    Level.LIMITED: "the same as boxed, and the system itself limits, counts and stops all of a bot together",
    Level.BOXED: "each bot in a box of its own: no file but its own and the system's, no network, no other process",
    Level.CONFINED: "no file but its own and the system's, no network; it sees which other processes there are",
    Level.NONE: "a bot may do whatever the user who runs the arena may do",
}
"""What each level promises, in words for people."""
