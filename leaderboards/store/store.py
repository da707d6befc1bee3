"""Reads the store of a league: a row for each match, in an SQLite file or a PostgreSQL schema.

A row contains the match's place in the schedule, its id, its record, its timing, and a mark (a hash) that shows whether
any of these was changed. This module reads rows; `played_store.py` writes them.
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
from leaderboards.store.places.store_place import found
from leaderboards.store.rows.records import Records, StoredMatch
from leaderboards.store.rows.references import match_query
from leaderboards.store.rows.row import READ_ROWS, Row, Unreadable, checked_row, file_complaints, read_rows
from leaderboards.store.rows.runs import Run, read_runs, run_differences
from leaderboards.store.rows.seal import Seal, mark_of
from leaderboards.store.tables import FORMAT, LEAGUE, MATCHES, SEAL
from leaderboards.store.values.extent import EXTENT, Extent
from leaderboards.store.values.fields import FIELD, field_of
from leaderboards.store.values.identity import identity_of
from leaderboards.store.values.initial_values import doubt, league_differences
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
        """Opens an existing store for reading; `place` is a file, its folder, or a URL with the league's name after
        `#`.

        Raises ArenaError [no-store], [not-results], [damaged], [bad-store], [no-server]. Raises [other-league] if
        `league` is given and the store contains another league.
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
        """The folder of the results and of files made from them; None if the results are on a server."""
        return self._database.folder

    def being_played(self) -> bool:
        """Returns whether an arena is playing the league now."""
        return self._database.is_claimed()

    def changed_s(self) -> float:
        """Returns the time of the last write, in seconds since 1970; 0 if unknown."""
        return self._database.changed_s()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """A context in which all reads see the store as it was at one moment, whatever other processes write."""
        options = self._database.snapshot_options
        with self._database.complaining(), self._database.engine.connect().execution_options(**options) as connection:
            connection.execute(sql.select(LEAGUE.c.key)).all()  # the first read fixes the state that the snapshot shows
            self._snapshot = connection
            try:
                yield
            finally:
                self._snapshot = None

    def identity(self) -> dict[str, object]:
        """Returns the identity of the league, in the form of `League.identity`."""
        with self._database.complaining():
            return identity_of(self.values()["identity"])

    def resumed(self, league: League) -> League:
        """Returns `league` with the stored seed if the arena drew that seed and the league's file gives none; otherwise
        returns `league` unchanged.
        """
        with self._database.complaining():
            return resumed(league, self.identity())

    def clock(self) -> ClockData:
        """Returns the clock settings of each seat in the league's matches: the time bank and the increment, in
        milliseconds.
        """
        identity: Any = self.identity()
        return {"bank_ms": identity["bank_ms"], "increment_ms": identity["increment_ms"]}

    def values(self) -> dict[str, bytes]:
        """Returns the values that the store keeps for the whole league, by key."""
        with self._reading() as connection:
            values = {row.key: row.value for row in connection.execute(sql.select(LEAGUE))}
            for key, value in values.items():
                if not isinstance(value, bytes):
                    raise TypeError(f"{key} is not of bytes")
        return values

    def components(self) -> str:
        """Returns the component data of the league's game (such as cards), as TOML text."""
        with self._database.complaining():
            return self.values()["components"].decode()

    def played(self, matches: int, first: int = 0) -> bytearray:
        """Returns a byte for each place of the schedule, from `first` to `matches` - 1: 1 if the place has a record,
        else 0.
        """
        played = bytearray(matches - first)
        with self._reading() as connection:
            for (ordinal,) in connection.execute(
                sql.select(MATCHES.c.ordinal).where(MATCHES.c.ordinal.between(first, matches - 1))
            ):
                played[ordinal - first] = 1
        return played

    def count(self) -> int:
        """Returns the number of matches that have a record."""
        with self._reading() as connection:
            return connection.execute(sql.select(sql.func.count()).select_from(MATCHES)).scalar_one()

    def runs(self) -> tuple[Run, ...]:
        """Returns all runs that stored at least one match, in order."""
        with self._reading() as connection:
            return read_runs(connection)

    def extent(self) -> Extent | None:
        """Returns the league's extent: the number of matches in its schedule, and the goal that may end it early.

        Returns None if the release that played the league did not store the extent. Raises ArenaError [damaged] if the
        stored extent cannot be read.
        """
        value = self.values().get(EXTENT)
        return None if value is None else Extent.of_bytes(value)

    def field(self) -> Field:
        """Returns the field: the bots that took part in the league, and when; raises ArenaError [damaged] if the field
        was changed.
        """
        if differences := self.mark_differences(FIELD):
            raise damaged(self._where, f"{differences[0].part} was changed")
        with self._database.complaining():
            return field_of(self.values())

    def mark_differences(self, key: str) -> list[Difference]:
        """Returns the difference between the stored mark (a hash) of the value under this key and its correct mark;
        empty if there is no value or no difference.
        """
        value = self.values().get(key)
        return [] if value is None else mark_differences(key, value, self._commitment)

    def run_differences(self) -> list[Difference]:
        """Returns a difference for each run whose row was changed after it was written, and for each bot whose files
        changed during a run.
        """
        with self._reading() as connection:
            return run_differences(connection, self._commitment)

    def matches(self) -> Generator[StoredMatch, None, None]:
        """Yields all matches in schedule order, of which only a few are in memory at a time; raises ArenaError
        [damaged] at a changed match.
        """
        for row, _ in self._checked_rows(sql.select(MATCHES)):
            yield self.read(row)

    def matches_from(self, first: int) -> Generator[StoredMatch, None, None]:
        """Yields the matches from the place `first` of the schedule on; raises ArenaError [damaged] at a
        changed match.
        """
        for row, _ in self._checked_rows(sql.select(MATCHES).where(MATCHES.c.ordinal >= first)):
            yield self.read(row)

    def gapless(self) -> Gapless:
        """Returns the matches that count: all before the first missing match of the schedule, without those of the last
        deal if it is incomplete.
        """
        return Gapless(self.matches(), sizes_of(self.identity()).deal)

    def pulse(self) -> dict[str, bytes]:
        """Returns the stored values that change while a league is being played, by key. Reading them is cheap, so it
        can be done often.
        """
        with self._reading() as connection:
            query = sql.select(LEAGUE.c.key, LEAGUE.c.value).where(LEAGUE.c.key.in_((SEAL, EXTENT, FIELD)))
            return {row.key: row.value for row in connection.execute(query)}

    def rows(self) -> Iterator[Row | Unreadable]:
        """Yields all rows in schedule order, as stored and unchecked; an `Unreadable` replaces each row that cannot be
        read.
        """
        with self._reading() as connection:
            yield from read_rows(connection)

    def read(self, row: Row) -> StoredMatch:
        """Returns the match in a row; raises ArenaError [damaged] if the row cannot be read."""
        return self._records.match(row)

    def complaints(self) -> list[str]:
        """Returns the faults that SQLite finds in the structure of its file; empty for a database server."""
        with self._reading() as connection:
            return file_complaints(connection)

    def seal(self) -> Seal:
        """Returns the stored seal (a hash over all rows); raises ArenaError [damaged] if it cannot be read."""
        try:
            return Seal.of_bytes(self.values()[SEAL])
        except ValueError as error:
            raise damaged(self._where, f"the league's seal cannot be read: {error}", LISTED) from error

    def find(self, reference: str) -> StoredMatch:
        """Returns the match that `reference` names: its number in the schedule, or at least the first 8 digits of its
        id.

        Raises ArenaError [no-match] if there is no such match, [damaged] if its row was changed.
        """
        with self._reading() as connection:
            columns = connection.execute(match_query(reference)).first()
            row = checked_row(columns) if columns else None
        if row is None:
            raise ArenaError(
                "no-match",
                f"the results in {self._where} do not contain the match {reference}",
                "give the match's number in the schedule (the first match has number 0), or at least the first 8 "
                "digits of the match's id",
            )
        self._checked(row)
        return self.read(row)

    def _checked_rows(self, query: sql.Select[Any]) -> Generator[tuple[Row, bytes], None, None]:
        """Yields the rows that a query selects, in schedule order, with their prints (hashes); raises ArenaError
        [damaged] at a changed row.
        """
        with self._reading() as connection:
            reading = connection.execution_options(yield_per=READ_ROWS)
            # closes the cursor if the caller stops early
            with reading.execute(query.order_by(MATCHES.c.ordinal)) as found:
                for columns in found:
                    row = checked_row(columns)
                    yield row, self._checked(row)

    def _checked(self, row: Row) -> bytes:
        """Returns the print (a hash) of a row; raises ArenaError [damaged] if the row was changed after it
        was written.
        """
        row_print = self._records.print(row)
        if mark_of(row_print) != row.mark:
            raise self._changed(row)
        return row_print

    def _changed(self, row: Row) -> ArenaError:
        """Returns the error for a row that was changed after it was written."""
        return damaged(self._where, f"match {row.ordinal} was changed", LISTED)

    @contextmanager
    def _reading(self) -> Iterator[sql.Connection]:
        """Yields a connection to read from. Inside the context `snapshot`, this is the connection of the snapshot."""
        with self._database.complaining():
            if self._snapshot:
                yield self._snapshot
                return
            with self._database.engine.connect() as connection:
                yield connection

    def _load(self, league: League | None) -> dict[str, bytes]:
        """Prepares the store for reading and returns the league's own values.

        Raises ArenaError [not-results] for another format, [damaged] for values that cannot be right, [other-league] if
        the store holds a league other than `league`.
        """
        with self._database.complaining():
            stored = self.values()
            kept = stored["format"].decode()
            if kept != FORMAT and kept.isdecimal():
                raise ArenaError(
                    "not-results",
                    f"the results in {self._where} have the file format {kept}; this release of the arena reads "
                    f"format {FORMAT}",
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
                f"{self._where} has the results of a league that differs from this league in {', '.join(differences)}",
                "give this league another name, or name another results file with --db",
            )
        return stored
