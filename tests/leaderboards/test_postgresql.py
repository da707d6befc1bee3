"""The store in a PostgreSQL database: a real server, started for these tests."""

import os
import pwd
import shutil
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sql

from arena.errors import ArenaError
from arena.league.results import Result
from leaderboards.standings import standings
from leaderboards.store import Store
from leaderboards.tables import MATCHES
from leaderboards.verification import verify
from tests.leaderboards.results import league, ordinals, played, results

INSTALLED = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
SERVER = shutil.which("postgres") or next((str(folder / "postgres") for folder in reversed(INSTALLED)), None)

pytest.importorskip("psycopg", reason="psycopg is not installed: pip install 'bot-arena[postgresql]'")
pytestmark = pytest.mark.skipif(SERVER is None, reason="no PostgreSQL server is installed")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of an empty database."""
    folder = tmp_path_factory.mktemp("postgresql")
    programs = Path(SERVER or "").parent
    user = _unprivileged(folder)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def run(*command: str | Path) -> None:
        subprocess.run(command, check=True, user=user, cwd=folder, stdout=subprocess.DEVNULL)

    name = pwd.getpwnam(user).pw_name if user else pwd.getpwuid(os.getuid()).pw_name
    run(programs / "initdb", "-D", folder / "data", "-A", "trust")
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
    control = (programs / "pg_ctl", "-D", folder / "data", "-w", "-l", folder / "log")
    run(*control, "-o", options, "start")
    yield f"postgresql+psycopg://{name}@127.0.0.1:{port}/postgres"
    run(*control, "-m", "immediate", "stop")


def _unprivileged(folder: Path) -> str | None:
    """The user to run the server as: it refuses to be root."""
    if os.getuid():
        return None
    shutil.chown(folder, "postgres")
    for parent in folder.parents[:3]:
        parent.chmod(parent.stat().st_mode | 0o011)
    return "postgres"


def test_records_come_back_as_they_were_and_make_the_same_standings_as_a_file(address: str, tmp_path: Path) -> None:
    with closing(Store.create(tmp_path / "league.db", league())) as file:
        file.add(results())
        expected, table = list(file.matches()), standings(file.matches())
    with closing(Store.create(address, league())) as store:
        assert store.played(6) == bytearray(6)
        for result in reversed(results()):
            store.add([result])
    with closing(Store.open(f"{address}#{league().name}")) as store:
        assert list(store.matches()) == expected
        assert standings(store.matches()) == table
        assert store.find(results()[2].id.hex()[:9]).ordinal == 2
        assert store.find("3").ordinal == 3
        assert store.components() == league().components


def test_leagues_of_one_database_do_not_meet(address: str) -> None:
    other = replace(league(), name="autumn", seed=99)
    with closing(Store.create(address, other)) as store:
        assert list(store.matches()) == []
        store.add(results()[:1])
    with closing(Store.open(f"{address}#autumn", other)) as store:
        assert ordinals(store.matches()) == [0]


def test_another_league_of_the_same_name_is_refused(address: str) -> None:
    Store.create(address, replace(league(), name="winter")).close()
    with pytest.raises(ArenaError, match="holds results of another league; it differs in seed") as refusal:
        Store.create(address, replace(league(), name="winter", seed=99))
    assert refusal.value.code == "other-league"


def test_a_match_is_kept_once(address: str) -> None:
    with closing(Store.create(address, replace(league(), name="once"))) as store:
        store.add(results()[:1])
        with pytest.raises(ArenaError, match="duplicate key") as refusal:
            store.add(results()[:2])
        assert refusal.value.code == "store-failed"
        assert ordinals(store.matches()) == [0]


def test_results_are_audited_as_those_of_a_file_are(address: str, tmp_path: Path) -> None:
    audited = replace(league(), name="audited")
    fixtures = list(played(audited))
    with closing(Store.create(address, audited)) as store:
        for result in reversed(fixtures):
            store.add([result])
    with closing(Store.create(tmp_path / "league.db", audited)) as file:
        file.add(fixtures)
        seal = file.seal()
    with closing(Store.open(f"{address}#audited")) as store:
        found = verify(store, tmp_path, lambda _: None)
        assert (found.failures, found.matches, found.seal) == ([], 6, seal.text())
        with store._engine.begin() as connection:
            connection.execute(sql.update(MATCHES).where(MATCHES.c.ordinal == 3), {"timing": b"\x0a\x01\x07"})
            connection.execute(sql.delete(MATCHES).where(MATCHES.c.ordinal == 1))
        found = verify(store, tmp_path, lambda _: None)
        assert {(failure.ordinal, failure.part) for failure in found.failures} == {
            (3, "mark"),
            (3, "thinking time"),
            (3, "slowest choice"),
            (None, "seal"),
        }


def test_two_writers_keep_one_seal(address: str, tmp_path: Path) -> None:
    shared = replace(league(4), name="shared")
    matches = list(played(shared))
    with closing(Store.create(address, shared)) as one, closing(Store.create(address, shared)) as two:

        def add(store: Store, mine: list[Result]) -> None:
            for result in mine:
                store.add([result])

        with ThreadPoolExecutor() as threads:
            for job in [threads.submit(add, one, matches[::2]), threads.submit(add, two, matches[1::2])]:
                job.result()
        assert verify(one, tmp_path, lambda _: None).failures == []
        assert one.count() == len(matches) == 12


@pytest.mark.parametrize(
    ("reference", "code", "sentence"),
    [
        ("{}", "bad-store", "names no league"),
        ("{}#nowhere", "not-results", "does not exist"),
        ("mysql://localhost/arena#cup", "bad-store", "expected postgresql"),
        ("postgresql+nonesuch://localhost/arena#cup", "bad-store", "expected postgresql"),
        ("postgresql+psycopg://nobody:secret@127.0.0.1:9/arena#cup", "store-failed", "nobody:\\*\\*\\*@127.0.0.1"),
    ],
)
def test_what_cannot_be_read_is_told_in_a_sentence(address: str, reference: str, code: str, sentence: str) -> None:
    with pytest.raises(ArenaError, match=sentence) as refusal:
        Store.open(reference.format(address))
    assert refusal.value.code == code
