"""Tests of `course.toml`: every error names the file, the key, the value and the expected value."""

from pathlib import Path

import pytest

from arena.course.folder import Course
from arena.course.new_course import found_course
from arena.course.plan.plan import read_plan
from arena.errors import ArenaError
from arena.games.registry import GAMES
from tests.course.courses import ASSIGNMENT, HEAD

BUDGET = 'late = { rule = "budget" }'
CONSTANT = 'late = { rule = "constant", percent = 10 }'
LATE = 'late = { rule = "percent", percent = 10, most_days = 3 }'


def refusal(folder: Path, text: str) -> str:
    path = folder / "course.toml"
    path.write_text(text)
    with pytest.raises(ArenaError) as caught:
        read_plan(path)
    assert caught.value.code == "bad-course"
    assert caught.value.hint
    assert caught.value.message.startswith(str(path))
    return caught.value.message.removeprefix(f"{path}: ")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("seats = 3", "seat = 3", "the key seat is unknown"),
        ("seats = 3", "publish_output = 1", "publish_output is 1; expected true or false"),
        ("works = 40", "work = 40", "the key assignments[0].work is unknown"),
        ("most_days", "days", "the key assignments[0].late.days is unknown"),
        ("Europe/Berlin", "Europe/Berln", "time_zone is 'Europe/Berln'; expected the name of a time zone"),
        (
            "2026-03-01 12:00",
            "2026-03-29 02:30",
            "assignments[0].deadline is '2026-03-29 02:30'; expected a time that exists",
        ),
        ('deadline = "2026-03-01 12:00"', "", "assignments[0].deadline is missing; expected a date and a time"),
        ("2026-03-01 12:00", "March", "assignments[0].deadline is 'March'; expected a date and a time"),
        ('"week1"', '"week 1"', "assignments[0].name is 'week 1'"),
        ('"demo"', '"../demo"', "name is '../demo'"),
        ('"greedy"', '"greddy"', "assignments[0].baselines[1].bot is 'greddy'"),
        ('"greedy"', '"random"', "assignments[0].baselines is 'random'; expected baselines with different names"),
        (LATE, BUDGET, "late_days is missing"),
        ("percent = 10, ", "", "assignments[0].late.percent is missing"),
        ('rule = "percent"', 'rule = "never"', "assignments[0].late.rule is 'never'; expected one of none, constant"),
        ("percent = 10, most_days = 3", "percent = 10, most_days = 0", "assignments[0].late.most_days is 0"),
        (LATE, CONSTANT, "assignments[0].late.most_days is missing; expected an integer from 1 to 365"),
        ('"week1"', '"points"', "assignments[0].name is 'points'; expected a name that no other column"),
        (
            'name = "week1"',
            'name = "week1"\ntitle = "Points"',
            "assignments[0].title is 'Points'; expected a name that no",
        ),
        ('"week1"', '"Of"', "assignments[0].name is 'Of'; expected a name that no other column"),
        (
            '"2026-03-01 12:00"',
            '"2026-03-01"',
            "assignments[0].deadline is '2026-03-01'; expected a time after the date",
        ),
        (
            '"2026-03-01 12:00"',
            "2026-03-01",
            "assignments[0].deadline is '2026-03-01'; expected a time after the date",
        ),
        ("2026-03-01 12:00", "9999-12-31 12:00", "assignments[0].deadline is '9999-12-31 12:00'; expected a date and"),
        ("blocks_each = 6", "blocks_each = 5", "assignments[0].blocks_each is 5; expected an integer from 6"),
        ("seats = 3", "seats = 9", "seats is 9; expected an integer from 3 to 4"),
    ],
)
def test_what_cannot_be_meant_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = HEAD + ASSIGNMENT
    assert old in text
    assert refusal(tmp_path, text.replace(old, new)).startswith(said)


def test_two_assignments_of_a_name_are_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, HEAD + ASSIGNMENT + ASSIGNMENT).startswith("assignments is 'week1'; expected names")


def test_assignments_come_in_the_order_of_deadlines(tmp_path: Path) -> None:
    earlier = ASSIGNMENT.replace("week1", "week0").replace("2026-03-01 12:00", "2026-02-01 12:00")
    (tmp_path / "course.toml").write_text(HEAD + ASSIGNMENT + earlier)
    plan = read_plan(tmp_path / "course.toml")
    assert [one.name for one in plan.assignments] == ["week0", "week1"]
    assert plan.assignments[0].most_points() == 100


@pytest.mark.parametrize("game", GAMES)
def test_a_new_course_can_be_read_for_every_game(tmp_path: Path, game: str) -> None:
    found_course(tmp_path / "ki-2026", game, "Europe/Vienna", "2026-11-01 23:59")
    course = Course.open(tmp_path / "ki-2026")
    assert (course.plan.keys.name, course.plan.keys.game) == ("ki-2026", game)
    assert (tmp_path / "ki-2026" / "secret.key").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "ki-2026").stat().st_mode & 0o777 == 0o700
    with pytest.raises(ArenaError, match="not empty"):
        found_course(tmp_path / "ki-2026", game, "Europe/Vienna", "2026-11-01 23:59")
