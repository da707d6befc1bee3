"""Tests of the pages that students get before a deadline."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from arena.course.folder import Course
from arena.course.plan.times import span
from arena.course.previews.early_trials import try_all
from arena.course.previews.feedback import write_feedback
from arena.sandbox.box import UNCONFINED
from tests.course.courses import ASSIGNMENT, HEAD, hand_in, hand_in_files, make_course

GROUPS = "id,name,group\ns7001,Anna Weber,g1\ns7002,Benno Kraus,g1\ns7003,Clara Stein,\n"
GRACE = ASSIGNMENT.replace("most_days = 3", "most_days = 3, grace_minutes = 15")


def pages(course: Course, now: str = "2026-02-28T20:00:00+01:00") -> dict[str, str]:
    """Writes the pages as if the time were `now`, and returns their texts by student id."""
    again = Course.open(course.folder)
    of, moment = again.plan.assignment("week1"), datetime.fromisoformat(now)
    write_feedback(try_all(again, of, UNCONFINED, lambda _: None, now=moment), of, now=moment)
    return {path.stem: path.read_text() for path in again.feedback("week1").iterdir()}


@pytest.mark.parametrize(
    ("now", "left"),
    [
        ("2026-02-28T20:00:00+01:00", "16 hours until the deadline; nothing counts that is received after "),
        (
            "2026-03-01T12:10:00+01:00",
            "3 days; what is handed in now is not late yet, because of the minutes of grace; nothing",
        ),
        ("2026-03-01T12:16:00+01:00", "2 days 23 hours; what is handed in now is 1 day late; nothing counts that is "),
        ("2026-03-04T12:15:01+01:00", "none; nothing counts that is received after 2026-03-04 12:15 CET"),
    ],
)
def test_how_much_time_is_left_is_told(tmp_path: Path, now: str, left: str) -> None:
    course = make_course(tmp_path / "demo", toml=HEAD + GRACE)
    page = pages(course, now)["s7001"]
    assert f"time left: {left}" in page
    over = left.startswith("none")
    assert ("nothing can be done any more" in page) is over
    assert ("pack the folder of your bot" in page) is not over


def test_time_that_was_given_is_told_to_who_has_it(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo")
    (course.folder / "extensions.csv").write_text("assignment,id,until,reason\nweek1,s7001,2026-03-02 12:00,ill\n")
    told = pages(course)
    assert "extended deadline: 2026-03-02 12:00 CET" in told["s7001"]
    assert "time left: 1 day 16 hours until the deadline" in told["s7001"]
    assert "extended deadline" not in told["s7002"]


def test_late_days_that_are_left_are_told(tmp_path: Path) -> None:
    budget = ASSIGNMENT.replace('{ rule = "percent", percent = 10, most_days = 3 }', '{ rule = "budget" }')
    course = make_course(tmp_path / "demo", toml=HEAD + "late_days = 2\n" + budget)
    assert "late days left: 2" in pages(course)["s7001"]


def test_who_hands_in_together_has_a_page_each(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo", roster=GROUPS)
    hand_in(course, "g1_a.zip", "2026-02-28T10:00:00+01:00")
    told = pages(course)
    assert told["s7001"] == told["s7002"]
    assert told["s7001"].startswith("# demo, week1: g1_a.zip counts, in time\n")
    assert "g1_a" not in told["s7003"]


def test_who_has_left_has_no_page_any_more(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo")
    pages(course)
    path = course.folder / "roster.csv"
    path.write_text("".join(line for line in path.read_text().splitlines(keepends=True) if "s7003" not in line))
    assert pages(course).keys() == {"s7001", "s7002"}


def test_what_a_file_is_called_passes_for_nothing_else(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo")
    hand_in_files(course, "s7001_\n# grade: 1.0 *<b>.zip", "2026-02-28T10:00:00+01:00", {"notes.txt": ""})
    hand_in(course, "s7002_\n# grade: 1.0 *<b>.zip", "2026-02-28T10:00:00+01:00")
    for page in pages(course).values():
        assert [line for line in page.splitlines() if line.startswith("# ")] == page.splitlines()[:1]
        assert "<b>" not in page.splitlines()[0]


@pytest.mark.parametrize(
    ("time", "told"),
    [
        (timedelta(seconds=59), "less than a minute"),
        (timedelta(minutes=1), "1 minute"),
        (timedelta(hours=4, minutes=12, seconds=59), "4 hours 12 minutes"),
        (timedelta(days=1), "1 day"),
        (timedelta(days=3, hours=1, minutes=59), "3 days 1 hour"),
    ],
)
def test_a_length_of_time_is_told_in_its_two_largest_units(time: timedelta, told: str) -> None:
    assert span(time) == told
