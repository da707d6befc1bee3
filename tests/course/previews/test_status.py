"""Tests of `arena course status` before hand-ins are tested: the command starts no bot, but unpacks every hand-in that
could be graded.
"""

from pathlib import Path

import pytest

from arena.course.folder import Course
from arena.course.handins import inspection
from tests.course.commands import done
from tests.course.courses import hand_in, hand_in_files, make_course, tree_of

IN_TIME = "2026-02-28T10:00:00+01:00"
LACKING = 'name = "x"\ncommand = ["{python}", "bot.py"]\nneeds = ["no-such-program"]\n'


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """A course with three hand-ins: one not tested yet, one without a bot, and one that needs a missing program."""
    found = make_course(tmp_path / "demo")
    hand_in(found, "s7001.zip", IN_TIME, f"open({str(tmp_path / 'started')!r}, 'w')", broken=None)
    hand_in_files(found, "s7002.zip", IN_TIME, {"notes.txt": "soon"})
    hand_in_files(found, "s7003.zip", IN_TIME, {"bot.toml": LACKING, "bot.py": ""})
    return found


def row(said: str, place: str) -> str:
    return next(line for line in said.splitlines() if place in line and "CET" in line)


def test_what_would_fail_before_it_is_built_is_told_in_full(course: Course) -> None:
    said = done(course, "status", "week1")
    assert row(said, "s7002.zip").endswith("in time, and does not work")
    assert "s7002.zip: in time, and does not work: the hand-in does not contain a bot.toml; it has " in said
    assert "…" not in said


def test_what_was_not_tried_yet_counts_if_it_works_and_nothing_is_started(course: Course, tmp_path: Path) -> None:
    said = done(course, "status", "week1")
    assert row(said, "s7001.zip").endswith("counts, in time, if it works")
    assert "the latest hand-ins were not tested yet: run arena course try week1" in said
    assert not (tmp_path / "started").exists()


def test_what_this_machine_lacks_is_no_fault_of_a_hand_in(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    told = "s7003.zip: counts, in time, if it works: it needs no-such-program, which is not installed here"
    assert told in done(course, "status", "week1")
    monkeypatch.setattr(inspection, "lacks", lambda _: "")  # as if the program had been installed
    assert "no-such-program" not in done(course, "status", "week1")


def test_nothing_but_checks_changes_and_each_content_is_unpacked_once(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    (course.downloads("week1") / "s7003.zip").unlink()
    before = tree_of(course.folder)
    said = done(course, "status", "week1")
    assert tree_of(course.folder, "checks") == before
    monkeypatch.delattr(inspection, "unpack_bot")
    assert done(course, "status", "week1") == said


def test_who_may_only_read_the_course_is_told_the_same(course: Course) -> None:
    course.checks().touch()  # a file in its place, so that `status` cannot make the folder
    assert "s7002.zip: in time, and does not work: the hand-in does not contain a bot.toml" in done(
        course, "status", "week1"
    )
