"""Where a store may be: a SQLite file, or a league's own schema in a PostgreSQL database; and what they complain of.

A results reference is the path of a file, the folder a `league.db` is in, or `postgresql+psycopg://…/DATABASE#LEAGUE`.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

import sqlalchemy as sql
from sqlalchemy.exc import ArgumentError, DatabaseError, IntegrityError, NoSuchModuleError

from arena.errors import ArenaError

FILE: Final = "league.db"
FOREIGN: Final = ("not a database", "no such table", "no such column", "does not exist")
"""What databases say of what is not ours."""
ROOM: Final = "make room or choose another place with --db; what is stored there stays"
DAMAGED: Final = "arena verify says what is damaged; restore a copy"
OTHERS: Final = "another arena is playing this league; when it has ended, run the same command again"


@dataclass(frozen=True, slots=True)
class Database:
    """An open way to the tables of one league."""

    engine: sql.Engine
    where: str
    """What people are told; without a password."""


def is_url(reference: str) -> bool:
    """Whether the reference is the URL of a database server, and not a path."""
    return "://" in reference


def connect_file(path: Path, *, reading: bool) -> Database:
    """A SQLite file; in a folder where nothing can be written it can be read, else ArenaError [store-failed]."""
    writable = os.access(path.parent, os.W_OK, effective_ids=os.access in os.supports_effective_ids)
    if not reading and not writable:
        raise failed(str(path), "nothing can be written in its folder")
    if not writable:
        uri = f"file:{quote(str(path))}?immutable=1"
        return Database(sql.create_engine("sqlite://", creator=lambda: sqlite3.connect(uri, uri=True)), str(path))
    engine = sql.create_engine(sql.URL.create("sqlite", database=str(path)))

    @sql.event.listens_for(engine, "connect")
    def _prepare(connection: "sql.engine.interfaces.DBAPIConnection", _: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.close()

    return Database(engine, str(path))


def connect_server(reference: str, league: str | None, *, reading: bool) -> Database:
    """The schema of a league in a PostgreSQL database, made unless it is only read; raises ArenaError [bad-store]."""
    address, _, named = reference.partition("#")
    schema = named or league
    if not address.startswith("postgresql"):
        raise _no_server(reference)
    try:
        url = sql.make_url(address)
        server = sql.create_engine(url)
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise _no_server(reference) from error
    if schema is None:
        raise ArenaError("bad-store", f"{reference} names no league", "put it behind the address: …/DATABASE#LEAGUE")
    where = f"{url.render_as_string(hide_password=True)}#{schema}"
    if not reading:
        with complaining(where), server.begin() as connection:
            connection.execute(sql.schema.CreateSchema(schema, if_not_exists=True))
    return Database(server.execution_options(schema_translate_map={None: schema}), where)


@contextmanager
def complaining(where: str) -> Iterator[None]:
    """Within it, what the database says becomes a sentence: ArenaError [not-results] or [store-failed]."""
    try:
        yield
    except KeyError as error:
        raise _foreign(where, "a key is missing") from error
    except (TypeError, ValueError) as error:
        raise _foreign(where, f"it holds what no league has: {error}") from error
    except DatabaseError as error:
        reason = str(error.orig).strip()
        if any(sign in reason for sign in FOREIGN):
            raise _foreign(where, reason) from error
        hint = OTHERS if isinstance(error, IntegrityError) else DAMAGED if "malformed" in reason else ROOM
        raise failed(where, reason, hint) from error


def failed(where: str, reason: str, hint: str = ROOM) -> ArenaError:
    """The error for a place that cannot be used."""
    return ArenaError("store-failed", f"{where} cannot be used: {reason}", hint)


def _no_server(reference: str) -> ArenaError:
    return ArenaError(
        "bad-store",
        f"{reference} is not a store; expected postgresql+psycopg://USER@HOST/DATABASE",
        "pip install 'bot-arena[postgresql]' brings the driver; without --store results are kept in a file",
    )


def _foreign(where: str, reason: str) -> ArenaError:
    return ArenaError(
        "not-results",
        f"{where} is not a results file: {reason}",
        "give the path of a league.db that arena run-league made, or of a file that does not exist yet",
    )
