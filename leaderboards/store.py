"""Where results are kept: a row for each match, in a SQLite file or a PostgreSQL schema of the league's own.

A row is the match's place in the schedule, its id, its record and its timing, and a mark by which a change of them is
seen. Records are complete in themselves; what all records of a league share is taken out by compression with a
dictionary the store keeps.
"""

import json
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

import sqlalchemy as sql
from google.protobuf.message import DecodeError

from arena.errors import ArenaError
from arena.league.league import IMPLIED, League
from arena.league.results import Result
from arena.match import MatchRecord
from arena.match.rerun import Difference
from arena.protocol.records import decode_record, decode_timing
from leaderboards.databases import FILE, Database, complaining, connect_file, connect_server, failed, is_url
from leaderboards.extent import EXTENT, Extent, extent_differences
from leaderboards.founding import SEAL, founding_values
from leaderboards.packing import packed, unpacked
from leaderboards.rows import Row, Unreadable, file_complaints, read_rows
from leaderboards.runs import Run, read_runs, run_differences, write_run
from leaderboards.seal import Seal, mark_of, print_row
from leaderboards.tables import FORMAT, LEAGUE, MATCHES, METADATA

READ_ROWS: Final = 1_000
ID_DIGITS: Final = 32
LEAST_ID_DIGITS: Final = 8
"""A shorter reference is a number in the schedule; one this long would be of a league nobody can play."""


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


class Store:
    """The results of one league; use `create` to play, `open` to read."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine
        self._where = database.where
        self._dictionary = self._commitment = b""

    @classmethod
    def create(cls, place: Path | str, league: League) -> Self:
        """The store of a league in a file, or in the database server at a URL; made if there is none.

        Raises ArenaError [other-league] if it holds another league, [not-results] for a file of another kind,
        [store-failed] where nothing can be kept, [bad-store] for a URL that cannot be one.
        """
        store = cls(_made(place, league))
        with ExitStack() as undo:
            undo.callback(store.close)
            with complaining(store._where):
                if not store._has_tables():
                    METADATA.create_all(store._engine)
                if not store.values():
                    store._found(league)
            store._load(league)
            undo.pop_all()
        return store

    @classmethod
    def open(cls, place: Path | str, league: League | None = None) -> Self:
        """An existing store, to be read: a file, the folder it is in, or a URL that names the league behind `#`.

        Raises ArenaError [no-store], [not-results], [bad-store]; and, with `league`, [other-league] if it holds
        another one.
        """
        store = cls(_found(place, league))
        with ExitStack() as undo:
            undo.callback(store.close)
            store._load(league)
            undo.pop_all()
        return store

    def close(self) -> None:
        """Lets go of the file."""
        self._engine.dispose()

    def identity(self) -> dict[str, object]:
        """What the league is, as `League.identity` says it."""
        with complaining(self._where):
            identity: dict[str, object] = json.loads(self.values()["identity"])
        return identity

    def values(self) -> dict[str, bytes]:
        """What the store says of its league, by key."""
        with complaining(self._where), self._engine.connect() as connection:
            return {row.key: row.value for row in connection.execute(sql.select(LEAGUE))}

    def components(self) -> str:
        """The game's component data the league is played with, TOML text."""
        with complaining(self._where):
            return self.values()["components"].decode()

    def played(self, matches: int) -> bytearray:
        """A byte for each of the first `matches` places of the schedule: 1 where there is a record, else 0."""
        played = bytearray(matches)
        with complaining(self._where), self._engine.connect() as connection:
            for (ordinal,) in connection.execute(sql.select(MATCHES.c.ordinal).where(MATCHES.c.ordinal < matches)):
                played[ordinal] = 1
        return played

    def count(self) -> int:
        """How many matches have a record."""
        with complaining(self._where), self._engine.connect() as connection:
            return connection.execute(sql.select(sql.func.count()).select_from(MATCHES)).scalar_one()

    def add(self, results: Sequence[Result]) -> None:
        """Keeps results; when it returns they are durable. Raises ArenaError [store-failed]; then none is kept."""
        if not results:
            return
        rows, prints = [], []
        for ordinal, identity, record, timing in results:
            columns = (identity, self._compressed(record), timing)
            prints.append(print_row(self._commitment, ordinal, columns))
            rows.append(Row(ordinal, *columns, mark_of(prints[-1]))._asdict())
        seal_value = sql.select(LEAGUE.c.value).where(LEAGUE.c.key == SEAL).with_for_update()
        with complaining(self._where), self._engine.begin() as connection:
            connection.execute(sql.insert(MATCHES), rows)  # from here on no other writer can change the seal
            seal = Seal.of_bytes(connection.execute(seal_value).scalar_one())
            for row_print in prints:
                seal.add(row_print)
            connection.execute(sql.update(LEAGUE).where(LEAGUE.c.key == SEAL), {"value": seal.to_bytes()})

    def keep_run(self, run: Run) -> None:
        """Keeps what a run has come to so far, in place of what was kept of it before."""
        with complaining(self._where), self._engine.begin() as connection:
            write_run(connection, run, self._commitment)

    def runs(self) -> tuple[Run, ...]:
        """All runs that stored some match, in order."""
        with complaining(self._where), self._engine.connect() as connection:
            return read_runs(connection)

    def keep_extent(self, extent: Extent) -> None:
        """Keeps how much there is to play, in place of what was kept before."""
        row = {"key": EXTENT, "value": extent.to_bytes(self._commitment)}
        with complaining(self._where), self._engine.begin() as connection:
            connection.execute(sql.delete(LEAGUE).where(LEAGUE.c.key == EXTENT))
            connection.execute(sql.insert(LEAGUE), row)

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
        with complaining(self._where), self._engine.connect() as connection:
            return run_differences(connection, self._commitment)

    def matches(self) -> Iterator[StoredMatch]:
        """All matches in schedule order, a few at a time."""
        with complaining(self._where), self._engine.connect() as connection:
            rows = connection.execution_options(yield_per=READ_ROWS).execute(
                sql.select(MATCHES).order_by(MATCHES.c.ordinal)
            )
            for row in rows:
                yield self.read(Row(*row))

    def rows(self) -> Iterator[Row | Unreadable]:
        """All rows in schedule order as they are stored, to be judged; those that cannot be read in their places."""
        with complaining(self._where):
            yield from read_rows(self._engine, READ_ROWS)

    def read(self, row: Row) -> StoredMatch:
        """The match in a row; raises ArenaError [damaged]."""
        try:
            record = unpacked(row.record, self._dictionary)
            return StoredMatch(row.ordinal, decode_record(record), *decode_timing(row.timing))
        except (zlib.error, DecodeError) as error:
            raise ArenaError(
                "damaged",
                f"match {row.ordinal} in {self._where} cannot be read: {error}",
                "arena verify lists all that is damaged; restore a copy",
            ) from error

    def complaints(self) -> list[str]:
        """What a SQLite file says is wrong with its own order."""
        return file_complaints(self._engine)

    def seal(self) -> Seal:
        """The seal as it is stored; raises ArenaError [damaged]."""
        try:
            return Seal.of_bytes(self.values()[SEAL])
        except ValueError as error:
            raise ArenaError(
                "damaged", f"the seal of {self._where} cannot be read: {error}", "restore a copy"
            ) from error

    def find(self, reference: str) -> StoredMatch:
        """The match with this number in the schedule, or whose id begins so; raises ArenaError [no-match]."""
        query = sql.select(MATCHES)
        if _is_id(reference):
            first, last = (bytes.fromhex(reference.ljust(ID_DIGITS, digit)) for digit in "0f")
            query = query.where(MATCHES.c.id.between(first, last))
        elif reference.isdecimal() and len(reference) < LEAST_ID_DIGITS:
            query = query.where(MATCHES.c.ordinal == int(reference))
        else:
            query = query.where(sql.false())
        with complaining(self._where), self._engine.connect() as connection:
            row = connection.execute(query).first()
        if row is None:
            raise ArenaError(
                "no-match",
                f"{self._where} has no match {reference}",
                "give its number in the schedule, from 0, or at least 8 digits of its id",
            )
        return self.read(Row(*row))

    def _has_tables(self) -> bool:
        """Whether there is any table, ours or another's."""
        schema = self._engine.get_execution_options().get("schema_translate_map", {}).get(None)
        return bool(sql.inspect(self._engine).get_table_names(schema=schema))

    def _found(self, league: League) -> None:
        """Writes what the file must know about its league."""
        values = founding_values(league)
        with self._engine.begin() as connection:
            connection.execute(sql.insert(LEAGUE), [{"key": key, "value": value} for key, value in values.items()])

    def _load(self, league: League | None) -> None:
        """Takes from the file what reading it needs."""
        with complaining(self._where):
            stored = self.values()
            if stored["format"] != FORMAT.encode():
                raise ArenaError(
                    "not-results",
                    f"{self._where} has format {stored['format'].decode()}; expected {FORMAT}",
                    "use the release of the arena that made it",
                )
            self._dictionary, self._commitment = stored["dictionary"], stored["commitment"]
            there = json.loads(stored["identity"])
        differences = _differences(league.identity(), there) if league else []
        if differences:
            raise ArenaError(
                "other-league",
                f"{self._where} holds results of another league; it differs in {', '.join(differences)}",
                "give this league a name of its own, or other results with --db",
            )

    def _compressed(self, record: bytes) -> bytes:
        return packed(record, self._dictionary)


def _made(place: Path | str, league: League) -> Database:
    """The place of a new or existing store."""
    if is_url(str(place)):
        return connect_server(str(place), league.name, reading=False)
    path = Path(place)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise failed(str(path), error.strerror or str(error)) from error
    return connect_file(path, reading=False)


def _found(place: Path | str, league: League | None) -> Database:
    """The place of an existing store."""
    if is_url(str(place)):
        return connect_server(str(place), league.name if league else None, reading=True)
    path = Path(place)
    if path.is_dir():
        path /= FILE
    if not path.is_file():
        raise ArenaError("no-store", f"there is no results file {path}", "arena run-league makes one")
    return connect_file(path, reading=True)


def _is_id(reference: str) -> bool:
    """Whether this is the beginning of an id."""
    digits = set("0123456789abcdef")
    return LEAST_ID_DIGITS <= len(reference) <= ID_DIGITS and set(reference.lower()) <= digits


def _differences(here: dict[str, Any], there: dict[str, Any]) -> list[str]:
    """The keys in which two identities differ, with what each of them says."""
    texts = []
    here, there = {**IMPLIED, **here}, {**IMPLIED, **there}
    for key, mine in here.items():
        stored = there[key]
        if key == "bots":
            names = sorted(name for name in {*mine, *stored} if mine.get(name) != stored.get(name))
            texts += [f"the files of {name}" if name in mine and name in stored else f"bot {name}" for name in names]
        elif mine != stored:
            texts.append(f"{key} ({stored} there, {mine} here)")
    return texts
