"""Functions for tests of the end of a season."""

from arena.ladder.keeping.events import events
from arena.ladder.ladder import Ladder
from arena.ladder.seasons import Season, end_season
from arena.ladder.seasons.names import END


def ended(ladder: Ladder, name: str = "verraeter") -> Season:
    return end_season(ladder, name, 3, 2, "test")


def told(ladder: Ladder) -> list[str]:
    """Returns the logged events about the ends of seasons."""
    with ladder.base.reading() as connection:
        return [event.subject for event in events(connection) if event.act == END]
