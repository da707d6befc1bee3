"""Parses the address of a league on a database server, `postgresql+psycopg://USER:PASSWORD@HOST:PORT/DATABASE#LEAGUE`.

Rule 1: every error in an address is reported before anything is played.
Rule 2: no message contains a password, even if the address is malformed.
"""

import re
from typing import Final, NamedTuple

import sqlalchemy as sql
from sqlalchemy.exc import ArgumentError

from arena.errors import ArenaError

DRIVER: Final = "postgresql+psycopg"
SCHEMES: Final = (DRIVER, "postgresql")
EXPECTED: Final = f"{DRIVER}://USER@HOST/DATABASE"
MOST_PORT: Final = 65_535


class Address(NamedTuple):
    """The address of a server's database, and the name of a league in it."""

    url: sql.URL
    league: str | None
    shown: str
    """The address of the database without its password, for messages."""


def is_url(reference: str) -> bool:
    """Returns whether the reference is the URL of a database server; if not, it is a path."""
    return "://" in reference


def read_address(reference: str) -> Address:
    """Parses an address from a person's input; raises ArenaError [bad-store] if it is malformed."""
    database, _, league = reference.partition("#")
    scheme, _, rest = database.partition("://")
    if scheme not in SCHEMES or not rest:
        raise _bad(reference, "is not the address of a database")
    try:
        url = sql.make_url(database).set(drivername=DRIVER)
    except (ArgumentError, ValueError) as error:
        raise _bad(
            reference, "has a port that is not a number" if "int()" in str(error) else "cannot be read"
        ) from error
    if url.port is not None and not 0 < url.port <= MOST_PORT:
        raise _bad(reference, f"has a port that is not between 1 and {MOST_PORT}")
    if not url.database:
        raise _bad(reference, "does not name a database")
    return Address(url, league or None, without_password(database))


def without_password(reference: str) -> str:
    """Returns `reference` with `***` in place of everything that may be a password, for messages."""
    scheme, mark, rest = reference.partition("://")
    if not mark:
        return reference
    login, at, place = rest.rpartition("@")
    user, colon, _ = login.partition(":")
    if not at:  # without a host, a password is in the place of a port
        place = re.sub(r"^([^\[:/?#]*):(?!\d+(?:[/?#]|$))[^/?]+", r"\1:***", place)
    place = re.sub(r"(?i)(password=)[^&#]*", r"\1***", place)
    return f"{scheme}{mark}{user}{':***' if colon else ''}{at}{place}"


def _bad(reference: str, wrong: str) -> ArenaError:
    return ArenaError(
        "bad-store",
        f"{without_password(reference) or 'an empty text'} {wrong}; expected {EXPECTED}",
        "correct the address of the PostgreSQL server; to use a results file, give its path (for run-league, with "
        "--db)",
    )
