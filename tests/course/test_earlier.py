"""Tests of comparing hand-ins with hand-ins of earlier years: each hint names the earlier course, assignment and alias,
and only the organiser sees the hints.
"""

import re
import shutil
from pathlib import Path

import pytest

from arena.archives import packing, unpacking
from arena.course.closing.lock import demand_lock
from arena.course.folder import Course
from arena.course.handins import content
from tests.course.commands import arena, closed, done
from tests.course.courses import ASSIGNMENT, HEAD, hand_in, make_course

LONG = Path(unpacking.__file__).read_text("utf-8")
"""The text of a long program that has no code in common with the example bots from which students start."""
OTHER = Path(content.__file__).read_text("utf-8")
TOML = HEAD + ASSIGNMENT
IN_TIME = "2026-02-28T10:00:00+01:00"


@pytest.fixture
def old(tmp_path: Path) -> Course:
    """Returns last year's course, in which two students have the same program and a third student has a different
    program.
    """
    found = make_course(tmp_path / "ki-2025", toml=TOML.replace("demo", "ki-2025"))
    for name, program in (("s7001", OTHER), ("s7002", OTHER), ("s7003", LONG)):
        hand_in(found, f"{name}.zip", IN_TIME, program)
    return closed(found)


@pytest.fixture
def now(tmp_path: Path) -> Course:
    """Returns this year's course, in which one student has a copy of a program from last year's course."""
    found = make_course(tmp_path / "ki-2026")
    hand_in(found, "s7001.zip", IN_TIME, LONG.replace("folder", "place"))
    hand_in(found, "s7002.zip", IN_TIME, Path(packing.__file__).read_text("utf-8"))
    return closed(found)


def similarity(course: Course, *earlier: Path) -> str:
    named = [word for folder in earlier for word in ("--earlier", str(folder))]
    return done(course, "similarity", "week1", "--sources-only", *named)


def files(course: Course) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in course.folder.rglob("*") if path.is_file()}


def test_who_has_what_somebody_had_a_year_ago_is_told_to_the_organiser_alone(old: Course, now: Course) -> None:
    before = files(now), files(old)
    said = similarity(now, old.folder)
    one, other = now.roster.student("s7001").alias, old.roster.student("s7003").alias
    assert said.startswith(f"{one} and ki-2025/week1/{other}: ")
    assert "7 pairs: 1 with sources alike" in said  # 1 pair within this year's class, and 2 x 3 with last year's bots
    assert old.roster.student("s7001").alias not in said
    assert (files(now), files(old)) == before


def test_an_archive_and_any_folder_of_bots_will_do(old: Course, now: Course, tmp_path: Path) -> None:
    done(old, "archive", str(tmp_path / "ki-2025.tar.gz"))
    unpacked, bots = tmp_path / "unpacked", tmp_path / "bots"
    shutil.unpack_archive(tmp_path / "ki-2025.tar.gz", unpacked)
    alias = old.roster.student("s7003").alias
    shutil.copytree(old.closed("week1") / "final-1" / "bots" / alias, bots / "cleo")
    shutil.rmtree(old.folder)
    assert f"ki-2025/week1/{alias}: " in similarity(now, unpacked)
    both = similarity(now, unpacked, bots)
    assert f"ki-2025/week1/{alias}: " in both
    assert "and bots/cleo: " in both


def test_one_bot_of_a_class_can_be_compared_with_earlier_ones(old: Course, now: Course) -> None:
    (now.downloads("week1") / "s7002.zip").unlink()
    shutil.rmtree(now.closed("week1"))
    done(now, "close", "week1")
    assert "3 pairs: 1 with sources alike" in similarity(now, old.folder)


def test_of_several_finals_the_last_of_each_counts(old: Course, now: Course) -> None:
    hand_in(old, "s7001_2.zip", IN_TIME.replace("10:00:00", "11:00:00"), LONG)
    done(old, "close", "week1")
    assert demand_lock(old, "week1").number == 2
    said = similarity(now, old.folder)
    assert "7 pairs: 2 with sources alike" in said


@pytest.mark.parametrize(
    ("folders", "said"),
    [
        (["ki-2026"], r"is the present course; expected the folder of an earlier course  \[no-earlier\]"),
        (["empty"], "does not contain bots of an earlier course"),
        (["new"], "does not contain bots of an earlier course"),
        (["ki-2025", "./ki-2025"], r"a folder given before it both contain a bot named \S+  \[named-twice\]"),
    ],
)
def test_what_has_no_earlier_bots_is_told(
    old: Course, now: Course, tmp_path: Path, folders: list[str], said: str
) -> None:
    (tmp_path / "empty").mkdir()
    make_course(tmp_path / "new")
    named = [word for folder in folders for word in ("--earlier", str(tmp_path / folder))]
    assert re.search(said, arena(now, "similarity", "week1", "--sources-only", *named).output.replace("\n", " "))
