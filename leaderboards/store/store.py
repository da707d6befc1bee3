"""Reads the store of a league: a row for each match, in an SQLite file or a PostgreSQL schema.

A row holds the match's place in the schedule, its id, its record and its timing, and a mark that shows whether any of
them was changed. This module reads rows; `played.py` writes them.
"""

from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from arena.errors import ArenaError
from arena.league.field import Field
from arena.league.league import League
from arena.league.secret import resumed
from arena.match.document import ClockData
from arena.match.rerun import Difference
from leaderboards.store.gapless import Gapless, sizes_of
from leaderboards.store.places.database import LISTED, Database, damaged
from leaderboards.store.places.finding import found
from leaderboards.store.rows.records import Records, StoredMatch
from leaderboards.store.rows.references import match_query
from leaderboards.store.rows.row import READ_ROWS, Row, Unreadable, checked_row, file_complaints, read_rows
from leaderboards.store.rows.runs import Run, read_runs, run_differences
from leaderboards.store.rows.seal import Seal, mark_of
from leaderboards.store.tables import FORMAT, LEAGUE, MATCHES, SEAL
from leaderboards.store.values.extent import EXTENT, Extent
from leaderboards.store.values.fields import FIELD, field_of
from leaderboards.store.values.founding import doubt, league_differences
from leaderboards.store.values.identity import identity_of
from leaderboards.store.values.marked import mark_differences


class Store:
    """The stored results of one league."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._where = database.where
        self._snapshot: sql.Connection | None = None
        self._commitment = b""
        self._records = Records(self._where, b"", b"", 0)

    @staticmethod
    def open(place: Path | str, league: League | None = None) -> "Store":
        """Opens an existing store for reading: a file, the folder it is in, or a URL that names the league behind `#`.

        Raises ArenaError [no-store], [not-results], [damaged], [bad-store], [no-server]; and [other-league] if `league`
        is given and the store holds another league.
        """
        store = Store(found(place, league.name if league else None))
        with ExitStack() as undo:
            undo.callback(store.close)
            store._load(league)
            undo.pop_all()
        return store

    def close(self) -> None:
        """Closes the file or the connection to the server."""
        self._database.close()

    @property
    def folder(self) -> Path | None:
        """The folder of the results, where files made from them are kept; None if they are in no folder."""
        return self._database.folder

    def being_played(self) -> bool:
        """Whether an arena is playing into the store now."""
        return self._database.is_claimed()

    def changed_s(self) -> float:
        """The time of the last write, in seconds since 1970; 0 if it is unknown."""
        return self._database.changed_s()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """A context in which all reads see the store as it was at one moment, whatever others write meanwhile."""
        options = self._database.snapshot_options
        with self._database.complaining(), self._database.engine.connect().execution_options(**options) as connection:
            connection.execute(sql.select(LEAGUE.c.key)).all()  # the first read sets the moment
            self._snapshot = connection
            try:
                yield
            finally:
                self._snapshot = None

    def identity(self) -> dict[str, object]:
        """The identity of the league, as `League.identity` returns it."""
        with self._database.complaining():
            return identity_of(self.values()["identity"])

    def resumed(self, league: League) -> League:
        """Returns `league` with the seed that the store was founded with, unless the league's file gives a seed."""
        with self._database.complaining():
            return resumed(league, self.identity())

    def clock(self) -> ClockData:
        """The clock that each seat has in the league's matches, in milliseconds."""
        identity: Any = self.identity()
        return {"bank_ms": identity["bank_ms"], "increment_ms": identity["increment_ms"]}

    def values(self) -> dict[str, bytes]:
        """The league's own values in the store, by key."""
        with self._reading() as connection:
            values = {row.key: row.value for row in connection.execute(sql.select(LEAGUE))}
            for key, value in values.items():
                if not isinstance(value, bytes):
                    raise TypeError(f"{key} is not of bytes")
        return values

    def components(self) -> str:
        """The game's component data that the league is played with, as TOML text."""
        with self._database.complaining():
            return self.values()["components"].decode()

    def played(self, matches: int, first: int = 0) -> bytearray:
        """A byte for each place of the schedule from `first` to before `matches`: 1 if it has a record, else 0."""
        played = bytearray(matches - first)
        with self._reading() as connection:
            for (ordinal,) in connection.execute(
                sql.select(MATCHES.c.ordinal).where(MATCHES.c.ordinal.between(first, matches - 1))
            ):
                played[ordinal - first] = 1
        return played

    def count(self) -> int:
        """The number of matches that have a record."""
        with self._reading() as connection:
            return connection.execute(sql.select(sql.func.count()).select_from(MATCHES)).scalar_one()

    def runs(self) -> tuple[Run, ...]:
        """All runs that stored at least one match, in order."""
        with self._reading() as connection:
            return read_runs(connection)

    def extent(self) -> Extent | None:
        """The league's extent, how much there is to play; None if the release that played the league did not store it.

        Raises ArenaError [damaged].
        """
        value = self.values().get(EXTENT)
        return None if value is None else Extent.of_bytes(value)

    def field(self) -> Field:
        """The field: which bots took part in the league, and when; raises ArenaError [damaged] if it was changed."""
        if differences := self.mark_differences(FIELD):
            raise damaged(self._where, f"{differences[0].part} was changed")
        with self._database.complaining():
            return field_of(self.values())

    def mark_differences(self, key: str) -> list[Difference]:
        """The difference between the mark of the value under this key and the right mark; none if there is no value."""
        value = self.values().get(key)
        return [] if value is None else mark_differences(key, value, self._commitment)

    def run_differences(self) -> list[Difference]:
        """The differences in the rows of runs: rows changed since they were written, bots changed while they played."""
        with self._reading() as connection:
            return run_differences(connection, self._commitment)

    def matches(self) -> Generator[StoredMatch, None, None]:
        """All matches in schedule order, a few at a time; raises ArenaError [damaged] at a match that was changed."""
        for row, _ in self._checked_rows(sql.select(MATCHES)):
            yield self.read(row)

    def matches_from(self, first: int) -> Generator[StoredMatch, None, None]:
        """The matches from this place of the schedule on; raises ArenaError [damaged] at one that was changed."""
        for row, _ in self._checked_rows(sql.select(MATCHES).where(MATCHES.c.ordinal >= first)):
            yield self.read(row)

    def gapless(self) -> Gapless:
        """The matches that count: the whole deals before the first gap in the schedule."""
        return Gapless(self.matches(), sizes_of(self.identity()).deal)

    def pulse(self) -> dict[str, bytes]:
        """By key, the stored values that change while a league is played; reading them often costs little."""
        with self._reading() as connection:
            query = sql.select(LEAGUE.c.key, LEAGUE.c.value).where(LEAGUE.c.key.in_((SEAL, EXTENT, FIELD)))
            return {row.key: row.value for row in connection.execute(query)}

    def rows(self) -> Iterator[Row | Unreadable]:
        """All rows in schedule order, as stored and unchecked; an `Unreadable` stands for each unreadable row."""
        with self._reading() as connection:
            yield from read_rows(connection)

    def read(self, row: Row) -> StoredMatch:
        """The match that a row holds; raises ArenaError [damaged] if the row cannot be read."""
        return self._records.match(row)

    def complaints(self) -> list[str]:
        """The faults that SQLite finds in the structure of its file; none for a server."""
        with self._reading() as connection:
            return file_complaints(connection)

    def seal(self) -> Seal:
        """The seal as it is stored; raises ArenaError [damaged] if it cannot be read."""
        try:
            return Seal.of_bytes(self.values()[SEAL])
        except ValueError as error:
            raise damaged(self._where, f"its seal cannot be read: {error}", LISTED) from error

    def find(self, reference: str) -> StoredMatch:
        """The match with this number in the schedule or this beginning of its id; raises ArenaError [no-match]."""
        with self._reading() as connection:
            columns = connection.execute(match_query(reference)).first()
            row = checked_row(columns) if columns else None
        if row is None:
            raise ArenaError(
                "no-match",
                f"{self._where} has no match {reference}",
                "give its number in the schedule, from 0, or at least 8 digits of its id",
            )
        self._checked(row)
        return self.read(row)

    def _checked_rows(self, query: sql.Select[Any]) -> Generator[tuple[Row, bytes], None, None]:
        """The rows that a query selects, in schedule order, with their prints; raises ArenaError at a changed one."""
        with self._reading() as connection:
            reading = connection.execution_options(yield_per=READ_ROWS)
            with reading.execute(query.order_by(MATCHES.c.ordinal)) as found:  # the caller may stop before its end
                for columns in found:
                    row = checked_row(columns)
                    yield row, self._checked(row)

    def _checked(self, row: Row) -> bytes:
        """The print of a row; raises ArenaError if the row is not as it was written."""
        row_print = self._records.print(row)
        if mark_of(row_print) != row.mark:
            raise self._changed(row)
        return row_print

    def _changed(self, row: Row) -> ArenaError:
        """The error for a row that is not as it was written."""
        return damaged(self._where, f"match {row.ordinal} was changed", LISTED)

    @contextmanager
    def _reading(self) -> Iterator[sql.Connection]:
        """A connection to read from: that of the snapshot, if there is one."""
        with self._database.complaining():
            if self._snapshot:
                yield self._snapshot
                return
            with self._database.engine.connect() as connection:
                yield connection

    def _load(self, league: League | None) -> dict[str, bytes]:
        """Prepares the store for reading and returns the league's own values; raises ArenaError."""
        with self._database.complaining():
            stored = self.values()
            kept = stored["format"].decode()
            if kept != FORMAT and kept.isdecimal():
                raise ArenaError(
                    "not-results",
                    f"{self._where} has format {kept}; expected {FORMAT}",
                    "use the release of the arena that made these results; if this release made them, restore a backup",
                )
            self._commitment = stored["commitment"]
            there = identity_of(stored["identity"])
            self._records = Records(self._where, stored["dictionary"], self._commitment, there["seats"])
            differences = league_differences(resumed(league, there).identity(), there) if league else []
        if league and (reason := doubt(stored)):
            raise damaged(self._where, reason)
        if differences:
            raise ArenaError(
                "other-league",
                f"{self._where} holds results of another league; it differs in {', '.join(differences)}",
                "give this league another name, or name another results file with --db",
            )
        return stored
