"""Tests of schedules and early ends of leagues with real processes: the blocks are the same after any interruption."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.end_to_end.processes import (
    RECALLING,
    SLOW_BOT,
    Ended,
    alive,
    arena,
    bots_in,
    ended,
    records,
    running,
    sleeping,
    start,
    until,
    workers_of,
    write_bot,
)
from tests.league.leagues import UNCONFINED
from tests.suite.sizes import full

BOTS = ("ann", "ben", "cid", "dot", "eva", "fay")
SWISS = 'schedule = "swiss"\nrounds = 5\n'
MATCHES = 5 * 2 * 3
"""The number of matches in the Swiss league: five rounds of two tables, each with three seatings."""
LADDER = 'schedule = "ladder"\nblocks = {blocks}\n'
ENDING = 'schedule = "balanced"\nblocks = 400\nuntil = "top 1 apart at 90 %"\n'

WEAK_BOT = """
from arena.bot import Bot, run

class Weak(Bot):
    def choose(self, turn):
        return turn.legal[0]

run(Weak)
"""

Played = tuple[Ended, list[tuple[int, object]]]


def write_cup(folder: Path, head: str, *bots: str) -> None:
    """Writes the file of a league of these bots: names in BOTS are random bots, other names are house bots. Writes the
    random bots that do not exist yet. `head`: further lines of the league file.
    """
    for name in bots:
        if name in BOTS and not (folder / name).exists():
            write_bot(folder, name)
    entries = "".join(f'[[bots]]\nmanifest = "{name}"\n' for name in bots)
    (folder / "cup.toml").write_text(f'game = "verraeter"\nseats = 3\nseed = 5\n{RECALLING}{head}{entries}')


@pytest.fixture(scope="module")
def noted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the path of a file to which one bot of the Swiss leagues appends a letter each time it is started."""
    return tmp_path_factory.mktemp("noted") / "started"


def write_swiss(folder: Path, noted: Path) -> None:
    """Writes a Swiss league in which one bot appends a letter to the file `noted` each time it is started. No bot is
    confined, because a sandbox would keep this bot from writing to the file.
    """
    write_cup(folder, UNCONFINED + SWISS, *BOTS)
    program = folder / "ann" / "bot.py"
    program.write_text(f'open("{noted}", "a").write("x")\n{program.read_text()}')


@pytest.fixture(scope="module")
def swiss(tmp_path_factory: pytest.TempPathFactory, noted: Path) -> Played:
    """Plays the Swiss league without interruption with two workers; returns the command's result and the records."""
    folder = tmp_path_factory.mktemp("swiss")
    write_swiss(folder, noted)
    said = arena(folder, "run-league", "cup.toml", "--workers", "2", "--in-flight", "1")
    assert said.status == 0, said.err
    assert noted.read_text() == "xx", "bots live as long as the league, however many rounds are paired"
    return said, records(folder)


def test_a_swiss_league_has_every_round_and_with_one_worker_and_killed_it_is_the_same(
    tmp_path: Path, swiss: Played, noted: Path
) -> None:
    assert [place for place, _ in swiss[1]] == list(range(MATCHES))
    write_swiss(tmp_path, noted)
    with running(tmp_path, "cup.toml", "--workers", "1", "--in-flight", "1", matches=8) as process:
        process.kill()
        process.communicate()
    until(lambda: not bots_in(tmp_path), "the bots have ended")
    assert 8 <= len(records(tmp_path)) < MATCHES
    said = arena(tmp_path, "run-league", "cup.toml", "--workers", "1")
    assert said.status == 0, said.err
    assert records(tmp_path) == swiss[1]
    assert said.out == swiss[0].out


@full  # in `make test`, the test above continues a Swiss league, and mishaps/test_interrupts.py interrupts leagues
@pytest.mark.slow
def test_an_interrupted_swiss_league_goes_on_where_it_was(tmp_path: Path, swiss: Played, noted: Path) -> None:
    write_swiss(tmp_path, noted)
    with running(tmp_path, "cup.toml", "--workers", "2", "--in-flight", "1", matches=8) as process:
        os.killpg(process.pid, signal.SIGINT)
        said = ended(process)
    assert said.status == 130, said.err
    assert arena(tmp_path, "run-league", "cup.toml").status == 0
    assert records(tmp_path) == swiss[1]


@full  # in `make test`, a test above kills a Swiss league, and test_growing.py kills a ladder that grows
@pytest.mark.slow
def test_a_killed_ladder_goes_on_where_it_was_with_more_blocks_and_verifies(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    for folder in (whole, killed):
        folder.mkdir()
        write_cup(folder, LADDER.format(blocks=8), *BOTS[:4])
    said = arena(whole, "run-league", "cup.toml", "--workers", "1")
    assert said.status == 0, said.err
    with running(killed, "cup.toml", "--workers", "1", "--in-flight", "1", matches=6) as process:
        process.kill()
        process.communicate()
    until(lambda: not bots_in(killed), "the bots have ended")
    assert 6 <= len(records(killed)) < 24
    write_cup(killed, LADDER.format(blocks=10), *BOTS[:4])
    said = arena(killed, "run-league", "cup.toml", "--workers", "2", "--in-flight", "3")
    assert said.status == 0, said.err
    assert len(records(killed)) == 30
    assert records(killed)[:24] == records(whole)
    verified = arena(killed, "verify", "results/cup")
    assert verified.status == 0, verified.err


def test_a_league_ends_early_at_the_same_block_with_one_worker_and_with_two(tmp_path: Path) -> None:
    found = []
    for workers in ("1", "2"):
        folder = tmp_path / workers
        folder.mkdir()
        write_cup(folder, ENDING, "greedy", "ann", "ben")
        said = arena(folder, "run-league", "cup.toml", "--workers", workers)
        assert said.status == 0, said.err
        matches = len(records(folder))
        ended_early = f"{matches} of at most 1200 matches; ended early with the top 1 apart at 90 %"
        assert f"\n{ended_early}\n" in said.err
        assert f"\n{ended_early}; mean score by seat: " in said.out
        found.append((said.out, records(folder)))
    assert found[0] == found[1]
    assert matches < 1200
    assert arena(folder, "standings", "results/cup").out == said.out
    assert arena(folder, "verify", "results/cup").status == 0
    again = arena(folder, "run-league", "cup.toml", "--workers", "1")
    assert (again.status, again.out) == (0, said.out)
    assert f"{matches} of {matches} matches; none played\n" in again.err


def test_equal_bots_are_played_to_the_end_of_the_schedule(tmp_path: Path) -> None:
    write_cup(tmp_path, ENDING.replace("400", "20"), "ann", "ben", "cid")
    said = arena(tmp_path, "run-league", "cup.toml", "--workers", "1")
    assert (said.status, len(records(tmp_path))) == (0, 60)
    assert "\n60 matches; top 1 apart at 90 % not reached\n" in said.err
    assert "\n60 matches; top 1 apart at 90 % not reached; mean score by seat: " in said.out


@full  # in `make test`, tests/league/schedules/test_balanced.py tests the schedule; tests above play other schedules
def test_a_gauntlet_plays_the_hero_in_every_match(tmp_path: Path) -> None:
    write_cup(tmp_path, 'schedule = "gauntlet"\nblocks = 6\nhero = "cid"\n', *BOTS[:4])
    said = arena(tmp_path, "run-league", "cup.toml", "--workers", "1")
    assert said.status == 0, said.err
    table = json.loads((tmp_path / "results" / "cup" / "standings.json").read_text())
    matches = {line["bot"]: line["matches"] for line in table["standings"]}
    assert matches == {"cid": 18, "ann": 12, "ben": 12, "dot": 12}


def compare(folder: Path, *arguments: str) -> Ended:
    opponents = ("--against", "ann", "--against", "ben", "--seats", "3", "--seed", "4")
    return arena(folder, "compare", *arguments, "--game", "verraeter", *opponents)


def test_a_better_version_is_called_better_and_one_is_not_better_than_itself(tmp_path: Path) -> None:
    for name in ("ann", "ben"):
        write_bot(tmp_path, name)
    write_bot(tmp_path, "weak", WEAK_BOT)
    said = compare(tmp_path, "greedy", "weak", "--json", "--workers", "1")
    assert said.status == 0, said.err
    found = json.loads(said.out)
    assert (found["verdict"], found["low"] > 0, found["seed"]) == ("better", True, 4)
    assert " equal): +" in said.err
    assert "no verdict yet\n" in said.err
    same = compare(tmp_path, "ann", "ann", "--margin", "40", "--workers", "1")
    assert (same.status, same.out.partition(":")[0]) == (1, "no difference")
    assert "10 blocks (10 equal): +0.0 %" in same.out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ann", "ben", "weak"]
    assert bots_in(tmp_path) == []


# in `make test`, tests/cli/leagues/test_compare.py tests verdicts, and
# test_a_league_ends_early_at_the_same_block_with_one_worker_and_with_two tests the number of workers
@full
def test_a_worse_version_is_called_worse_few_blocks_leave_it_open_and_workers_change_nothing(tmp_path: Path) -> None:
    for name in ("ann", "ben"):
        write_bot(tmp_path, name)
    write_bot(tmp_path, "weak", WEAK_BOT)
    found = [compare(tmp_path, "greedy", "ann", "--json", "--workers", workers).out for workers in ("1", "2")]
    assert found[0] == found[1]
    worse = compare(tmp_path, "ann", "greedy", "--workers", "1")
    assert (worse.status, worse.out.partition(":")[0]) == (1, "worse")
    assert "this estimate is too large on average" in worse.out
    few = compare(tmp_path, "weak", "ann", "--blocks", "3", "--workers", "1")
    assert (few.status, few.out.partition(":")[0]) == (1, "undecided")
    assert "3 blocks (" in few.out


def test_an_interrupted_comparison_leaves_nothing(tmp_path: Path) -> None:
    for name in ("ann", "ben"):
        write_bot(tmp_path, name)
    write_bot(tmp_path, "slo", SLOW_BOT)
    process = start(
        tmp_path, "compare", "slo", "ann", "--game", "verraeter", "--seats", "3", "--against", "ben", "--workers", "1"
    )
    until(lambda: bool(sleeping(tmp_path)), "a bot thinks")
    workers = workers_of(process)
    assert workers
    process.send_signal(signal.SIGINT)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(1)  # the command still waits for the slow bot
    process.send_signal(signal.SIGINT)
    said = ended(process)
    assert said.status == 130, said.err
    assert "Traceback" not in said.err
    assert said.out == ""
    until(lambda: not any(map(alive, workers)), "the workers have ended")
    until(lambda: not bots_in(tmp_path), "the bots have ended")
