"""Tests of whole leagues with bots in real processes."""

import json
import re
from pathlib import Path

import pytest

from tests.end_to_end.conftest import ROUNDS
from tests.end_to_end.processes import Ended, arena, bots_in, random_league, records, write_bot, write_league
from tests.suite.sizes import full

Uninterrupted = tuple[Ended, list[tuple[int, object]]]

CRASHING_BOT = """
from arena.bot import Bot, run

class Crashing(Bot):
    def choose(self, turn):
        raise RuntimeError("no idea")

run(Crashing, max_matches=1)
"""


def test_a_league_is_played_to_its_end(uninterrupted: Uninterrupted) -> None:
    said, found = uninterrupted
    assert [place for place, _ in found] == list(range(3 * ROUNDS))
    assert said.out.splitlines()[0].split()[:4] == ["rank", "bot", "version", "Elo"]
    assert sorted(line.split()[1] for line in said.out.splitlines()[1:4]) == ["ann", "ben", "cid"]
    assert re.search(rf"{3 * ROUNDS} of {3 * ROUNDS} matches; {3 * ROUNDS} played in \d+:\d\d", said.err)
    assert " 0.0 a second\n" not in said.err.replace(f"0 of {3 * ROUNDS} matches, 0.0 a second\n", "")


@pytest.mark.parametrize(
    "options",
    # `make test`: test_schedules.py
    [("--workers", "2"), pytest.param(("--workers", "2", "--in-flight", "1"), marks=full)],
)
def test_the_number_of_workers_and_of_matches_in_flight_changes_nothing(
    cup: Path, uninterrupted: Uninterrupted, options: tuple[str, ...]
) -> None:
    said = arena(cup, "run-league", "cup.toml", *options)
    assert said.status == 0, said.err
    assert said.out == uninterrupted[0].out
    assert records(cup) == uninterrupted[1]


def test_a_league_keeps_the_time_of_each_choice_if_it_says_so(tmp_path: Path) -> None:
    random_league(tmp_path, 1)
    with (tmp_path / "cup.toml").open("a") as file:
        file.write("[clock]\nkeep_times = true\n")
    assert arena(tmp_path, "run-league", "cup.toml", "--workers", "1").status == 0
    frames = json.loads(arena(tmp_path, "replay", "results/cup", "0", "--json").out)["frames"]
    assert all(frame["taken"]["time_us"] is not None for frame in frames[1:])
    told = arena(tmp_path, "replay", "results/cup", "0").out
    assert len(re.findall(r" \(\d+\.\d\s+ms\)\n", told)) == len(frames) - 1
    assert arena(tmp_path, "verify", "results/cup").status == 0


def test_a_league_started_from_anywhere_is_played_once_grows_by_its_rounds_and_knows_its_bots(tmp_path: Path) -> None:
    league, elsewhere = tmp_path / "league", tmp_path / "elsewhere"
    league.mkdir()
    elsewhere.mkdir()
    random_league(league, 1)

    def play(workers: str) -> Ended:
        return arena(elsewhere, "run-league", "../league/cup.toml", "--workers", workers)

    first = play("1")
    assert first.status == 0, first.err
    assert sorted(path.name for path in elsewhere.iterdir()) == ["results"]
    assert sorted(path.name for path in (elsewhere / "results" / "cup").iterdir()) == [
        "league.db", "standings.csv", "standings.json", "standings.md",
    ]  # fmt: skip
    assert sorted(path.name for path in league.iterdir()) == ["ann", "ben", "cid", "cup.toml"]
    assert bots_in(tmp_path) == []

    for name in ("ann", "ben", "cid"):
        (league / name / ".played").touch()  # a hidden file is not part of a bot
    again = play("2")
    assert (again.status, again.out) == (0, first.out)
    assert "\n3 of 3 matches; none played\nresults: results/cup\n" in again.err

    before = records(elsewhere)
    write_league(league, 2, "cid", "ben", "ann")
    assert "6 of 6 matches; 3 played in " in play("1").err
    assert records(elsewhere)[:3] == before

    (league / "ben" / "bot.py").write_text("# better\n" + (league / "ben" / "bot.py").read_text())
    other = play("1")
    assert (other.status, other.out) == (1, "")
    assert other.complaint == (
        "Error: results/cup/league.db has the results of a league that differs from this league in the files of ben  "
        "[other-league]\n"
        "Hint: give this league another name, or name another results file with --db\n"
    )


@pytest.mark.parametrize("workers", [pytest.param("1", marks=full), "2"])  # two workers can fail in more ways than one
def test_a_league_with_a_crashing_bot_ends_and_says_so(tmp_path: Path, workers: str) -> None:
    random_league(tmp_path, 1)
    write_bot(tmp_path, "dud", CRASHING_BOT)
    write_league(tmp_path, 6, "ann", "ben", "dud")  # failures of processes that run side by side count as one
    said = arena(tmp_path, "run-league", "cup.toml", "--workers", workers, "--db", "here.db")
    assert said.status == 0, said.err
    assert "dud was withdrawn after 3 failures in a row, the last: " in said.err
    assert "18 of 18 matches" in said.err
    last = said.out.splitlines()[3].split()
    assert last[:2] == ["3", "dud"]
    assert "dud forfeited 18 of 18 matches, the last in match 17: " in said.out
    table = json.loads((tmp_path / "standings.json").read_text())
    assert sum(table["standings"][-1]["faults"].values()) == 18
    assert [sum(line["faults"].values()) for line in table["standings"][:2]] == [0, 0]
