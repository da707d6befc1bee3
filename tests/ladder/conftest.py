"""Fixtures for tests of ladders: a new ladder for each test, with a clock that the test sets by hand."""

from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from arena.building.manifest import Manifest
from arena.ladder.accounts.people import add_person
from arena.ladder.accounts.rights import Role, Who
from arena.ladder.accounts.tokens import Kind, exchange, make_link, whose
from arena.ladder.examining.examining import Examination
from arena.ladder.ladder import Ladder
from tests.servers import MISSING, Postgres
from tests.suite.sizes import full

NUMBERS = count()
on_both = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
"""A mark that runs a test with both kinds of database. It marks the tests of what every database must do for a ladder,
and at least one test of each part of the code that uses the database.
"""


class Clock:
    """A clock that shows the time set by the test."""

    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(autouse=True)
def own_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes ladders build bots in the test's temporary folder, which is removed after the test."""
    monkeypatch.setattr("arena.ladder.ladder.CACHE", tmp_path / "bots")


# `make test` uses the database server in the tests with `on_both`
@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=full)])
def database(request: pytest.FixtureRequest) -> str | None:
    """Returns the address of the database server for a test's new ladders; None if they store their rows in a file."""
    if request.param == "sqlite":
        return None
    server: Postgres = request.getfixturevalue("postgres")
    return f"{server.address}#ladder-{next(NUMBERS)}"


@pytest.fixture
def own() -> Iterator[Postgres]:
    """Yields a running database server for one test, which may kill the server."""
    if MISSING:
        pytest.skip(MISSING)
    server = Postgres()
    server.start()
    yield server
    server.remove()


@pytest.fixture
def ladder(tmp_path: Path, clock: Clock, database: str | None) -> Iterator[Ladder]:
    with closing(Ladder(tmp_path / "ladder", clock, database)) as ladder:
        yield ladder


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaces the check of a bot by one that passes at once."""

    async def check(self: Examination, manifest: Manifest) -> str:
        return "1 start pass"

    monkeypatch.setattr(Examination, "check", check)


def joined(ladder: Ladder, name: str, role: Role = Role.AUTHOR, kind: Kind = Kind.BROWSER) -> Who:
    """Adds a person to the ladder and signs them in; returns the person's rights."""
    with ladder.base.writing() as connection:
        person = add_person(connection, name, role, ladder.now_ms(), "test")
        link = make_link(connection, person, 7, ladder.now_ms(), "test")
        made = exchange(connection, link, kind, ladder.now_ms())
        assert made
        who = whose(connection, made[1], ladder.now_ms())
    assert who
    return who
