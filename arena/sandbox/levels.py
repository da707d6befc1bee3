"""How far bots are confined: the levels, from the strongest, and what each of them promises."""

from enum import StrEnum
from typing import Final


class Level(StrEnum):
    """A sandbox level, in the words of league files; the strongest first."""

    BOXED = "boxed"
    CONFINED = "confined"
    NONE = "none"


PROMISES: Final = {
    Level.BOXED: "each bot in a box of its own: no file but its own and the system's, no network, no other process",
    Level.CONFINED: "no file but its own and the system's, no network; it sees which other processes there are",
    Level.NONE: "a bot may do whatever the user may who runs the arena",
}
"""What holds at each level."""
