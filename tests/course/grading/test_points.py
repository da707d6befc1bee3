"""Tests of points given by hand: they are added to the computed points, and a row with a typo is an error."""

import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from arena.course.folder import Course
from arena.course.grading.arithmetic import Given, grade
from arena.course.grading.points import read_points
from arena.errors import ArenaError
from tests.course.commands import done, finished, grades
from tests.course.courses import ASSIGNMENT, HEAD, hand_in, make_course
from tests.course.grading.test_arithmetic import KEYS, SHOWN

HEADINGS = "assignment,id,points,reason\n"
MANUAL = ASSIGNMENT.replace("rank = 20", "rank = 20\nmanual = 20")


def given(*points: str) -> list[Given]:
    return [Given(Decimal(one), "talk") for one in points]


def test_lateness_takes_nothing_off_points_that_are_given_by_hand() -> None:
    late = grade(KEYS, SHOWN, 1)
    found = grade(KEYS, SHOWN, 1, given("5.00", "-1.50"))
    assert (found.earned(), found.late_off) == (late.earned(), late.late_off)
    assert found.total() == late.total() + Decimal("3.50")
    assert found.manual
    assert found.manual.why == "+5.00 talk, -1.50 talk"


def test_points_by_hand_are_part_of_those_there_are_if_the_course_says_how_many() -> None:
    assert grade(KEYS, SHOWN, 0, given("5.00")).of == KEYS.most_points() == 100
    keys = replace(KEYS, manual=20)
    assert grade(keys, SHOWN, 0, given("5.00")).of == keys.most_points() == 120
    none = grade(keys, None, 0)
    assert none.total() == 0
    assert (none.of, none.computed()) == (120, 100)
    assert none.manual
    assert none.manual.why == "none were given"


def test_no_grade_is_below_0() -> None:
    found = grade(KEYS, SHOWN, 1, given("-200.00"))
    assert found.total() == 0
    assert found.points("manual") == -(found.earned() - found.late_off)
    assert found.manual
    assert found.manual.why == "-200.00 talk; no grade is below 0"
    assert str(grade(KEYS, None, 0, given("-1.00")).total()) == "0.00"


def course_with(folder: Path, rows: str, toml: str = HEAD + MANUAL) -> Course:
    course = make_course(folder / "demo", toml=toml)
    (course.folder / "points.csv").write_text(HEADINGS + rows, "utf-8")
    return course


def test_rows_of_a_student_add_up_and_those_of_other_assignments_are_others(tmp_path: Path) -> None:
    rows = "week1,s7001,5,talk\nweek1,anna@uni.example,2.5,\nweek2,s7001,1,\nweek1,s7002,-0.25,copied\n"
    course = course_with(tmp_path, rows, HEAD + MANUAL + ASSIGNMENT.replace("week1", "week2"))
    assert read_points(course, course.plan.assignment("week1")) == {
        "s7001": (Given(Decimal("5.00"), "talk"), Given(Decimal("2.50"))),
        "s7002": (Given(Decimal("-0.25"), "copied"),),
    }
    (course.folder / "points.csv").write_text("assignment;id;points\nweek1;s7001;2,5\n", "utf-8")
    assert read_points(course, course.plan.assignment("week1")) == {"s7001": (Given(Decimal("2.50")),)}
    (course.folder / "points.csv").unlink()
    assert read_points(course, course.plan.assignment("week1")) == {}


def test_only_the_sum_of_a_students_points_has_a_maximum(tmp_path: Path) -> None:
    course = course_with(tmp_path, "week1,s7001,22,talk\nweek1,s7001,-3,copied\n")
    assert sum(one.points for one in read_points(course, course.plan.assignment("week1"))["s7001"]) == 19


@pytest.mark.parametrize(
    ("rows", "said", "hint"),
    [
        ("\nweek1,s7010,5,\n", "row 3: the roster does not contain a student 's7010'", "did you mean s700"),
        (
            "week1,s7001,1,\nweek2,s7001,5,\n",
            "row 3: the course demo does not have an assignment 'week2'",
            "give one of the assignments week1",
        ),
        (
            "week1,s7001,five,\n",
            "row 2: the column 'points' contains 'five'; expected a number with at most two decimals",
            "correct the points",
        ),
        (
            "week1,s7001,,\n",
            "row 2: the column 'points' contains ''; expected a number",
            "correct the points, or remove this row",
        ),
        (
            "week1,s7001,1.234,\n",
            "row 2: the column 'points' contains '1.234'; expected a number",
            "correct the points",
        ),
        (
            "week1,s7001,15,\nweek1,s7002,20,\nweek1,s7001,5.01,\n",
            "row 4: the points given to s7001 by hand for week1 add up to 20.01; expected at most 20",
            "raise 'manual' of the assignment week1 in course.toml",
        ),
    ],
)
def test_what_does_not_fit_is_refused_with_row_value_and_remedy(
    tmp_path: Path, rows: str, said: str, hint: str
) -> None:
    course = course_with(tmp_path, rows)
    with pytest.raises(ArenaError) as caught:
        read_points(course, course.plan.assignment("week1"))
    assert caught.value.code == "bad-points"
    assert said in caught.value.message
    assert hint in (caught.value.hint or "")


def test_points_by_hand_are_told_wherever_the_grade_is(tmp_path: Path) -> None:
    roster = "id,name,group\ns7001,Anna Weber,g1\ns7002,Benno Kraus,g1\ns7003,Clara Stein,\n"
    course = make_course(tmp_path / "demo", roster=roster, toml=HEAD + MANUAL)
    for name in ("s7001", "s7003"):
        hand_in(course, f"{name}.zip", "2026-02-28T10:00:00+01:00")
    finished(course)
    (course.folder / "points.csv").write_text(f"{HEADINGS}week1,s7001,12.5,presentation\n", "utf-8")
    done(course, "grades", "week1")
    anna, benno = grades(course)["s7001"], grades(course)["s7002"]
    assert (anna["manual"], benno["manual"], anna["of"]) == ("12.50", "0.00", "120")
    assert anna["earned"] == benno["earned"]
    assert float(anna["points"]) == pytest.approx(float(benno["points"]) + 12.5)
    told = done(course, "explain", "week1", "s7001")
    assert "12.50 of 20    manual: +12.50 presentation" in told
    *parts, earned, off, manual, total = map(float, re.findall(r"^ +(-?\d+\.\d\d) ", told, re.MULTILINE))
    assert sum(parts) == pytest.approx(earned)
    assert earned + off + manual == pytest.approx(total) == pytest.approx(float(anna["points"]))
    assert "presentation" in (course.grades("week1") / "feedback" / "s7001.md").read_text("utf-8")
    assert "presentation" not in (course.grades("week1") / "feedback" / "s7002.md").read_text("utf-8")
