"""Where results are kept: one SQLite file per league, a row for each match.

A row is the match's place in the schedule, its id, its record and its timing. Records are complete in themselves;
what all records of a league share is taken out by compression with a dictionary the file keeps.
"""

import json
import os
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self
from urllib.parse import quote

import sqlalchemy as sql
from sqlalchemy.exc import DatabaseError, IntegrityError

from arena.errors import ArenaError
from arena.league.league import League
from arena.league.results import Result
from arena.match import MatchRecord, MatchSpec
from arena.protocol.records import decode_record, decode_timing, encode_record

FORMAT: Final = "1"
RAW_DEFLATE: Final = -15
MOST_DICTIONARY_BYTES: Final = 1 << 15
READ_ROWS: Final = 1_000
FOREIGN: Final = ("not a database", "no such table", "no such column")
"""What SQLite says of files that are not ours."""
ROOM: Final = "make room or choose another place with --db; what is stored there stays"

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

    def __init__(self, engine: sql.Engine, where: str) -> None:
        self._engine = engine
        self._where = where
        self._dictionary = b""

    @classmethod
    def create(cls, path: Path, league: League) -> Self:
        """The store in `path`, made if there is none; raises ArenaError [other-league] if it holds another league.

        Raises ArenaError [not-results] for a file of another kind, [store-failed] where nothing can be kept.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _failed(str(path), error.strerror or str(error)) from error
        store = cls(_engine(path), str(path))
        with store._complaining():
            if not sql.inspect(store._engine).get_table_names():
                _METADATA.create_all(store._engine)
            if not store._values():
                store._found(league)
        store._load(league)
        return store

    @classmethod
    def open(cls, path: Path, league: League | None = None) -> Self:
        """The store in an existing file, to be read; raises ArenaError [no-store], [not-results].

        With `league` raises ArenaError [other-league] if it holds another one.
        """
        if not path.is_file():
            raise ArenaError("no-store", f"there is no results file {path}", "arena run-league makes one")
        store = cls(_engine(path, reading=True), str(path))
        store._load(league)
        return store

    def close(self) -> None:
        """Lets go of the file."""
        self._engine.dispose()

    def identity(self) -> dict[str, object]:
        """What the league is, as `League.identity` says it."""
        with self._complaining():
            identity: dict[str, object] = json.loads(self._values()["identity"])
        return identity

    def components(self) -> str:
        """The game's component data the league is played with, TOML text."""
        with self._complaining():
            return self._values()["components"].decode()

    def played(self, matches: int) -> bytearray:
        """A byte for each of the first `matches` places of the schedule: 1 where there is a record, else 0."""
        played = bytearray(matches)
        with self._complaining(), self._engine.connect() as connection:
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
        with self._complaining(), self._engine.begin() as connection:
            connection.execute(sql.insert(_MATCHES), rows)

    def matches(self) -> Iterator[StoredMatch]:
        """All matches in schedule order, a few at a time."""
        with self._complaining(), self._engine.connect() as connection:
            rows = connection.execution_options(yield_per=READ_ROWS).execute(
                sql.select(_MATCHES).order_by(_MATCHES.c.ordinal)
            )
            for row in rows:
                yield self._stored(row)

    def find(self, reference: str) -> StoredMatch:
        """The match with this number in the schedule, or whose id begins so; raises ArenaError [no-match]."""
        by_id = len(reference) >= 8  # a number this long would be a league nobody can play
        query = sql.select(_MATCHES)
        if by_id:
            query = query.where(sql.func.hex(_MATCHES.c.id).startswith(reference.upper(), autoescape=True))
        elif reference.isdecimal():
            query = query.where(_MATCHES.c.ordinal == int(reference))
        else:
            query = query.where(sql.false())
        with self._complaining(), self._engine.connect() as connection:
            row = connection.execute(query).first()
        if row is None:
            raise ArenaError(
                "no-match",
                f"{self._where} has no match {reference}",
                "give its number in the schedule, from 0, or at least 8 digits of its id",
            )
        return self._stored(row)

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
        with self._complaining():
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

    def _complaining(self) -> "_Complaining":
        return _Complaining(self._where)


class _Complaining:
    """Turns what the database says into a sentence for people."""

    def __init__(self, where: str) -> None:
        self._where = where

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        if not isinstance(error, KeyError | DatabaseError):
            return
        reason = "a key is missing" if isinstance(error, KeyError) else str(error.orig)
        if isinstance(error, KeyError) or any(sign in reason for sign in FOREIGN):
            raise ArenaError(
                "not-results",
                f"{self._where} is not a results file: {reason}",
                "give the path of a league.db that arena run-league made, or of a file that does not exist yet",
            ) from error
        if isinstance(error, IntegrityError):
            hint = "another arena is playing this league; when it has ended, run the same command again"
            raise _failed(self._where, reason, hint) from error
        raise _failed(self._where, reason) from error


def _failed(where: str, reason: str, hint: str = ROOM) -> ArenaError:
    return ArenaError("store-failed", f"{where} cannot be used: {reason}", hint)


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


def _engine(path: Path, *, reading: bool = False) -> sql.Engine:
    """Connections to the file; in a folder where nothing can be written, it can still be read."""
    if reading and not os.access(path.parent, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        uri = f"file:{quote(str(path))}?immutable=1"
        return sql.create_engine("sqlite://", creator=lambda: sqlite3.connect(uri, uri=True))
    engine = sql.create_engine(sql.URL.create("sqlite", database=str(path)))

    @sql.event.listens_for(engine, "connect")
    def _prepare(connection: "sql.engine.interfaces.DBAPIConnection", _: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.close()

    return engine
