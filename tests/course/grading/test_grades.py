"""Tests that the parts of a grade add up, that each grade is explained, and that grades change only with the facts on
which they depend.
"""

import csv
import io
import re
from contextlib import closing
from pathlib import Path

import pytest

from arena.course.closing.final import place_of
from arena.course.closing.lock import demand_lock
from arena.course.folder import Course
from arena.course.grading.books import TABLES
from tests.course.commands import arena, done, finished, grades
from tests.course.courses import ASSIGNMENT, HEAD, hand_in, make_course


def test_grades_add_up_in_every_file(course: Course) -> None:
    finished(course)
    done(course, "grades", "week1")
    found = grades(course)
    for row in found.values():
        parts = sum(float(row[name]) for name in ("works", "beats random", "beats greedy", "rank"))
        assert float(row["earned"]) == pytest.approx(parts)
        assert float(row["points"]) == pytest.approx(float(row["earned"]) - float(row["late off"]))
    assert found["s7001"]["works"] == "40.00"
    assert found["s7003"]["days late"] == "1"
    assert float(found["s7003"]["late off"]) == pytest.approx(float(found["s7003"]["earned"]) / 10, abs=0.005)
    points = {name: row["points"] for name, row in found.items()}
    for name, key in (("moodle.csv", "ID number"), ("canvas.csv", "SIS User ID")):
        rows = csv.DictReader(io.StringIO((course.grades("week1") / name).read_text("utf-8")))
        assert {row[key]: row["week1"] for row in rows if row[key]} == points


def test_each_grade_is_explained_and_has_a_page(course: Course) -> None:
    finished(course)
    done(course, "grades", "week1")
    told = done(course, "explain", "week1", "s7002")
    assert "in time, and does not work: decisions: it chose what is not legal" in told
    assert "counts, in time" in told
    assert f"{grades(course)['s7002']['points']} of 100   points" in told
    lines = re.findall(r"^ +(-?\d+\.\d\d) ", told, re.MULTILINE)
    *parts, earned, off, total = map(float, lines)
    assert sum(parts) == pytest.approx(earned)
    assert earned + off == pytest.approx(total)
    page = (course.grades("week1") / "feedback" / "s7002.md").read_text("utf-8")
    assert all(line.strip() in page for line in told.splitlines() if line.startswith("  "))
    others = {"s7001", "s7003", "Anna", "Clara"}
    assert not any(other in page for other in others)


def test_time_given_later_changes_the_grade_and_no_match_is_played_again(course: Course) -> None:
    finished(course)
    done(course, "grades", "week1")
    before, lock = grades(course)["s7003"], demand_lock(course, "week1")
    done(course, "extend", "week1", "s7003", "2026-03-03 12:00", "--reason", "ill")
    done(course, "grades", "week1")
    after = grades(course)["s7003"]
    assert (before["days late"], after["days late"]) == ("1", "0")
    assert after["points"] == before["earned"]
    assert demand_lock(course, "week1") == lock


def test_time_given_later_brings_another_final_if_another_bot_counts(course: Course) -> None:
    finished(course)
    done(course, "grades", "week1")
    kept = (course.grades("week1") / "grades.csv").read_bytes()
    first = demand_lock(course, "week1")
    done(course, "extend", "week1", "s7001", "2026-03-20 12:00")
    hand_in(course, "s7001_2.zip", "2026-03-19T10:00:00+01:00")
    done(course, "close", "week1")
    second = demand_lock(course, "week1")
    assert (second.number, second.league) == (2, "demo-week1-2")
    assert second.commitment != first.commitment
    assert "[not-played]" in arena(course, "grades", "week1").output
    assert (course.grades("week1") / "grades.csv").read_bytes() == kept
    assert Path(place_of(course, first.league).store).exists()


def test_time_that_was_given_is_told(course: Course) -> None:
    finished(course)
    done(course, "extend", "week1", "s7003", "2026-03-03 12:00")
    assert "extended deadline: 2026-03-03 12:00 CET" in done(course, "explain", "week1", "s7003")
    assert "extended deadline" not in done(course, "explain", "week1", "s7001")


def test_days_of_the_budget_are_used_up_in_the_order_of_deadlines(tmp_path: Path) -> None:
    budget = ASSIGNMENT.replace('{ rule = "percent", percent = 10, most_days = 3 }', '{ rule = "budget" }')
    later = budget.replace("week1", "week2").replace("2026-03-01", "2026-03-08")
    course = make_course(tmp_path / "demo", toml=HEAD + "late_days = 2\n" + budget + later)
    course.downloads("week2").mkdir()
    for name, received in (("s7001", "2026-03-02T10:00"), ("s7002", "2026-02-28T10:00"), ("s7003", "2026-02-28T10:00")):
        hand_in(course, f"{name}.zip", f"{received}:00+01:00")
    for name, received in (("s7001", "2026-03-10T10:00"), ("s7002", "2026-03-10T10:00"), ("s7003", "2026-03-07T10:00")):
        path = hand_in(course, f"{name}_x.zip", f"{received}:00+01:00")
        path.rename(course.downloads("week2") / path.name)
    assert "[close-first]" in arena(course, "close", "week2").output
    done(course, "close", "week1")
    done(course, "close", "week2")
    assert {one.author for one in demand_lock(course, "week2").entered} == {"s7002", "s7003"}


def test_what_fails_leaves_the_grades_that_were_there(course: Course) -> None:
    finished(course)
    done(course, "grades", "week1")
    folder = course.grades("week1")
    kept = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    done(course, "extend", "week1", "s7003", "2026-03-03 12:00")
    page = folder / "feedback" / "s7003.md"
    page.unlink()
    page.mkdir()
    assert "[not-written]" in arena(course, "grades", "week1").output
    page.rmdir()
    page.write_bytes(kept[page])
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == kept


def test_changed_records_give_no_grades(course: Course) -> None:
    finished(course)
    store = Path(place_of(course, demand_lock(course, "week1").league).store)
    import sqlite3  # noqa: PLC0415  # the test changes the results without the arena, as a cheat would

    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("UPDATE matches SET mark = zeroblob(16) WHERE ordinal = 3")
    assert "[damaged]" in arena(course, "grades", "week1").output


def test_a_group_hands_in_once_and_has_one_grade(tmp_path: Path) -> None:
    roster = "id,name,group\ns7001,Anna Weber,g1\ns7002,Benno Kraus,g1\ns7003,Clara Stein,\n"
    course = make_course(tmp_path / "demo", roster=roster)
    hand_in(course, "s7001.zip", "2026-02-27T10:00:00+01:00")
    hand_in(course, "s7002.zip", "2026-02-28T10:00:00+01:00")
    hand_in(course, "s7003.zip", "2026-02-28T10:00:00+01:00")
    finished(course)
    done(course, "grades")
    found = grades(course)
    assert found["s7001"]["counts"] == found["s7002"]["counts"] == "s7002.zip"
    assert found["s7001"]["points"] == found["s7002"]["points"]
    overview = (course.folder / "grades" / "overview.csv").read_text()
    assert f"s7001,Anna Weber,,{found['s7001']['points']}" in overview


def test_every_table_makes_what_strangers_wrote_harmless(tmp_path: Path) -> None:
    roster = (
        "id,name,email\ns7001,\"=cmd|'/C calc'!A0\",=1@evil.example\ns7002,+1,+1@evil.example\ns7003,Clara Stein,\n"
    )
    course = make_course(tmp_path / "demo", roster=roster)
    for name in ("s7001", "s7002", "s7003"):
        hand_in(course, f"{name}.zip", "2026-02-27T10:00:00+01:00")
    hand_in(course, "s7001_=1+1.zip", "2026-02-28T10:00:00+01:00")
    finished(course)
    done(course, "grades", "week1")
    for name in TABLES:
        for row in csv.reader(io.StringIO((course.grades("week1") / name).read_text("utf-8"))):
            assert not any(cell.startswith(("=", "+", "@", "\t")) or re.match(r"-\D", cell) for cell in row), row


def test_whose_points_are_others_than_before_is_told(course: Course) -> None:
    finished(course)
    assert "that have changed" not in done(course, "grades", "week1")
    before = grades(course)["s7003"]["points"]
    done(course, "extend", "week1", "s7003", "2026-03-03 12:00")
    said = done(course, "grades", "week1")
    assert f"points of week1 that have changed: s7003 {before} -> {grades(course)['s7003']['points']}" in said
