"""Publishes the commitment of a final, and later its results, without identifying anybody.

Rule 1: records are published without any text of a bot or its process, unless the course file has `publish_output`.
Rule 2: with `publish_output`, the output of a bot in a match is still withheld if it may identify a person or the
machine.
Rule 3: published records are a separate copy with their own seal, a hash that proves them unchanged; the records in
`results` are not changed.
"""

from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from arena.archives.databases import copy_database
from arena.course.closing.announcement import FINAL_TEXT, final_text
from arena.course.closing.lock import Lock
from arena.course.folder import Course
from arena.course.publishing.withheld_output import UNPUBLISHED, Leak, Withholding, silent
from arena.files.whole import SHARED, making, write_whole
from arena.league.league import League
from arena.tournament.place import Place
from leaderboards.reports.formats import standings_files
from leaderboards.reports.standings import Standings, table_of
from leaderboards.store import Store
from leaderboards.store.copying import write_anew
from leaderboards.store.places.files import FILE
from leaderboards.store.rows.runs import Run


class Published(NamedTuple):
    """The result of publishing a final: the seal of its published records, and the output that was left out of them."""

    seal: str
    """The seal of the published records, a hash that proves them unchanged."""
    leaks: tuple[Leak, ...]


def publish(course: Course, lock: Lock, place: Place, league: League, standings: Standings) -> Published:
    """Publishes the results of a finished final; raises ArenaError, such as [bad-record] for a damaged record, and
    OSError.
    """
    folder = course.public(lock.league)
    withholding = Withholding(course, league.create_game()) if course.plan.keys.publish_output else None
    with TemporaryDirectory(prefix="arena-published-") as beside:
        there = Path(beside) / FILE
        with closing(Store.open(place.store)) as store:
            write_anew(store, there, withholding.match if withholding else silent, _silent_run)
        with closing(Store.open(there)) as store:
            tables, seal = standings_files(_as_published(standings, store)), store.seal().text()
        folder.mkdir(parents=True, exist_ok=True)
        with making(folder / FILE) as draft:
            copy_database(there, draft)
            draft.chmod(SHARED)
    text = final_text(lock, sorted(bot.name for bot in league.bots), (league, seal))
    write_whole({folder / name: table for name, table in tables.items()} | {folder / FINAL_TEXT: text})
    return Published(seal, tuple(withholding.leaks) if withholding else ())


def _as_published(standings: Standings, store: Store) -> Standings:
    """Returns the standings with each bot's last fault as the published records describe it.

    Otherwise, the standings would show output of bots that was withheld from the records.
    """
    quoted = {line.bot: line.last_fault for line in table_of(store.gapless()).standings(None).lines}
    return replace(standings, lines=tuple(replace(line, last_fault=quoted[line.bot]) for line in standings.lines))


def published_seal(course: Course, lock: Lock) -> str:
    """The seal, a hash of the published records of a final; empty if no records are published.

    Raises ArenaError if the records cannot be opened.
    """
    path = course.public(lock.league) / FILE
    if not path.exists():
        return ""
    with closing(Store.open(path)) as store:
        return store.seal().text()


def _silent_run(run: Run) -> Run:
    """A copy of a league's run without the reasons why bots were withdrawn, because the reasons may contain output."""
    return replace(run, withdrawn=dict.fromkeys(run.withdrawn, UNPUBLISHED))


def published_texts(course: Course) -> Iterator[tuple[Path, str]]:
    """Yields each file that students may see: its path, and all text in it, including the text in records.

    Raises ArenaError if records cannot be read.
    """
    public = course.public("")
    for path in sorted(public.rglob("*")):
        if path.is_file():
            yield path, f"{path.relative_to(public)}\n{_text_of(path)}"


def _text_of(path: Path) -> str:
    if path.name != FILE:
        return path.read_bytes().decode("utf-8", "replace")
    texts: dict[str, None] = {}
    with closing(Store.open(path)) as store:
        for value in store.values().values():
            with suppress(UnicodeDecodeError):  # hashes and packed values are no text
                texts[value.decode()] = None
        for match in store.matches():
            record = match.record
            texts |= dict.fromkeys(text for one in record.spec.entrants for text in (one.name, one.version))
            texts |= dict.fromkeys(map(str, (*record.faults, *record.handovers, *match.notes)))
        return "\n".join((*texts, *map(str, store.runs())))
