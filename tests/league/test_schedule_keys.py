"""Tests of the keys of a league file that define its schedule."""

from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.league.league_file import read_league
from arena.league.until import Until
from tests.league.leagues import refusal, write_league

HEAD = 'game = "verraeter"\nseats = 3\nseed = 7\n'
BOTS = ("ann", "ben", "cid", "dot")

FITTING = [
    ("rounds = 2", "round-robin", (2, 0, "")),
    ('schedule = "round-robin"\nrounds = 2', "round-robin", (2, 0, "")),
    ('schedule = "balanced"\nblocks = 50', "balanced", (0, 50, "")),
    ('schedule = "gauntlet"\nblocks = 50\nhero = "ben"', "gauntlet", (0, 50, "ben")),
    ('schedule = "swiss"\nrounds = 5', "swiss", (5, 0, "")),
    ('schedule = "ladder"\nblocks = 50', "ladder", (0, 50, "")),
]


@pytest.mark.parametrize(("lines", "schedule", "keys"), FITTING, ids=[case[1] for case in FITTING])
def test_each_schedule_has_its_keys(tmp_path: Path, lines: str, schedule: str, keys: tuple[int, int, str]) -> None:
    league = read_league(write_league(tmp_path, f"{HEAD}{lines}\n", BOTS))
    assert (league.schedule, (league.rounds, league.blocks, league.hero)) == (schedule, keys)


@pytest.mark.parametrize(
    ("lines", "key", "schedule", "remedy"),
    [
        ("rounds = 2\nblocks = 5", "blocks", "round-robin", "balanced or gauntlet or ladder"),
        ('rounds = 2\nhero = "ben"', "hero", "round-robin", "gauntlet"),
        ('schedule = "balanced"\nblocks = 5\nrounds = 2', "rounds", "balanced", "round-robin or swiss"),
        ('schedule = "balanced"\nblocks = 5\nhero = "ben"', "hero", "balanced", "gauntlet"),
        ('schedule = "swiss"\nrounds = 5\nblocks = 5', "blocks", "swiss", "balanced or gauntlet or ladder"),
    ],
)
def test_a_key_of_another_schedule_is_refused(tmp_path: Path, lines: str, key: str, schedule: str, remedy: str) -> None:
    path = write_league(tmp_path, f"{HEAD}{lines}\n", BOTS)
    error = refusal(path)
    assert error.code == "bad-league"
    assert error.message.startswith(f"{path}: {key} does not fit schedule '{schedule}', which has ")
    assert error.hint == f"remove {key}, or set schedule to {remedy}"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('schedule = "knockout"\nrounds = 2', "schedule is 'knockout'; expected one of round-robin, balanced, "),
        ('schedule = "balanced"', "blocks is missing; expected an integer from 1"),
        ('schedule = "balanced"\nblocks = 0', "blocks is 0; expected an integer from 1"),
        ('schedule = "gauntlet"\nblocks = 9', "hero is missing; expected a string"),
        (
            'schedule = "gauntlet"\nblocks = 9\nhero = "eva"',
            "hero is 'eva'; expected the name of one of the bots, ann,",
        ),
        ('schedule = "swiss"', "rounds is missing; expected an integer from 1"),
        ('rounds = 2\nuntil = "somebody wins"', "until is 'somebody wins'; expected \"top N apart at P %\""),
        (
            'rounds = 2\nuntil = "top 5 apart at 95 %"',
            "until is 'top 5 apart at 95 %'; expected at most 4, the number of bots",
        ),
        ("rounds = 2\nuntil = 95", "until is 95; expected a string"),
    ],
)
def test_a_value_that_cannot_be_is_refused(tmp_path: Path, lines: str, message: str) -> None:
    path = write_league(tmp_path, f"{HEAD}{lines}\n", BOTS)
    assert refusal(path).message.startswith(f"{path}: {message}")


def test_a_ladder_has_no_end_to_be_played_for(tmp_path: Path) -> None:
    lines = 'schedule = "ladder"\nblocks = 5\nuntil = "top 2 apart at 90 %"'
    error = refusal(write_league(tmp_path, f"{HEAD}{lines}\n", BOTS))
    assert "until does not fit schedule 'ladder', which has no end" in error.message
    assert error.hint == "remove until, or play a balanced league"


def test_a_comparison_is_no_schedule_of_a_league_file(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="schedule is 'comparison'"):
        read_league(write_league(tmp_path, f'{HEAD}schedule = "comparison"\nblocks = 4\n', BOTS))


def test_until_says_what_the_league_is_for(tmp_path: Path) -> None:
    league = read_league(write_league(tmp_path, f'{HEAD}rounds = 2\nuntil = "top 2 apart at 90 %"\n', BOTS))
    assert league.until == Until(2, 90.0)


@pytest.mark.parametrize("lines", [case[0] for case in FITTING[2:]])
def test_another_schedule_makes_another_league(tmp_path: Path, lines: str) -> None:
    robin = read_league(write_league(tmp_path, f"{HEAD}rounds = 2\n", BOTS)).identity()
    other = read_league(write_league(tmp_path, f"{HEAD}{lines}\n", BOTS)).identity()
    assert "schedule" not in robin
    if other["schedule"] == "ladder":  # bots join and leave a ladder, so they are not part of its identity
        del robin["bots"]
    assert {key: other[key] for key in robin} == robin
    assert other != robin


@pytest.mark.parametrize("more", ["blocks = 99", 'blocks = 50\nuntil = "top 1 apart at 95 %"'])
def test_more_blocks_and_another_end_make_the_same_league(tmp_path: Path, more: str) -> None:
    one, other = (
        read_league(write_league(tmp_path, f'{HEAD}schedule = "balanced"\n{lines}\n', BOTS)).identity()
        for lines in ("blocks = 50", more)
    )
    assert one == other
