"""Where results are kept: a row for each match, in a SQLite file or a PostgreSQL schema of the league's own.

A row is the match's place in the schedule, its id, its record and its timing, and a mark by which a change of them is
seen. Records are complete in themselves; what all records of a league share is taken out by compression with a
dictionary the store keeps.
"""

import json
import zlib
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import sqlalchemy as sql
from google.protobuf.message import DecodeError

from arena.errors import ArenaError
from arena.league.league import League
from arena.league.results import Result
from arena.match import MatchRecord
from arena.match.rerun import Difference
from arena.protocol.records import decode_record, decode_timing
from leaderboards.store.extent import EXTENT, Extent, extent_differences
from leaderboards.store.founding import doubt, founding_values, league_differences
from leaderboards.store.packing import packed, unpacked
from leaderboards.store.places.database import LISTED, Database, damaged
from leaderboards.store.places.finding import found, made
from leaderboards.store.references import match_query
from leaderboards.store.rows import READ_ROWS, Row, Unreadable, checked_row, file_complaints, read_rows
from leaderboards.store.runs import Run, read_runs, run_differences
from leaderboards.store.seal import Seal, mark_of, print_row
from leaderboards.store.tables import FORMAT, LEAGUE, MATCHES, METADATA, SEAL
from leaderboards.store.writer import Writer


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as the store gives it back."""

    ordinal: int
    """Its place in the schedule, from 0."""
    record: MatchRecord
    thinking_us: tuple[int, ...]
    """By seat: thinking time charged, in microseconds."""
    slowest_us: tuple[int, ...]
    """By seat: the longest time charged for one choice."""
    choices_us: tuple[int, ...] = ()
    """By action: the time charged for it; empty unless the league keeps it."""


class Store:
    """The results of one league; use `create` to play, `open` to read."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._where = database.where
        self._writer: Writer | None = None
        self._snapshot: sql.Connection | None = None
        self._dictionary = self._commitment = b""

    @classmethod
    def create(cls, place: Path | str, league: League) -> Self:
        """The store of a league in a file, or in the database at a URL, to be played into; made if there is none.

        Raises ArenaError [other-league] if it holds another league, [being-played] while another arena plays into it,
        [damaged] if it is not as it was written, [not-results] for a file of another kind, [store-failed] where nothing
        can be kept, [no-server] where no server answers, [bad-store] for a URL that cannot be one.
        """
        database = made(place, league.name)
        store = cls(database)
        with ExitStack() as undo:
            undo.callback(store.close)
            with database.complaining():
                connection = database.engine.connect().execution_options(**database.writing_options)
                undo.callback(connection.close)
                database.claim(connection)
                with connection.begin():
                    if database.is_new(connection):
                        METADATA.create_all(connection)
                    if connection.execute(sql.select(LEAGUE)).first() is None:
                        values = founding_values(league).items()
                        connection.execute(sql.insert(LEAGUE), [{"key": key, "value": value} for key, value in values])
            store._writer = Writer(database, connection, store._load(league))
            undo.pop_all()
        return store

    @classmethod
    def open(cls, place: Path | str, league: League | None = None) -> Self:
        """An existing store, to be read: a file, the folder it is in, or a URL that names the league behind `#`.

        Raises ArenaError [no-store], [not-results], [damaged], [bad-store], [no-server]; and, with `league`,
        [other-league] if it holds another one.
        """
        store = cls(found(place, league.name if league else None))
        with ExitStack() as undo:
            undo.callback(store.close)
            store._load(league)
            undo.pop_all()
        return store

    def close(self) -> None:
        """Lets go of the file or the server; others may play."""
        if self._writer:
            self._writer.close()
        self._database.close()

    def being_played(self) -> bool:
        """Whether an arena is playing into it now."""
        return self._database.is_claimed()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Within it, everything that is read is of one moment, whatever others write."""
        options = self._database.snapshot_options
        with self._database.complaining(), self._database.engine.connect().execution_options(**options) as connection:
            connection.execute(sql.select(LEAGUE.c.key)).all()  # the moment
            self._snapshot = connection
            try:
                yield
            finally:
                self._snapshot = None

    def identity(self) -> dict[str, object]:
        """What the league is, as `League.identity` says it."""
        with self._database.complaining():
            identity: dict[str, object] = json.loads(self.values()["identity"])
        return identity

    def values(self) -> dict[str, bytes]:
        """What the store says of its league, by key."""
        with self._reading() as connection:
            values = {row.key: row.value for row in connection.execute(sql.select(LEAGUE))}
            for key, value in values.items():
                if not isinstance(value, bytes):
                    raise TypeError(f"{key} is not of bytes")
        return values

    def components(self) -> str:
        """The game's component data the league is played with, TOML text."""
        with self._database.complaining():
            return self.values()["components"].decode()

    def played(self, matches: int) -> bytearray:
        """A byte for each of the first `matches` places of the schedule: 1 where there is a record, else 0."""
        played = bytearray(matches)
        with self._reading() as connection:
            for (ordinal,) in connection.execute(
                sql.select(MATCHES.c.ordinal).where(MATCHES.c.ordinal.between(0, matches - 1))
            ):
                played[ordinal] = 1
        return played

    def count(self) -> int:
        """How many matches have a record."""
        with self._reading() as connection:
            return connection.execute(sql.select(sql.func.count()).select_from(MATCHES)).scalar_one()

    def add(self, results: Sequence[Result]) -> None:
        """Keeps results; when it returns they are durable.

        Raises ArenaError [store-failed], [no-server], or [tampered] if somebody else has written; then none is kept.
        """
        if not results:
            return
        rows, prints = [], []
        for ordinal, identity, record, timing in results:
            columns = (identity, self._compressed(record), timing)
            prints.append(print_row(self._commitment, ordinal, columns))
            rows.append(Row(ordinal, *columns, mark_of(prints[-1])))
        self._writing().add(rows, prints)

    def keep_run(self, run: Run) -> None:
        """Keeps what a run has come to so far, in place of what was kept of it before."""
        self._writing().keep_run(run)

    def runs(self) -> tuple[Run, ...]:
        """All runs that stored some match, in order."""
        with self._reading() as connection:
            return read_runs(connection)

    def keep_extent(self, extent: Extent) -> None:
        """Keeps how much there is to play, in place of what was kept before."""
        self._writing().keep_value(EXTENT, extent.to_bytes(self._commitment))

    def extent(self) -> Extent | None:
        """How much there is to play; None if it was played by a release that did not keep it.

        Raises ArenaError [damaged].
        """
        value = self.values().get(EXTENT)
        return None if value is None else Extent.of_bytes(value)

    def extent_differences(self) -> list[Difference]:
        """Where the extent is not as it was written."""
        value = self.values().get(EXTENT)
        return [] if value is None else extent_differences(value, self._commitment)

    def run_differences(self) -> list[Difference]:
        """Where the rows of runs are not as they were written."""
        with self._reading() as connection:
            return run_differences(connection, self._commitment)

    def matches(self) -> Iterator[StoredMatch]:
        """All matches in schedule order, a few at a time; raises ArenaError [damaged] at one that was changed.

        While the league is played here, raises ArenaError [tampered] at the latest at the end unless they are all that
        were stored, and no others.
        """
        seal, writer = Seal(), self._writer
        with self._reading() as connection:
            rows = connection.execution_options(yield_per=READ_ROWS).execute(
                sql.select(MATCHES).order_by(MATCHES.c.ordinal)
            )
            for columns in rows:
                row = checked_row(columns)
                row_print = self._checked(row)
                if writer:
                    seal.add(row_print)
                yield self.read(row)
        if writer and seal != writer.expected():
            raise writer.tampered()

    def matches_from(self, first: int) -> Generator[StoredMatch, None, None]:
        """Those from this place of the schedule on, in schedule order; raises ArenaError [damaged] at a changed one."""
        with self._reading() as connection:
            query = sql.select(MATCHES).where(MATCHES.c.ordinal >= first).order_by(MATCHES.c.ordinal)
            for columns in connection.execution_options(yield_per=READ_ROWS).execute(query):
                row = checked_row(columns)
                self._checked(row)
                yield self.read(row)

    def pulse(self) -> tuple[bytes, ...]:
        """What changes whenever matches are stored, or how much there is to play; asked for often by who follows."""
        with self._reading() as connection:
            query = sql.select(LEAGUE.c.value).where(LEAGUE.c.key.in_((SEAL, EXTENT))).order_by(LEAGUE.c.key)
            return tuple(connection.execute(query).scalars())

    def rows(self) -> Iterator[Row | Unreadable]:
        """All rows in schedule order as they are stored, to be judged; those that cannot be read in their places."""
        with self._reading() as connection:
            yield from read_rows(connection)

    def read(self, row: Row) -> StoredMatch:
        """The match in a row; raises ArenaError [damaged]."""
        try:
            record = unpacked(row.record, self._dictionary)
            return StoredMatch(row.ordinal, decode_record(record), *decode_timing(row.timing))
        except (zlib.error, DecodeError) as error:
            raise damaged(self._where, f"match {row.ordinal} cannot be read: {error}", LISTED) from error

    def complaints(self) -> list[str]:
        """What a SQLite file says is wrong with its own order."""
        with self._reading() as connection:
            return file_complaints(connection)

    def seal(self) -> Seal:
        """The seal as it is stored; raises ArenaError [damaged], or [tampered] if the arena here made another one."""
        if self._writer:
            return self._writer.seal()
        try:
            return Seal.of_bytes(self.values()[SEAL])
        except ValueError as error:
            raise damaged(self._where, f"its seal cannot be read: {error}", LISTED) from error

    def find(self, reference: str) -> StoredMatch:
        """The match with this number in the schedule, or whose id begins so; raises ArenaError [no-match]."""
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

    def _checked(self, row: Row) -> bytes:
        """The print of a row; raises ArenaError if the row is not as it was written."""
        row_print = print_row(self._commitment, row.ordinal, row[1:4])
        if mark_of(row_print) != row.mark:
            if self._writer:
                raise self._writer.tampered()
            raise damaged(self._where, f"match {row.ordinal} was changed", LISTED)
        return row_print

    @contextmanager
    def _reading(self) -> Iterator[sql.Connection]:
        """A connection to read from."""
        with self._database.complaining():
            if self._snapshot:
                yield self._snapshot
                return
            with self._database.engine.connect() as connection:
                yield connection

    def _writing(self) -> Writer:
        assert self._writer, "opened to be read"
        return self._writer

    def _load(self, league: League | None) -> dict[str, bytes]:
        """Takes from the store what reading it needs; all that it says of its league."""
        with self._database.complaining():
            stored = self.values()
            kept = stored["format"].decode()
            if kept != FORMAT and kept.isdecimal():
                raise ArenaError(
                    "not-results",
                    f"{self._where} has format {kept}; expected {FORMAT}",
                    "use the release of the arena that made it; if that was this one, restore a copy",
                )
            self._dictionary, self._commitment = stored["dictionary"], stored["commitment"]
            there = json.loads(stored["identity"])
            differences = league_differences(league.identity(), there) if league else []
        if league and (reason := doubt(stored)):
            raise damaged(self._where, reason)
        if differences:
            raise ArenaError(
                "other-league",
                f"{self._where} holds results of another league; it differs in {', '.join(differences)}",
                "give this league a name of its own, or other results with --db",
            )
        return stored

    def _compressed(self, record: bytes) -> bytes:
        return packed(record, self._dictionary)
