"""Tests of the messages of `arena run-league` about the schedules of leagues, and about leagues that may end early."""

from pathlib import Path

import pytest

from arena.league.league_file import read_league
from leaderboards.store import PlayedStore
from tests.cli.conftest import Arena
from tests.league.leagues import write_league

HEAD = 'game = "verraeter"\nseats = 3\nseed = 7\n'
BOTS = ("ann", "ben", "cid", "dot", "eva")


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("rounds = 1", "1 round of 10 tables, each deal played in 3 seatings: 30 matches, 30 of them to play"),
        (
            'schedule = "balanced"\nblocks = 9',
            "9 balanced blocks, 5 or 6 for each bot, each deal played in 3 seatings: 27",
        ),
        ('schedule = "balanced"\nblocks = 10', "10 balanced blocks, 6 for each bot, each deal"),
        ('schedule = "gauntlet"\nblocks = 9\nhero = "cid"', "9 blocks of cid against 4 others, each deal"),
        (
            'schedule = "swiss"\nrounds = 9',
            "9 rounds of 1 table, paired by standing, each deal played in 3 seatings: 27",
        ),
        (
            'schedule = "ladder"\nblocks = 9',
            "9 blocks of a ladder, drawn from the order so far, each deal played in 3 seatings: 27",
        ),
    ],
)
def test_a_dry_run_says_the_schedule_in_a_sentence(arena: Arena, tmp_path: Path, lines: str, sentence: str) -> None:
    write_league(tmp_path, f"{HEAD}{lines}\n", BOTS)
    result = arena("run-league", "cup.toml", "--dry-run")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[1].startswith(sentence)


def test_a_dry_run_says_where_a_league_may_end_early(arena: Arena, tmp_path: Path) -> None:
    head = f'{HEAD}schedule = "balanced"\nblocks = 100\nuntil = "top 2 apart at 95 %"\n'
    write_league(tmp_path, head, BOTS)
    said = arena("run-league", "cup.toml", "--dry-run").stdout
    assert "ends early with the top 2 apart at 95 %; looks after 20, 30, 45, 70 blocks\n" in said
    write_league(tmp_path, head.replace("100", "20"), BOTS)
    said = arena("run-league", "cup.toml", "--dry-run").stdout
    assert "too short to end early, top 2 apart at 95 %: play more\n" in said


def test_results_of_another_schedule_are_refused_either_way(arena: Arena, tmp_path: Path) -> None:
    robin, swiss = f"{HEAD}rounds = 2\n", f'{HEAD}schedule = "swiss"\nrounds = 2\n'
    for place, there, here, difference in (
        ("one.db", robin, swiss, "schedule (round-robin in the results, swiss in the league file)"),
        ("two.db", swiss, robin, "schedule (swiss in the results, round-robin in the league file)"),
    ):
        PlayedStore.create(tmp_path / place, read_league(write_league(tmp_path, there, BOTS))).close()
        write_league(tmp_path, here, BOTS)
        result = arena("run-league", "cup.toml", "--db", place)
        assert result.exit_code == 1
        assert f"differs from this league in {difference}  [other-league]" in result.stderr
