"""Connects to a database server, or explains why the connection fails.

Rule: no message contains a password, even if the driver's message does.
"""

from typing import Any, Final

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError, OperationalError

from arena.errors import ArenaError

LOGIN: Final = (
    "give the user and the password in the address, as postgresql+psycopg://USER:PASSWORD@HOST/DATABASE, or set "
    "the environment variable PGPASSWORD"
)
LOST: Final = ("08", "57")
"""PostgreSQL's classes of errors that mean a lost connection: connection exception and operator intervention."""
LOGIN_REFUSED: Final = ("authentication failed", "no password supplied", "pg_hba.conf", "role ")


def engine_at(url: sql.URL, **options: Any) -> sql.Engine:  # noqa: ANN401  # any option of sql.create_engine
    """Returns the database engine for a server; raises ArenaError [no-driver] if psycopg is not installed."""
    try:
        return sql.create_engine(url, **options)
    except ImportError as error:
        raise ArenaError(
            "no-driver",
            f"the Python package psycopg, which connects to PostgreSQL, cannot be loaded: {error}",
            "install psycopg with pip install 'bot-arena[postgresql]'",
        ) from error


def refusal(error: DBAPIError, shown: str, url: sql.URL, again: str) -> ArenaError | None:
    """Returns the ArenaError for a server that refuses the connection or cannot be reached; None if `error` has another
    cause.

    `shown`: the server's address without its password. `again`: the hint to show if the server does not answer.
    """
    state, reason = str(getattr(error.orig, "sqlstate", None) or ""), reason_of(error, url)
    if state.startswith("28") or (not state and any(sign in reason for sign in LOGIN_REFUSED)):
        return ArenaError("no-server", f"the database server refuses the connection to {shown}: {reason}", LOGIN)
    if state == "3D000" or (not state and reason.endswith("does not exist")):
        hint = f"make the database with createdb {url.database} on the server, or correct the address"
        return ArenaError("no-server", f"the database server refuses the connection to {shown}: {reason}", hint)
    if state.startswith(LOST) or (not state and isinstance(error, OperationalError)):
        return ArenaError("no-server", f"the database server at {shown} cannot be reached: {reason}", again)
    return None


def reason_of(error: DBAPIError, url: sql.URL) -> str:
    """Returns the first line of the driver's or the server's message, without the password."""
    line = (str(error.orig).strip().splitlines() or ["no reason is given"])[0].removeprefix("connection failed: ")
    return line.replace(url.password, "***") if isinstance(url.password, str) and url.password else line
