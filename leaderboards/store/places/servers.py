"""Stores a league in a separate schema of a PostgreSQL database.

Only one arena at a time writes, through a connection that holds an advisory lock of the server. When the connection
ends, the server releases the lock.
"""

import time
from hashlib import blake2b
from typing import Final

import sqlalchemy as sql
from sqlalchemy.exc import DatabaseError, IntegrityError

from arena.errors import ArenaError
from leaderboards.store.places.address import read_address
from leaderboards.store.places.database import ROOM, Database, being_played, damaged, failed
from leaderboards.store.places.server_connection import engine_at, reason_of, refusal
from leaderboards.store.tables import METADATA

KILLED_PASS_S: Final = 1.0
"""The seconds for which a new claim waits for the lock. If an arena was killed, the server needs a moment to release
its lock.
"""
TICK_S: Final = 0.05
AGAIN: Final = (
    "check that the database server runs at this address, then run the same command again; "
    "only matches that are not stored yet are played"
)
NOT_THERE: Final = ("42P01", "3F000")
"""PostgreSQL's error codes for an undefined table and an invalid schema name."""
NO_ROOM: Final = "53100"
NO_RIGHT: Final = "42501"


class ServerSchema(Database):
    """The tables of one league in a schema of a database server."""

    snapshot_options = {"isolation_level": "REPEATABLE READ"}  # noqa: RUF012  # nothing changes it

    def __init__(self, engine: sql.Engine, address: str, schema: str) -> None:
        super().__init__(engine.execution_options(schema_translate_map={None: schema}), f"{address}#{schema}")
        self._address, self._schema = address, schema
        digest = blake2b(schema.encode(), digest_size=8, person=b"arena league").digest()
        self._lock = (int.from_bytes(digest[:4], "big", signed=True), int.from_bytes(digest[4:], "big", signed=True))

    def claim(self, connection: sql.Connection) -> None:
        """Claims the schema by a lock on the server; raises ArenaError [being-played] if another arena has the lock.

        The claim ends when `connection` ends, or earlier by `give_up`.
        """
        deadline = time.monotonic() + KILLED_PASS_S
        while not _asked(connection, sql.func.pg_try_advisory_lock(*self._lock)):
            if time.monotonic() > deadline:
                raise being_played(self.where, "another arena")
            time.sleep(TICK_S)

    def give_up(self, connection: sql.Connection) -> None:
        """Releases the lock of `claim`, without waiting until the server notices that `connection` has ended."""
        _asked(connection, sql.func.pg_advisory_unlock(*self._lock))

    def is_claimed(self) -> bool:
        """Returns whether any connection to the server holds the lock of this league, because an arena is
        playing it.
        """
        first, second = (number % (1 << 32) for number in self._lock)
        held = sql.text(
            "select 1 from pg_locks where locktype = 'advisory' and granted and objsubid = 2"
            " and classid = :first and objid = :second"
            " and database = (select oid from pg_database where datname = current_database())"
        )
        with self.complaining(), self.engine.connect() as connection:
            return connection.execute(held, {"first": first, "second": second}).first() is not None

    def is_new(self, connection: sql.Connection) -> bool:
        """Returns whether the schema has no tables; raises ArenaError [not-results] if it has tables of another
        program, or only some of the tables of a league.
        """
        tables = {*sql.inspect(connection).get_table_names(schema=self._schema)}
        if tables and not tables >= {*METADATA.tables}:
            raise ArenaError(
                "not-results",
                f"{self.where} contains tables of another program, or only some of the tables of a league; found: "
                f"{', '.join(sorted(tables))}",
                "use another database, or give the league another name; each name has its own tables",
            )
        return not tables

    def make(self) -> None:
        """Makes the schema if it does not exist."""
        with self.complaining(), self.engine.begin() as connection:
            connection.execute(sql.schema.CreateSchema(self._schema, if_not_exists=True))

    def complaint(self, error: DatabaseError) -> ArenaError:
        """Returns the ArenaError for an error of the server, chosen by PostgreSQL's error code, or by the message if
        there is no code.
        """
        state = str(getattr(error.orig, "sqlstate", None) or "")
        reason = reason_of(error, self.engine.url)
        if isinstance(error, IntegrityError):
            return damaged(self.where, reason)
        if state in NOT_THERE:
            return ArenaError(
                "no-store",
                f"the database at {self._address} does not have results of a league named {self._schema}",
                "correct the league's name after # in the address, or play the league with arena run-league --store",
            )
        if refused := refusal(error, self._address, self.engine.url, AGAIN):
            return refused
        hint = "free space on the database server, then run the same command again; stored matches are kept"
        if state == NO_RIGHT:
            hint = (
                "ask the database's administrator for the right to create and change the league's schema, or use "
                "another database"
            )
        return failed(self.where, reason, hint if state in (NO_ROOM, NO_RIGHT) else ROOM)


def connect_server(reference: str, league: str | None, *, reading: bool) -> ServerSchema:
    """Opens the schema of a league; makes the schema first, unless the league is only read.

    Raises ArenaError [bad-store], [no-driver], [no-server].
    """
    address = read_address(reference)
    schema = address.league or league
    if schema is None:
        raise ArenaError(
            "bad-store",
            f"the address {address.shown} does not name a league",
            "add # and the league's name to the address: …/DATABASE#LEAGUE",
        )
    database = ServerSchema(engine_at(address.url), address.shown, schema)
    if not reading:
        database.make()
    return database


def _asked(connection: sql.Connection, question: "sql.Function[bool]") -> bool:
    """Calls a function of the server in a separate transaction, and returns its result."""
    with connection.begin():
        answer: bool = connection.execute(sql.select(question)).scalar_one()
    return answer
