"""Audits a league: computes all values again that can be computed, and compares them with the stored values.

Rule 1: a failure names the part that fails, the expected value, and the stored value.
Rule 2: all failures are recorded, not only the first. The exception: if the values that define the whole league fail,
its matches are not audited, because it is not certain by which rules they were played.
Rule 3: rows are read one after the other, so the memory needed does not grow with their number.
Rule 4: a league may be played during its audit. The audit reads only the rows that were stored when it began; the play
does not wait for the audit, nor the audit for the play.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.league.schedules.registry import LADDER
from arena.match.rerun import Difference
from arena.transport.crew.usage import Usage
from leaderboards.audit.matches import MatchAudit, Places, mark_difference, unreadable
from leaderboards.reports.formats import standings_files
from leaderboards.reports.standings import Standings, counted_standings
from leaderboards.store import Store, StoredMatch
from leaderboards.store.gapless import Gapless, sizes_of
from leaderboards.store.rows.row import Row, Unreadable
from leaderboards.store.rows.runs import total_usage
from leaderboards.store.rows.seal import Seal, print_row
from leaderboards.store.values.extent import EXTENT, Extent
from leaderboards.store.values.fields import FIELD
from leaderboards.store.values.initial_values import founding_differences, stored_league

SAY_EVERY: Final = 1_000


@dataclass(frozen=True, slots=True)
class Failure:
    """A part of the results that differs from its correct value."""

    ordinal: int | None
    """The place of the failing match; None if the failure belongs to no match."""
    id: str
    """The match's id as stored in its row, in hexadecimal; empty if the failure belongs to no match or the row
    cannot be read.
    """
    part: str
    expected: str
    there: str

    def sentence(self) -> str:
        """Returns the failure as one line for people."""
        match = "" if self.ordinal is None else f"match {self.ordinal} ({self.id or 'no id'}): "
        return f"{match}{self.part}: expected {self.expected}; there is {self.there}"


@dataclass(slots=True)
class Verification:
    """The findings of an audit."""

    league: str
    commitment: str
    """The league's commitment: a hash over its seed and all other data that decide results, made before play; 64
    hexadecimal digits.
    """
    seed: int | None = None
    """The seed from which all luck of the league follows; None while matches are left to play, and always None in a
    ladder.
    """
    seal: str = ""
    """The seal, which is a hash over all stored rows: 64 hexadecimal digits."""
    matches: int = 0
    missing: list[range] = field(default_factory=list)
    """The places of the schedule that have no record yet, as far as the last stored match."""
    being_played: bool = False
    """Whether the league is being played. In this case the standings files are not compared, because they were written
    at another moment.
    """
    remotes: list[str] = field(default_factory=list)
    """The names of remote bots, which the audit cannot check because their files are on other machines."""
    files: list[str] = field(default_factory=list)
    """The names of the standings files that were compared."""
    failures: list[Failure] = field(default_factory=list)

    def count_missing(self) -> int:
        """Returns the number of matches without a record that the schedule has before the last stored match."""
        return sum(map(len, self.missing))

    def demand(self, part: str, there: str, expected: str | None) -> None:
        """Records a failure if `there`, which the audit found, differs from `expected`, a value published earlier.

        Case does not matter in `expected`. Does nothing if `expected` is None.
        """
        if expected is not None and expected.lower() != there:
            self.fail(Difference(f"published {part}", expected, there))

    def fail(self, difference: Difference, ordinal: int | None = None, identity: bytes = b"") -> None:
        """Records a difference as a failure.

        `ordinal`, `identity`: the place and the id of the match with the difference. They are omitted for a difference
        in no match; `identity` is also omitted if the row cannot be read.
        """
        self.failures.append(Failure(ordinal, identity.hex(), *difference))


def verify(store: Store, folder: Path, on_progress: Callable[[int], None]) -> Verification:
    """Audits a store and the standings files in `folder`.

    Calls `on_progress` at times with the number of matches read. Raises ArenaError [damaged] or [other-rules] if the
    audit cannot even begin.
    """
    being_played = store.being_played()
    with store.snapshot():
        found, table = _audit(store, on_progress)
    found.being_played = being_played or store.being_played()
    if table and not found.being_played:
        for name, text in standings_files(table).items():
            _compare_file(folder / name, text.encode(), found)
    return found


def _audit(store: Store, on_progress: Callable[[int], None]) -> tuple[Verification, Standings | None]:
    """Audits the store without the standings files. Also returns the standings that follow from the stored matches, or
    None if the values that define the whole league fail.
    """
    values = store.values()
    league = stored_league(values)
    found = Verification(league.name, values["commitment"].hex(), remotes=league.remotes())
    for complaint in store.complaints():
        found.fail(Difference("database", "a file in order", complaint))
    for difference in store.mark_differences(FIELD):
        found.fail(difference)
    for difference in founding_differences(values, league):
        found.fail(difference._replace(part=f"the league's {difference.part}"))
    if any(failure.part != "database" for failure in found.failures):
        return found, None
    audited = _Audited(store, found, on_progress)
    matches = audited.matches(values["commitment"], Places(league, _Readable(store)), MatchAudit(league))
    used, extent = _used(store, found), _extent(store, found)
    table = counted_standings(Gapless(matches, sizes_of(league.identity()).deal), used, extent, league.field.left())
    is_over = extent and extent.finished(found.matches) and league.schedule != LADDER  # a ladder still needs its seed
    found.seed = league.seed if is_over else None
    return found, table


class _Readable:
    """A league's stored matches, as the history for schedules that pair bots by their results.

    Skips rows that the database cannot read; ends at the first record that cannot be read. Includes rows with a wrong
    mark (a hash of the row), because the schedule may have paired bots by these matches' results.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def matches(self) -> Iterator[StoredMatch]:
        return self.matches_from(0)

    def matches_from(self, first: int) -> Iterator[StoredMatch]:
        with suppress(ArenaError):
            for row in self._store.rows():
                if isinstance(row, Row) and row.ordinal >= first:
                    yield self._store.read(row)


class _Audited:
    """Reads the matches of a store one by one, audits each, and records failures in `found`."""

    def __init__(self, store: Store, found: Verification, on_progress: Callable[[int], None]) -> None:
        self._store = store
        self._found = found
        self._on_progress = on_progress

    def matches(self, commitment: bytes, places: Places, audit: MatchAudit) -> Iterator[StoredMatch]:
        """Yields the matches that agree with the schedule and the rules, even if their mark is wrong. Records all
        failures.
        """
        found, seal = self._found, Seal()
        for row in self._rows():
            found.matches += 1
            if found.matches % SAY_EVERY == 0:
                self._on_progress(found.matches)
            spec = places.spec(row.ordinal)
            if isinstance(row, Unreadable):
                found.fail(unreadable(row.reason), row.ordinal)
                continue
            row_print = print_row(commitment, row.ordinal, row[1:4])
            seal.add(row_print)
            for difference in mark_difference(row, row_print):
                found.fail(difference, row.ordinal, row.id)
            if (match := self._read(row)) is None:
                continue
            differences = list(audit.differences(row, match, spec))
            for difference in differences:
                found.fail(difference, row.ordinal, row.id)
            if not differences:
                yield match
        found.seal, found.missing = seal.text(), places.missing
        self._compare_seal(seal)

    def _rows(self) -> Iterator[Row | Unreadable]:
        try:
            yield from self._store.rows()
        except ArenaError as error:
            self._found.fail(Difference("database", "one whose rows can be listed", error.message))

    def _read(self, row: Row) -> StoredMatch | None:
        try:
            return self._store.read(row)
        except ArenaError as error:
            self._found.fail(unreadable(error), row.ordinal, row.id)
            return None

    def _compare_seal(self, seal: Seal) -> None:
        try:
            stored = self._store.seal()
        except ArenaError as error:
            self._found.fail(Difference("seal", "one that can be read", error.message))
            return
        if stored != seal:
            self._found.fail(
                Difference(
                    "seal",
                    f"{stored.text()} of {stored.count} matches",
                    f"{seal.text()} of {seal.count} matches",
                )
            )


def _used(store: Store, found: Verification) -> dict[str, Usage]:
    """Returns the stored usage of each bot over all runs, which the standings files show: CPU time, times of choices,
    and memory.

    The audit cannot compute usage again; it only checks whether the rows of runs were changed. Returns an empty dict
    if the runs cannot be read.
    """
    try:
        for difference in store.run_differences():
            found.fail(difference)
        return total_usage(store.runs())
    except ArenaError as error:
        found.fail(Difference("runs", "ones that can be read", error.message))
        return {}


def _extent(store: Store, found: Verification) -> Extent | None:
    """Returns the stored extent of the league, which the standings files show; None if it cannot be read.

    The extent is the number of matches in the schedule, and the goal that may end the league early. The audit cannot
    compute it again, and only checks its mark (a hash).
    """
    try:
        for difference in store.mark_differences(EXTENT):
            found.fail(difference)
        return store.extent()
    except ArenaError as error:
        found.fail(Difference("the league's extent", "one that can be read", error.message))
        return None


def _compare_file(path: Path, expected: bytes, found: Verification) -> None:
    """Compares a standings file with the text that follows from the records; does nothing if the file does
    not exist.
    """
    try:
        there = path.read_bytes()
    except FileNotFoundError:
        return
    except OSError as error:
        found.fail(Difference(path.name, "a file that can be read", error.strerror or str(error)))
        return
    found.files.append(path.name)
    if there == expected:
        return
    musts, lines = expected.decode().splitlines(), there.decode("utf-8", "replace").splitlines()
    for number, (must, line) in enumerate(zip(musts, lines, strict=False), start=1):
        if must != line:
            found.fail(Difference(f"{path.name}, line {number}", repr(must), repr(line)))
            return
    found.fail(Difference(path.name, f"{len(expected)} bytes", f"{len(there)} bytes"))
