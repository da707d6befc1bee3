"""The database of a ladder as a schema on a PostgreSQL server.

Rule 1: a writer takes a lock on the server before it reads anything, so that writers run one after another, as they do
if the ladder's database is a file.
Rule 2: if the server cannot be reached, users are advised to try again, but never see the server's address.
Rule 3: a commit is on the server's disk before it is acknowledged, whatever the server's settings are.
"""

import time
from hashlib import blake2b
from typing import Any, Final

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError

from arena.errors import ArenaError
from arena.ladder.keeping.base import BUSY_S, CONNECTIONS, SOON, Base, away, failed, no_room
from leaderboards.store.places.address import Address
from leaderboards.store.places.server_connection import engine_at, reason_of, refusal

AWAY_STATES: Final = ("", "08", "57", "25006", "40", "53", "58")
"""The beginnings of the SQL states of temporary errors; "" stands for an error without an SQL state."""
NO_ROOM: Final = "53100"
BUSY: Final = "55P03"
AGAIN: Final = (
    "check that the database server runs at this address, then try again; everything that the server has "
    "confirmed is kept"
)
CONNECT_S: Final = 5
SILENT_S: Final = 20
"""The time in seconds after which a connection is treated as broken, if the server's machine does not respond."""
KILLED_PASS_S: Final = 1.0
"""The maximum time in seconds that the database server may need to notice that an arena process was killed."""
TICK_S: Final = 0.05
SETTINGS: Final = (
    f"SET lock_timeout = '{BUSY_S:.0f}s'",
    f"SET idle_in_transaction_session_timeout = '{2 * BUSY_S:.0f}s'",  # ends a transaction whose machine is gone
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
)


class ServerBase(Base):
    """The database of a ladder on a PostgreSQL server."""

    reading_options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}  # noqa: RUF012  # a constant
    writing_options = {"isolation_level": "READ COMMITTED"}  # noqa: RUF012  # sees all changes committed before it got the lock

    def __init__(self, address: Address, schema: str) -> None:
        """Prepares the database without connecting; raises ArenaError [no-driver].

        `schema`: the name of the ladder's schema.
        """
        super().__init__(_engine(address.url, schema), f"{address.shown}#{schema}")
        self._shown, self._schema = address.shown, schema
        self._serving: sql.Connection | None = None

    def demand_there(self) -> None:
        """Makes the schema if it is missing; raises ArenaError [no-server], [ladder-failed]."""
        try:
            with self.engine.begin() as connection:
                there = sql.inspect(connection).has_schema(self._schema)
                if not there:  # a user without the right to make a schema may use an existing one
                    connection.execute(sql.schema.CreateSchema(self._schema, if_not_exists=True))
        except DBAPIError as error:
            refused = refusal(error, self._shown, self.engine.url, AGAIN)
            raise refused or failed(reason_of(error, self.engine.url)) from error

    def is_new(self) -> bool:
        """Whether the schema has no tables yet; raises ArenaError if the database cannot be read."""
        with self.reading() as connection:
            return not sql.inspect(connection).get_table_names()

    def claim(self) -> None:
        """Reserves the schema for this arena process; no other process can then serve it, even from another folder that
        wrongly names the same schema.

        The reservation of a killed process may still exist for KILLED_PASS_S seconds, so the method waits that long
        before it raises ArenaError [ladder-in-use].
        """
        until = time.monotonic() + KILLED_PASS_S
        with self._complaining():
            self._serving = self.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            while not self._serving.scalar(sql.select(sql.func.pg_try_advisory_lock(self._lock(b"serves")))):
                if time.monotonic() > until:
                    raise in_use(self.where)
                time.sleep(TICK_S)

    def close(self) -> None:
        """Ends the reservation made by `claim`, and closes the connections to the database server."""
        if self._serving:
            self._serving.invalidate()
            self._serving.close()
            self._serving = None
        super().close()

    def copy_before(self, connection: sql.Connection, revision: str) -> str:
        """Copies all rows to another schema, in the transaction of the upgrade; returns the address of the copy.

        `revision`: the revision of the tables before the upgrade.
        """
        copy = f"{self._schema}-before-upgrade-from-{revision}"
        quoted = connection.dialect.identifier_preparer.quote
        connection.execute(sql.schema.DropSchema(copy, cascade=True, if_exists=True))
        connection.execute(sql.schema.CreateSchema(copy))
        for name in sql.inspect(connection).get_table_names():
            connection.exec_driver_sql(f"CREATE TABLE {quoted(copy)}.{quoted(name)} AS TABLE {quoted(name)}")
        return f"{self._shown}#{copy}"

    def lock_out(self, connection: sql.Connection) -> None:
        """Waits until no other connection writes, and then prevents all other connections from writing until the
        transaction of `connection` ends.

        Later statements of `connection` see all earlier changes of the other connections.
        """
        connection.execute(sql.select(sql.func.pg_advisory_xact_lock(self._lock(b"writes"))))

    def complaint(self, error: DBAPIError) -> ArenaError:
        """Returns the ArenaError for the SQL state of a database error; its sentence does not contain the server's
        address.
        """
        state = str(getattr(error.orig, "sqlstate", None) or "")
        if state == NO_ROOM:
            return no_room()
        if state == BUSY:
            return failed(f"another program has been writing to the database for {BUSY_S:.0f} s", SOON)
        if error.connection_invalidated or state.startswith(AWAY_STATES[1:]) or not state:
            return away()
        return failed(reason_of(error, self.engine.url))

    def _lock(self, purpose: bytes) -> int:
        digest = blake2b(self._schema.encode(), digest_size=8, key=purpose, person=b"arena ladder").digest()
        return int.from_bytes(digest, "big", signed=True)


def in_use(where: object) -> ArenaError:
    """Returns the ArenaError [ladder-in-use] for a ladder that another arena serves.

    `where`: the ladder's folder or database.
    """
    return ArenaError(
        "ladder-in-use",
        f"another arena server is using the ladder in {where}",
        "stop the other server first, or use the other server's web page",
    )


def _engine(url: sql.URL, schema: str) -> sql.Engine:
    engine = engine_at(
        url,
        pool_size=CONNECTIONS,
        pool_pre_ping=True,  # after a restart of the server, reconnects without an error
        hide_parameters=True,  # errors are logged, and parameters may be secret
        connect_args={
            "connect_timeout": CONNECT_S,
            "tcp_user_timeout": SILENT_S * 1000,
            "keepalives_idle": SILENT_S // 2,
            "keepalives_interval": SILENT_S // 4,
        },
    )

    @sql.event.listens_for(engine, "connect")
    def _connected(connection: Any, _: object) -> None:  # noqa: ANN401  # the type depends on the driver
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('search_path', %s, false)", (f'"{schema}"',))
            for setting in SETTINGS:
                cursor.execute(setting)
        connection.commit()

    return engine
