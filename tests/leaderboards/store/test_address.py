"""Tests of the addresses of database servers: an error in an address is reported without its password."""

import pytest

from arena.errors import ArenaError
from leaderboards.store.places.address import read_address, without_password

BAD = {
    "nonsense": "nonsense is not the address of a database",
    "": "an empty text is not the address of a database",
    "results/cup": "results/cup is not the address of a database",
    "postgresql": "postgresql is not the address of a database",
    "postgresql://": "postgresql:// is not the address of a database",
    "postgres://host/db": "postgres://host/db is not the address of a database",
    "mysql://ann:secret@host/db": "mysql://ann:***@host/db is not the address of a database",
    "postgresql+asyncpg://ann:secret@host/db": "postgresql+asyncpg://ann:***@host/db is not the address of a database",
    "postgresql+psycopg://ann:secret@host:x/db": (
        "postgresql+psycopg://ann:***@host:x/db has a port that is not a number"
    ),
    "postgresql://ann:secret/db": "postgresql://ann:***/db has a port that is not a number",
    "postgresql://ann:secret@host:99999/d": "postgresql://ann:***@host:99999/d has a port that is not between",
    "postgresql://ann:secret@host:0/db": "postgresql://ann:***@host:0/db has a port that is not between 1 and 65535",
    "postgresql://ann:secret@host": "postgresql://ann:***@host does not name a database",
    "postgresql://ann:sec#ret@host:x/db": "postgresql://ann:***@host:x/db ",
    "postgresql://host:x/db?password=secret": "postgresql://host:***/db?password=*** ",
    "postgresql://[::1/db": "postgresql://[::1/db ",
}


@pytest.mark.parametrize(("reference", "sentence"), BAD.items(), ids=list(BAD))
def test_a_bad_address_is_refused_without_its_password(reference: str, sentence: str) -> None:
    with pytest.raises(ArenaError) as caught:
        read_address(reference)
    assert caught.value.code == "bad-store"
    assert caught.value.message.startswith(sentence)
    assert caught.value.message.endswith("; expected postgresql+psycopg://USER@HOST/DATABASE")
    assert "secret" not in str(caught.value)
    assert "ret@" not in str(caught.value)


@pytest.mark.parametrize(
    ("reference", "shown"),
    [
        ("postgresql://host/db", "postgresql://host/db"),
        ("postgresql+psycopg://ann@host:5432/db", "postgresql+psycopg://ann@host:5432/db"),
        ("postgresql://ann:secret@host:5432/db", "postgresql://ann:***@host:5432/db"),
        ("postgresql://ann@[::1]:5432/db", "postgresql://ann@[::1]:5432/db"),
        ("postgresql:///db?host=/run/postgresql&password=secret", "postgresql:///db?host=/run/postgresql&password=***"),
    ],
)
def test_a_good_address_is_shown_without_its_password(reference: str, shown: str) -> None:
    address = read_address(f"{reference}#cup")
    assert (address.shown, address.league) == (shown, "cup")
    assert address.url.drivername == "postgresql+psycopg"
    assert read_address(reference).league is None


def test_a_path_is_shown_as_it_is() -> None:
    assert without_password("a:b@c/league.db") == "a:b@c/league.db"
