"""Provides a sample course to each test."""

from pathlib import Path

import pytest

from arena.course.folder import Course
from tests.course.courses import hand_in, make_course


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """Returns a course with hand-ins of three students. The first student is in time, the second has handed in a broken
    bot after a valid one, and the third is late.
    """
    found = make_course(tmp_path / "demo")
    hand_in(found, "s7001.zip", "2026-02-28T10:00:00+01:00")
    hand_in(found, "s7002_1.zip", "2026-02-28T10:00:00+01:00")
    hand_in(found, "s7002_2.zip", "2026-02-28T11:00:00+01:00", broken="decisions: it chose what is not legal")
    hand_in(found, "s7003.zip", "2026-03-02T11:00:00+01:00")
    return found
