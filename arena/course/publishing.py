"""What students may see: the commitment of a final, later its results, and nowhere who somebody is.

Rule 1: what is published is looked through for every name, id, address, handle and group of the roster.
Rule 2: a bot can print who wrote it, and records cannot be changed afterwards: then they are not published.
Rule 3: what is a word of programs, too, as the name Max, is looked for as names are written, not in any case.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from arena.archives.databases import copy_database
from arena.course.closing.announcement import FINAL_TEXT, final_text
from arena.course.closing.lock import Lock
from arena.course.folder import Course
from arena.course.people.roster import Roster
from arena.files.whole import SHARED, making, write_whole
from arena.league.league import League
from arena.tournament.place import Place
from leaderboards.reports.formats import standings_files
from leaderboards.reports.standings import Standings
from leaderboards.store import Store
from leaderboards.store.places.files import FILE

OPEN_TABLE: Final = "standings.md"
"""The table without what bots printed."""
LEAST_DIGITS: Final = 5
"""An id of fewer digits, and nothing else, stands everywhere by chance."""
LEAST_LETTERS: Final = 3
"""Of a part of a name."""
LONG: Final = 5
"""A part of a name with as many letters is looked for in any case."""


class Leak(NamedTuple):
    """A record that says who somebody is."""

    bot: str
    match: int
    text: str
    """What says so."""


def publish(course: Course, lock: Lock, place: Place, league: League, standings: Standings, seal: str) -> list[Leak]:
    """Publishes the results of a final that was played; what kept records from being published, if anything did."""
    folder = course.public(lock.league)
    text = final_text(lock, sorted(bot.name for bot in league.bots), (league, seal))
    tables = standings_files(standings)
    write_whole({folder / FINAL_TEXT: text, folder / OPEN_TABLE: tables[OPEN_TABLE]})
    with closing(Store.open(place.store)) as store:
        leaks = list(_leaks(course.roster, store))
    if leaks:
        for name in (*tables, FILE):
            if name != OPEN_TABLE:
                (folder / name).unlink(missing_ok=True)
        return leaks
    write_whole({folder / name: table for name, table in tables.items()})
    with making(folder / FILE) as draft:
        copy_database(Path(place.store), draft)
        draft.chmod(SHARED)
    return []


def telling(roster: Roster) -> re.Pattern[str]:
    """Finds whatever says who a student is, in text of any kind."""
    texts = [text for text in roster.secrets() if not (text.isdigit() and len(text) < LEAST_DIGITS)]
    parts = [part for student in roster.students for part in student.name.split() if len(part) >= LEAST_LETTERS]
    texts += [part for part in parts if len(part) >= LONG]
    written = {shown for part in parts if len(part) < LONG for shown in (part.capitalize(), part.upper())}
    return re.compile(rf"(?<![^\W_])(?:(?i:{_any_of(texts)})|{_any_of(written)})(?![^\W_])")


def _any_of(texts: Iterable[str]) -> str:
    return "|".join(re.escape(text) for text in sorted(texts, key=len, reverse=True)) or r"(?!)"


def _leaks(roster: Roster, store: Store) -> Iterator[Leak]:
    pattern = telling(roster)
    for match in store.matches():
        for fault in match.record.faults:
            if told := pattern.search(fault.detail) or pattern.search(fault.output):
                yield Leak(match.record.spec.entrants[fault.seat].name, match.ordinal, told[0])


def text_of(path: Path) -> str:
    """What people can read in a file that was published, records unpacked; raises ArenaError."""
    if path.name != FILE:
        return path.read_bytes().decode("utf-8", "replace")
    with closing(Store.open(path)) as store:
        texts = [value.decode("utf-8", "replace") for value in store.values().values()]
        texts += map(str, store.runs())
        for match in store.matches():
            texts += (entrant.name for entrant in match.record.spec.entrants)
            texts += (text for fault in match.record.faults for text in (fault.detail, fault.output))
    return "\n".join(texts)


def published_files(course: Course) -> list[Path]:
    """All that students may see."""
    return sorted(path for path in course.public("").rglob("*") if path.is_file())
