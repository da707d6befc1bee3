"""Where results are kept: a row for each match, in a SQLite file or a PostgreSQL schema of the league's own.

A row is the match's place in the schedule, its id, its record and its timing. Records are complete in themselves;
what all records of a league share is taken out by compression with a dictionary the store keeps.
"""

import json
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

import sqlalchemy as sql

from arena.errors import ArenaError
from arena.league.league import League
from arena.league.results import Result
from arena.match import MatchRecord, MatchSpec
from arena.protocol.records import decode_record, decode_timing, encode_record
from leaderboards.databases import FILE, Database, complaining, connect_file, connect_server, failed, is_url

FORMAT: Final = "1"
RAW_DEFLATE: Final = -15
MOST_DICTIONARY_BYTES: Final = 1 << 15
READ_ROWS: Final = 1_000
ID_DIGITS: Final = 32
LEAST_ID_DIGITS: Final = 8
"""A shorter reference is a number in the schedule; one this long would be of a league nobody can play."""

_METADATA: Final = sql.MetaData()
_LEAGUE: Final = sql.Table(
    "league",
    _METADATA,
    sql.Column("key", sql.Text, primary_key=True),
    sql.Column("value", sql.LargeBinary, nullable=False),
)
_MATCHES: Final = sql.Table(
    "matches",
    _METADATA,
    sql.Column("ordinal", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("id", sql.LargeBinary(16), nullable=False, unique=True),
    sql.Column("record", sql.LargeBinary, nullable=False),
    sql.Column("timing", sql.LargeBinary, nullable=False),
)


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
        self._dictionary = b""

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
                    _METADATA.create_all(store._engine)
                if not store._values():
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
            identity: dict[str, object] = json.loads(self._values()["identity"])
        return identity

    def components(self) -> str:
        """The game's component data the league is played with, TOML text."""
        with complaining(self._where):
            return self._values()["components"].decode()

    def played(self, matches: int) -> bytearray:
        """A byte for each of the first `matches` places of the schedule: 1 where there is a record, else 0."""
        played = bytearray(matches)
        with complaining(self._where), self._engine.connect() as connection:
            for (ordinal,) in connection.execute(sql.select(_MATCHES.c.ordinal).where(_MATCHES.c.ordinal < matches)):
                played[ordinal] = 1
        return played

    def add(self, results: Sequence[Result]) -> None:
        """Keeps results; when it returns they are durable. Raises ArenaError [store-failed]; then none is kept."""
        if not results:
            return
        rows = [
            {
                "ordinal": result.ordinal,
                "id": result.id,
                "record": self._compressed(result.record),
                "timing": result.timing,
            }
            for result in results
        ]
        with complaining(self._where), self._engine.begin() as connection:
            connection.execute(sql.insert(_MATCHES), rows)

    def matches(self) -> Iterator[StoredMatch]:
        """All matches in schedule order, a few at a time."""
        with complaining(self._where), self._engine.connect() as connection:
            rows = connection.execution_options(yield_per=READ_ROWS).execute(
                sql.select(_MATCHES).order_by(_MATCHES.c.ordinal)
            )
            for row in rows:
                yield self._stored(row)

    def find(self, reference: str) -> StoredMatch:
        """The match with this number in the schedule, or whose id begins so; raises ArenaError [no-match]."""
        query = sql.select(_MATCHES)
        if _is_id(reference):
            first, last = (bytes.fromhex(reference.ljust(ID_DIGITS, digit)) for digit in "0f")
            query = query.where(_MATCHES.c.id.between(first, last))
        elif reference.isdecimal() and len(reference) < LEAST_ID_DIGITS:
            query = query.where(_MATCHES.c.ordinal == int(reference))
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
        return self._stored(row)

    def _has_tables(self) -> bool:
        """Whether there is any table, ours or another's."""
        schema = self._engine.get_execution_options().get("schema_translate_map", {}).get(None)
        return bool(sql.inspect(self._engine).get_table_names(schema=schema))

    def _values(self) -> dict[str, bytes]:
        with self._engine.connect() as connection:
            return {row.key: row.value for row in connection.execute(sql.select(_LEAGUE))}

    def _found(self, league: League) -> None:
        """Writes what the file must know about its league."""
        spec = MatchSpec(
            id=b"",
            game=league.game,
            rules_version=int(str(league.identity()["rules_version"])),
            edition=league.edition,
            components=league.components_hash(),
            deal=b"",
            entrants=tuple(bot.entrant() for bot in league.bots),
        )
        values = {
            "format": FORMAT.encode(),
            "identity": json.dumps(league.identity()).encode(),
            "components": league.components.encode(),
            "dictionary": encode_record(MatchRecord(spec, (), (), (), ()))[-MOST_DICTIONARY_BYTES:],
        }
        with self._engine.begin() as connection:
            connection.execute(sql.insert(_LEAGUE), [{"key": key, "value": value} for key, value in values.items()])

    def _load(self, league: League | None) -> None:
        """Takes from the file what reading it needs."""
        with complaining(self._where):
            stored = self._values()
            if stored["format"] != FORMAT.encode():
                raise ArenaError(
                    "not-results",
                    f"{self._where} has format {stored['format'].decode()}; expected {FORMAT}",
                    "use the release of the arena that made it",
                )
            self._dictionary = stored["dictionary"]
            there = json.loads(stored["identity"])
        differences = _differences(league.identity(), there) if league else []
        if differences:
            raise ArenaError(
                "other-league",
                f"{self._where} holds results of another league; it differs in {', '.join(differences)}",
                "give this league a name of its own, or other results with --db",
            )

    def _compressed(self, record: bytes) -> bytes:
        compressor = zlib.compressobj(wbits=RAW_DEFLATE, zdict=self._dictionary)
        return compressor.compress(record) + compressor.flush()

    def _stored(self, row: "sql.Row[tuple[int, bytes, bytes, bytes]]") -> StoredMatch:
        record = zlib.decompressobj(wbits=RAW_DEFLATE, zdict=self._dictionary).decompress(row.record)
        return StoredMatch(row.ordinal, decode_record(record), *decode_timing(row.timing))


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
    for key, mine in here.items():
        stored = there[key]
        if key == "bots":
            names = sorted(name for name in {*mine, *stored} if mine.get(name) != stored.get(name))
            texts += [f"the files of {name}" if name in mine and name in stored else f"bot {name}" for name in names]
        elif mine != stored:
            texts.append(f"{key} ({stored} there, {mine} here)")
    return texts
