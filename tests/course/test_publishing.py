"""What students may see says of nobody who it is: names are found where programs print them, and words are no names."""

import shutil
from pathlib import Path

import pytest

from arena.course.closing.final import place_of
from arena.course.closing.lock import demand_lock
from arena.course.folder import Course
from arena.course.people.roster import Roster, Student
from arena.course.publishing import telling
from arena.course.rehearsal.rehearsing import demand_nameless
from arena.errors import ArenaError
from leaderboards.store.places.files import FILE
from tests.course.courses import hand_in, make_course
from tests.course.test_course import done, make_up

ROSTER = Roster([Student("s7001", "Max Weber", handle="awe"), Student("s7002", "mark von Stein", "m@x.example")])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("/home/weber_bot.py", "weber"),
        ("class Max_Weber_Bot", "Max"),
        ("print('MAX')", "MAX"),
        ("bot_s7001.py", "s7001"),
        ("_awe_", "awe"),
        ("by MAX WEBER", "MAX WEBER"),
        ("Mark's bot", "Mark"),
        ("by mark von stein", "mark von stein"),
        ("max(1, 2)", None),
        ("# mark all of von Neumann's", None),
        ("webers", None),
        ("s70011", None),
        ("steinway", None),
    ],
)
def test_what_says_who_somebody_is_is_found(text: str, found: str | None) -> None:
    said = telling(ROSTER).search(text)
    assert (said and said[0]) == found


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """Closed and played; Clara's bot prints who wrote it."""
    found = make_course(tmp_path / "demo")
    for name in ("s7001.zip", "s7002.zip", "s7003.zip"):
        hand_in(found, name, "2026-02-28T10:00:00+01:00")
    done(found, "close", "week1")
    make_up(found, found.roster.student("s7003").alias, "KeyError in\nclara_bot/bot.py")
    return found


def test_what_kept_records_back_is_told_with_a_way_on(course: Course) -> None:
    said = done(course, "final", "week1", "--workers", "1")
    results = course.results("demo-week1-1")
    assert "who somebody is: 'clara'" in said
    assert f"where these are no names, copy {results / FILE} to {course.public('demo-week1-1')} yourself" in said


def test_names_in_packed_records_are_found(course: Course) -> None:
    done(course, "final", "week1", "--workers", "1")
    demand_nameless(course)
    store = place_of(course, demand_lock(course, "week1").league).store
    shutil.copyfile(store, course.public("demo-week1-1") / FILE)
    with pytest.raises(ArenaError, match="says who somebody is: 'clara'"):
        demand_nameless(course)
