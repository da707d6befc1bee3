"""Tests of the report on the fairness of a league that has been played with real processes."""

import json
import os
import signal
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from arena.system.processes.cores import available_cores
from leaderboards.store import Store
from tests.end_to_end.processes import (
    SLOW_BOT,
    arena,
    bots_in,
    random_league,
    running,
    sleeping,
    until,
    write_bot,
    write_league,
)
from tests.league.leagues import UNCONFINED
from tests.suite.sizes import full

SLOW_ONCE = """
import tempfile
import time
from pathlib import Path
from arena.bot import Bot, run

SLOW = Path(tempfile.gettempdir(), "was-slow")

class SlowOnce(Bot):
    def choose(self, turn):
        if not SLOW.exists():
            SLOW.touch()
            time.sleep(2.5)
        return turn.legal[0]

run(SlowOnce)
"""


BURNS_OUT_OF_SIGHT = """
import os, time
done, tell = os.pipe()
if not os.fork():
    os.setsid()
    if os.fork():
        os._exit(0)
    while time.process_time() < 1.5:
        pass
    os.write(tell, b"!")
    time.sleep(600)
os.wait()
os.read(done, 1)
"""
"""The beginning of a bot that burns processor time in an orphaned process in its own session, where the time can be
attributed to no bot.
"""


def write_clock(folder: Path, clock: str) -> None:
    path = folder / "cup.toml"
    path.write_text(f"{path.read_text()}[clock]\n{clock}\n")


def fairness(folder: Path) -> Any:
    said = arena(folder, "standings", "results/cup", "--fairness", "--format", "json")
    assert said.status == 0, said.err
    return json.loads(said.out)


def test_a_strict_league_is_played_one_match_at_a_time_and_all_its_choices_and_cpu_time_are_known(
    tmp_path: Path,
) -> None:
    random_league(tmp_path, 2)
    write_clock(tmp_path, 'timing = "strict"')
    said = arena(tmp_path, "run-league", "cup.toml", "--workers", "1")
    assert said.status == 0, said.err
    found = fairness(tmp_path)
    [one] = found["runs"]
    assert (one["matches"], one["workers"], one["in_flight"], one["cores"]) == (6, 1, 1, available_cores())
    choices: int = sum(usage["choices"] for usage in one["usage"].values())
    with closing(Store.open(tmp_path / "results" / "cup")) as store:
        assert choices == sum(len(match.record.actions) for match in store.matches())
    for bot in found["bots"]:
        assert 0.05 < bot["cpu_s"] < 20
        assert 0 < bot["p50_ms"] <= bot["p90_ms"] <= bot["p99_ms"] <= bot["slowest_ms"]
    table = json.loads((tmp_path / "results" / "cup" / "standings.json").read_text())
    assert {line["bot"]: line["cpu_s"] for line in table["standings"]} == {
        bot["bot"]: bot["cpu_s"] for bot in found["bots"]
    }


def test_a_strict_league_on_too_few_processors_is_refused_unless_it_is_forced(tmp_path: Path) -> None:
    random_league(tmp_path, 1)
    write_clock(tmp_path, 'timing = "strict"')
    workers = str(available_cores() + 1)
    refused = arena(tmp_path, "run-league", "cup.toml", "--workers", workers)
    assert (refused.status, refused.out) == (1, "")
    assert (
        f"{workers} workers need {workers} processors, but this machine has {available_cores()}  [overload]"
        in refused.err
    )
    assert not (tmp_path / "results").exists()
    forced = arena(tmp_path, "run-league", "cup.toml", "--workers", workers, "--force")
    assert forced.status == 0, forced.err
    said = arena(tmp_path, "standings", "results/cup", "--fairness")
    assert "more workers than processors: times of thinking depend more on the machine than on the bots\n" in said.out


def test_a_bot_that_is_slow_once_loses_one_match_of_a_whole_league(tmp_path: Path) -> None:
    random_league(tmp_path, 4)
    write_bot(tmp_path, "slo", SLOW_ONCE)
    # slo notes in a file that it was slow; a new box would not have this file after a restart
    write_league(tmp_path, 4, "ann", "ben", "slo", head=UNCONFINED)
    write_clock(tmp_path, "bank_ms = 1000\nincrement_ms = 1000")
    said = arena(tmp_path, "run-league", "cup.toml", "--workers", "1")
    assert said.status == 0, said.err
    found = {bot["bot"]: bot for bot in fairness(tmp_path)["bots"]}
    assert {name: bot["faults"] for name, bot in found.items()} == {"ann": {}, "ben": {}, "slo": {"timeout": 1}}


@pytest.mark.slow
# `make test`: transport/processes/test_cpu.py
@pytest.mark.parametrize("timing", [pytest.param("shared", marks=full), "strict"])
def test_time_burnt_in_a_session_of_its_own_is_the_bots_and_nothing_of_it_stays(tmp_path: Path, timing: str) -> None:
    random_league(tmp_path, 1)
    write_bot(tmp_path, "spy", BURNS_OUT_OF_SIGHT + SLOW_ONCE)
    path = tmp_path / "cup.toml"
    path.write_text(path.read_text().replace('"cid"', '"spy"'))
    write_clock(tmp_path, f'timing = "{timing}"\nincrement_ms = 20000')
    said = arena(tmp_path, "run-league", "cup.toml", "--workers", "1", "--force")
    assert said.status == 0, said.err
    assert bots_in(tmp_path) == []
    found = {bot["bot"]: bot["cpu_s"] for bot in fairness(tmp_path)["bots"]}
    assert found["spy"] > 1.4


def test_what_left_the_session_of_its_bot_ends_with_a_killed_arena(tmp_path: Path) -> None:
    random_league(tmp_path, 60)
    write_bot(tmp_path, "spy", BURNS_OUT_OF_SIGHT + SLOW_BOT)
    path = tmp_path / "cup.toml"
    path.write_text(path.read_text().replace('"cid"', '"spy"'))
    with running(tmp_path, "cup.toml", "--workers", "1", "--in-flight", "1", matches=0) as process:
        until(lambda: bool(sleeping(tmp_path)), "the bot plays")
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    until(lambda: not bots_in(tmp_path), "the bots have ended")
