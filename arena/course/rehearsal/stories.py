"""The stories of invented students: each lists the events of one author in one week, such as a late hand-in."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

GOOD: Final = "good"
WEAK: Final = "weak"
BROKEN: Final = "broken"
FAULTY: Final = "faulty"

HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Story:
    """The events of one author in one week."""

    name: str
    hand_ins: tuple[tuple[str, timedelta], ...]
    """The kind of program of each hand-in, with its time of receipt relative to the deadline (negative if before it).
    """
    extended: timedelta | None = None
    """The time from the original deadline to the author's extended deadline; None without an extension."""
    afterwards: bool = False
    """Whether the extension is given only after the assignment was closed."""
    copied: bool = False
    """Whether one of the bot's files is a copy of the previous author's file, with renamed variables."""


STORIES: Final = (
    Story("in time", ((GOOD, -5 * HOUR),)),
    Story("copied", ((GOOD, -HOUR),), copied=True),
    Story("one day late", ((GOOD, 10 * HOUR),)),
    Story("late, with an extension", ((GOOD, 30 * HOUR),), extended=2 * DAY),
    Story("handed in again", ((WEAK, -2 * DAY), (GOOD, -HOUR))),
    Story("broken", ((BROKEN, -HOUR),)),
    Story("broken at last", ((GOOD, -2 * DAY), (BROKEN, -HOUR))),
    Story("faulty", ((FAULTY, -3 * HOUR),)),
    Story("too late", ((GOOD, 5 * DAY),)),
    Story("nothing", ()),
    Story("weak", ((WEAK, -6 * HOUR),)),
    Story("within the grace", ((GOOD, timedelta(minutes=10)),)),
    Story("time given afterwards", ((GOOD, 5 * DAY),), extended=6 * DAY, afterwards=True),
)


def story_of(author: int, week: int) -> Story:
    """Returns the story of the author with this number in this week; each week, an author gets the next story of the
    list.
    """
    return STORIES[(author + week) % len(STORIES)]
