"""Tests of a league whose processes are killed up to twenty times: every match counts exactly once, and the league ends
like a league that was never killed.
"""

import os
import secrets
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.end_to_end.conftest import ROUNDS
from tests.end_to_end.processes import (
    Ended,
    alive,
    arena,
    bots_in,
    counted,
    ended,
    start,
    stored,
    temporary,
    until,
    workers_of,
)
from tests.suite.sizes import sized

KILLS: Final = sized(3, 20)
SEED: Final = "ARENA_KILL_SEED"
"""The name of an environment variable that may contain a random seed. With the seed of an earlier run, the arena is
killed at the same moments as in that run.
"""


def rows(folder: Path) -> list[tuple[int, bytes, bytes]]:
    """Returns the place in the schedule, the id and the record of every match in the league's database."""
    with closing(sqlite3.connect(folder / "results" / "cup" / "league.db")) as connection:
        return connection.execute("select ordinal, id, record from matches order by ordinal").fetchall()


def wait_for_a_moment(number: int, process: "subprocess.Popen[str]", folder: Path, rng: Random) -> str:
    """Waits until a random moment for the kill with this number, and returns a description of the moment.

    The moment is either at most 0.8 s after the call, when the results may not exist yet, or just after one to eight
    more matches are stored. Numbers begin at 0; every third kill (2, 5, ...) waits for more matches, so that the league
    progresses.
    """
    if number % 3 < 2 and rng.random() < 0.6:
        delay_s = rng.uniform(0, 0.8)
        time.sleep(delay_s)
        return f"after {delay_s:.3f} s"
    matches = stored(folder) + rng.randint(1, 8)
    until(lambda: counted(folder) >= matches or process.poll() is not None, f"{matches} matches are stored")
    delay_s = rng.uniform(0, 0.03)
    time.sleep(delay_s)
    return f"{delay_s:.3f} s after {matches} matches"


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_league_killed_again_and_again_is_the_league_never_killed(cup: Path, in_one_go: tuple[Path, Ended]) -> None:
    seed = int(os.environ.get(SEED, secrets.randbits(32)))
    rng = Random(seed)
    print(f"{SEED}={seed}")  # noqa: T201  # pytest shows the seed if the test fails
    workers: list[int] = []
    for number in range(KILLS):
        process = start(cup, "run-league", "cup.toml", "--workers", "2", "--in-flight", "1")
        moment = wait_for_a_moment(number, process, cup, rng)
        workers += workers_of(process)
        together = rng.random() < 0.5
        assert process.poll() is None, f"the league is over before kill {number}"
        os.killpg(process.pid, signal.SIGKILL) if together else process.kill()
        assert ended(process).status == -signal.SIGKILL
        print(f"kill {number} {'of the group ' if together else ''}{moment}: {stored(cup)} stored")  # noqa: T201
        if stored(cup) and number % 4 == 0:
            said = arena(cup, "verify", "results/cup")
            assert (said.status, said.err) == (0, ""), said.out
    before = stored(cup)
    assert 0 < before < 3 * ROUNDS
    said = arena(cup, "run-league", "cup.toml", "--workers", "2")
    assert said.status == 0, said.err
    left = [path.name for path in temporary(cup).iterdir()]
    assert [name for name in left if not name.startswith("arena-bots-")] == []
    assert f"{3 * ROUNDS} of {3 * ROUNDS} matches; {3 * ROUNDS - before} played in " in said.err

    never_killed, expected = in_one_go
    assert said.out == expected.out
    assert rows(cup) == rows(never_killed)
    table = Path("results") / "cup" / "standings.md"
    assert (cup / table).read_bytes() == (never_killed / table).read_bytes()
    for folder in (cup, never_killed):
        assert arena(folder, "verify", "results/cup").status == 0
    until(lambda: not any(map(alive, workers)), "the workers have ended")
    until(lambda: not bots_in(cup), "the bots have ended")
