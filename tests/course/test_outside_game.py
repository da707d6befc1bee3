"""Tests a course with a game from a file: the course's folder and each final contain a copy of the file."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.course.folder import Course
from arena.course.new_course import found_course
from arena.games.finding import add_file
from arena.league.game_file import game_in
from tests.games.outside import pig
from tests.games.outside.known import forget_games

pytestmark = pytest.mark.usefixtures("forget_games")
__all__ = ["forget_games"]


def test_a_course_and_its_finals_have_the_file_of_their_game(tmp_path: Path, forget_games: Callable[[], None]) -> None:
    add_file(Path(shutil.copy(pig.__file__, tmp_path / "pig.py")))
    found_course(tmp_path / "ki", "pig", "Europe/Vienna", "2026-11-01 23:59")
    (tmp_path / "pig.py").unlink()
    forget_games()
    course = Course.open(tmp_path / "ki")
    assert (course.plan.keys.game, course.plan.keys.seats) == ("pig", 4)
    assert [one.bot for one in course.plan.assignments[0].baselines] == ["random"]
    assert game_in(tmp_path, course.plan.keys.game) == "./pig.py"
    assert (tmp_path / "pig.py").read_bytes() == Path(pig.__file__).read_bytes()
    assert game_in(tmp_path, "tron") == "tron"
