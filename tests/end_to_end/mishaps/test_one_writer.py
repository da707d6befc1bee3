"""Tests that only one arena writes results: a second one is refused, readers do not disturb it, and changes by other
programs are detected.
"""

import os
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sql
from sqlalchemy.pool import NullPool

from leaderboards.store import Store
from tests.end_to_end import conftest
from tests.end_to_end.processes import (
    Ended,
    arena,
    bots_in,
    ended,
    random_league,
    records,
    running,
    stored,
    told_stored,
    write_league,
)
from tests.leaderboards.audits import forge_row

ROUNDS = 20
"""The number of rounds of the league. A test halts the arena during the league; a league with fewer rounds might end
before that. With more rounds, the tests would take longer, because they wait for the end of the league.
"""
SLOWLY = ("cup.toml", "--workers", "1", "--in-flight", "1")
RESULTS = Path("results") / "cup"


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """Returns a folder with a short league, not yet played."""
    random_league(tmp_path, ROUNDS)
    return tmp_path


@contextmanager
def halted(pid: int, folder: Path) -> Iterator[None]:
    """Halts the arena that plays in `folder` while the context is active. The moment is chosen so that the halted arena
    is not in the middle of writing to the database.
    """
    os.kill(pid, signal.SIGSTOP)
    try:
        while writing(folder):
            os.kill(pid, signal.SIGCONT)
            time.sleep(0.01)
            os.kill(pid, signal.SIGSTOP)
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def writing(folder: Path) -> bool:
    """Returns whether a process has the database's lock for writing."""
    with closing(sqlite3.connect(folder / RESULTS / "league.db", timeout=0.05)) as connection:
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return True
        connection.rollback()
        return False


def rewrite(folder: Path, matches: int) -> str:
    """Forges the first `matches` stored matches with correct checksums, as a person who knows the format could do.
    Returns the seal, which is a hash, of the forged results.
    """
    path = folder / RESULTS / "league.db"
    store = Store.open(path)
    with sql.create_engine(f"sqlite:///{path}", poolclass=NullPool).begin() as connection:
        for match in list(store.matches())[:matches]:
            forge_row(connection, store, match.ordinal, b"\x0a\x03\x01\x02\x03\x12\x03\x01\x02\x03")
    seal = store.seal().text()
    store.close()
    return seal


# tests/leaderboards/store/test_tampering.py tests other changes by other programs.
def test_results_rewritten_while_the_league_is_played_are_found_and_their_seal_is_not_printed(cup: Path) -> None:
    with running(cup, *SLOWLY, matches=20) as process:
        with halted(process.pid, cup):
            before = [place for place, _ in records(cup)]
            seals = {rewrite(cup, 20)}
        said = ended(process)
    named = ", ".join(map(str, before[:5]))
    assert said.status == 1
    assert (
        "Error: another program changed results/cup/league.db while the league was played: "
        f"matches {named} and 15 more  [tampered]\nHint: "
    ) in said.err
    assert "seal:" not in said.out + said.err
    assert said.out == ""
    for again in ("verify results/cup", "run-league cup.toml"):
        refused = arena(cup, *again.split())
        assert refused.status == 1
        assert "[not-verified]" in refused.err or "are damaged: the seal does not fit the matches" in refused.err
        assert not [seal for seal in seals if f"seal: {seal}" in refused.err]


def test_a_second_arena_is_refused_at_once_and_readers_see_what_is_stored(
    cup: Path, uninterrupted: tuple[Ended, list[tuple[int, object]]]
) -> None:
    write_league(cup, conftest.ROUNDS, "ann", "ben", "cid")
    with running(cup, "cup.toml", "--workers", "1", "--in-flight", "4", matches=5) as process:
        with halted(process.pid, cup):
            second = arena(cup, "run-league", "cup.toml")
            verified = arena(cup, "verify", "results/cup")
            shown = arena(cup, "standings", "results/cup")
            there = stored(cup)
        said = ended(process)
    assert second.status == 1
    assert second.complaint.startswith(
        f"Error: another arena (process {process.pid}) is playing the league in results/cup/league.db  [being-played]\n"
    )
    assert verified.status == 0, verified.err
    assert verified.out.startswith("the league is still being played; ")
    assert f"cup: {there} matches played again" in verified.out
    assert told_stored(shown.out) == there
    assert said.status == 0, said.err
    assert (said.out, records(cup)) == (uninterrupted[0].out, uninterrupted[1])


@pytest.mark.slow
def test_verify_and_play_do_not_hinder_each_other(cup: Path) -> None:
    write_league(cup, 4, "ann", "ben", "cid")  # four rounds, long enough to be verified several times
    with running(cup, *SLOWLY, matches=1) as process:
        while process.poll() is None:
            verified = arena(cup, "verify", "results/cup")
            assert verified.status == 0, verified
        assert ended(process).status == 0


@pytest.mark.slow
def test_results_of_a_killed_league_are_verified_also_where_they_had_been_complete(cup: Path) -> None:
    with running(cup, *SLOWLY, matches=5) as process:
        process.send_signal(signal.SIGTERM)  # SIGTERM has the same effect as an interrupt
        assert ended(process).status == 130
    assert bots_in(cup) == []
    assert (cup / RESULTS / "standings.md").exists()
    with running(cup, *SLOWLY, matches=stored(cup) + 5) as process:
        process.kill()
        ended(process)
    verified = arena(cup, "verify", "results/cup")
    assert verified.status == 0, verified
    assert verified.out.endswith(f"seal: {seal_of(cup)}\n")
    assert "being played" not in verified.out


def seal_of(folder: Path) -> str:
    store = Store.open(folder / RESULTS)
    try:
        return store.seal().text()
    finally:
        store.close()
