"""Tests that closing an assignment records the facts on which its grades depend, and that later changes of these facts
are reported.
"""

import csv
import io
import json
import shutil
import zipfile
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arena.course.closing.arrivals import came_since
from arena.course.closing.closing import Closed, close
from arena.course.closing.final import place_of
from arena.course.closing.lock import LEAGUE_FILE, demand_lock
from arena.course.folder import Course
from arena.course.grading.grading import grades
from arena.course.handins.trial_cache import Checked
from arena.course.handins.validity import Validity
from arena.errors import ArenaError
from arena.league.league_file import read_league
from arena.sandbox.box import UNCONFINED
from arena.sandbox.levels import Level
from leaderboards.store import PlayedStore
from tests.course.commands import arena, done, make_up
from tests.course.courses import ASSIGNMENT, HEAD, hand_in, know, make_course

NOW = datetime(2026, 4, 1, tzinfo=UTC)
IN_TIME = "2026-02-28T10:00:00+01:00"
BUDGET = ASSIGNMENT.replace('{ rule = "percent", percent = 10, most_days = 3 }', '{ rule = "budget" }')
GROUPS = "id,name,group\ns7001,Anna Weber,g1\ns7002,Benno Kraus,g1\ns7003,Clara Stein,\n"


@pytest.fixture
def course(tmp_path: Path) -> Course:
    found = make_course(tmp_path / "demo")
    for name in ("s7001.zip", "s7002.zip", "s7003.zip"):
        hand_in(found, name, IN_TIME)
    return found


def closed(course: Course, *, now: datetime = NOW) -> tuple[Closed, list[str]]:
    """Closes the assignment week1 as if the time were `now`. Returns the result, and the sentences that were reported
    to the organiser.
    """
    told: list[str] = []
    again = Course.open(course.folder)
    return close(again, again.plan.assignment("week1"), UNCONFINED, told.append, now=now, early=False), told


def rewrite_roster(course: Course, old: str, new: str) -> None:
    path = course.folder / "roster.csv"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def receipts(course: Course, **received: str) -> None:
    rows = "".join(f"{name}.zip,{moment}\n" for name, moment in received.items())
    (course.downloads("week1") / "receipts.csv").write_text(f"file,received\n{rows}")


def points(course: Course) -> dict[str, str]:
    text = (course.grades("week1") / "grades.csv").read_text("utf-8")
    return {row["id"]: row["points"] for row in csv.DictReader(io.StringIO(text))}


def test_who_changes_the_group_keeps_the_grades_there_were(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo", roster=GROUPS)
    for name in ("s7001.zip", "s7003.zip"):
        hand_in(course, name, IN_TIME)
    closed(course)
    make_up(course)
    done(course, "grades", "week1")
    before = points(course)
    rewrite_roster(course, "Benno Kraus,,g1", "Benno Kraus,,")
    rewrite_roster(course, f",{course.roster.student('s7002').alias}\ns7003", ",other-alias\ns7003")
    done(course, "grades", "week1")
    assert points(course) == before
    assert closed(course)[1] == ["s7002 remains with the author g1 in week1, because this assignment is closed"]


def test_who_leaves_the_course_stops_no_grades(course: Course) -> None:
    closed(course)
    make_up(course)
    done(course, "grades")
    before = points(course)
    done(course, "extend", "week1", "s7003", "2026-03-03 12:00")
    line = next(line for line in (course.folder / "roster.csv").read_text().splitlines() if line.startswith("s7003"))
    rewrite_roster(course, f"{line}\n", "")
    done(course, "grades")
    assert points(course) == {one: before[one] for one in ("s7001", "s7002")}
    assert "extensions.csv gives time to s7003, who is not in the roster" in done(course, "status", "week1")
    again, _ = closed(course)
    assert not again.new_final
    assert {one.place for one in again.lock.hand_ins} == {"s7001.zip", "s7002.zip", "s7003.zip"}
    done(course, "final", "week1", "--workers", "1")


def test_who_comes_after_the_deadline_has_no_grade_of_a_group_until_it_is_closed_again(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo", roster=GROUPS.replace("g1\ns7003", "\ns7003"))
    for name in ("s7001.zip", "s7003.zip"):
        hand_in(course, name, IN_TIME)
    closed(course)
    make_up(course)
    path = course.folder / "roster.csv"
    path.write_text(path.read_text() + f"s7009,Dora Lang,,g1,,,,,,{course.roster.student('s7001').alias}\n")
    done(course, "grades", "week1")
    assert points(course)["s7009"] == "0.00"
    closed(course)
    done(course, "grades", "week1")
    assert points(course)["s7009"] == points(course)["s7001"] != "0.00"


def test_an_id_that_is_known_after_the_deadline_changes_no_grade(tmp_path: Path) -> None:
    """A student's grade stays the same if the roster gets the student's id only after the deadline. Closing the
    assignment again then creates no second final (the league that decides the grades).

    Before, the course's files identify the student by e-mail address.
    """
    names = ("Anna Weber,anna@uni.example", "Benno Kraus,benno@uni.example")
    worksheet = "Full name,Email address\n" + "".join(f"{name}\n" for name in names)
    course = make_course(tmp_path / "demo", worksheet)
    for name in ("anna@uni.example.zip", "benno@uni.example_2.zip"):
        hand_in(course, name, "2026-03-02T10:00:00+01:00")
    done(course, "extend", "week1", "anna@uni.example", "2026-03-02 23:00")
    closed(course)
    make_up(course)
    done(course, "grades", "week1")
    before = points(course)
    assert before["anna@uni.example"] != before["benno@uni.example"]
    (tmp_path / "ids.csv").write_text("Full name,ID number,Email address\nAnna Weber,s1,anna@uni.example\n")
    done(course, "roster", "import", str(tmp_path / "ids.csv"))
    done(course, "grades", "week1")
    assert points(course) == {"s1": before["anna@uni.example"], "benno@uni.example": before["benno@uni.example"]}
    again, told = closed(course)
    assert (again.new_final, told) == (False, [])


def test_who_comes_with_an_alias_that_was_locked_is_not_who_had_it(course: Course) -> None:
    closed(course)
    make_up(course)
    alias = course.roster.student("s7001").alias
    rewrite_roster(course, alias, "shy-yak")
    path = course.folder / "roster.csv"
    path.write_text(path.read_text() + f"s7009,Dora Lang,,,,,,,,{alias}\n")
    with pytest.raises(
        ArenaError,
        match=f"s7009 has the alias {alias} in .*, but this was the alias of s7001 when the assignment was closed",
    ):
        closed(course)
    done(course, "grades", "week1")
    assert points(course)["s7009"] == "0.00"


def test_late_days_are_charged_to_who_used_them(tmp_path: Path) -> None:
    later = BUDGET.replace("week1", "week2").replace("2026-03-01", "2026-03-08")
    course = make_course(tmp_path / "demo", roster=GROUPS, toml=HEAD + "late_days = 2\n" + BUDGET + later)
    hand_in(course, "s7001.zip", "2026-03-03T10:00:00+01:00")  # group g1 uses both of its late days
    hand_in(course, "s7003.zip", IN_TIME)
    closed(course)
    rewrite_roster(course, "Benno Kraus,,g1", "Benno Kraus,,")
    rewrite_roster(course, f",{course.roster.student('s7002').alias}\ns7003", ",other-alias\ns7003")
    course.downloads("week2").mkdir()
    for name, received in (("s7002_x.zip", "2026-03-09T10:00:00+01:00"), ("s7003_x.zip", "2026-03-09T10:00:00+01:00")):
        hand_in(course, name, received).rename(course.downloads("week2") / name)
    said = done(course, "status", "week2")
    assert [line.split("  ")[-1].strip() for line in said.splitlines() if "_x.zip" in line] == [
        "does not count: 1 day late",
        "counts, 1 day late (tried)",
    ]


def test_nobody_without_an_alias_is_judged(course: Course) -> None:
    rewrite_roster(course, f",{course.roster.student('s7003').alias}", ",")
    result = arena(course, "close", "week1")
    assert "[no-alias]" in result.output
    assert "s7003 has no alias" in result.output
    assert f"arena course roster import {course.folder / 'roster.csv'}" in result.output
    done(course, "roster", "import", str(course.folder / "roster.csv"))
    done(course, "close", "week1")


def test_what_was_locked_of_a_hand_in_is_not_tried_again(course: Course) -> None:
    bad = hand_in(course, "s7003_2.zip", "2026-02-28T11:00:00+01:00", broken="decisions: it chose what is not legal")
    first, _ = closed(course)
    shutil.rmtree(course.checks())
    know(course, bad)
    again, told = closed(course)
    assert again.lock == first.lock
    assert told == []


def test_a_program_that_is_missing_is_no_fault_of_an_author(course: Course) -> None:
    receipts(course, s7003_2="2026-02-28 11:00")
    with zipfile.ZipFile(course.downloads("week1") / "s7003_2.zip", "w") as archive:
        archive.writestr("bot.toml", 'name = "x"\ncommand = ["{python}", "bot.py"]\nneeds = ["no-such-program"]\n')
    result = arena(course, "close", "week1", "--early")
    assert "[not-installed]" in result.output
    assert "s7003_2.zip needs no-such-program" in result.output
    assert not course.closed("week1").exists()


@pytest.mark.parametrize(
    ("late", "over"),
    [
        ('{ rule = "none", grace_minutes = 60 }', "2026-03-01 13:00 CET"),
        ('{ rule = "percent", percent = 10, most_days = 3, grace_minutes = 15 }', "2026-03-04 12:15 CET"),
        ('{ rule = "percent", percent = 30 }', "2026-03-04 12:00 CET"),
        ('{ rule = "constant", percent = 30, most_days = 2 }', "2026-03-03 12:00 CET"),
        ('{ rule = "budget" }', "2026-03-05 12:00 CET"),
        ('{ rule = "budget", most_days = 1 }', "2026-03-02 12:00 CET"),
    ],
)
def test_it_is_too_early_while_anything_could_count(tmp_path: Path, late: str, over: str) -> None:
    toml = HEAD + "late_days = 4\n" + ASSIGNMENT.replace('{ rule = "percent", percent = 10, most_days = 3 }', late)
    course = make_course(tmp_path / "demo", toml=toml)
    last = datetime.fromisoformat(f"{over.removesuffix(' CET')}:00+01:00")
    with pytest.raises(ArenaError, match=f"accepts hand-ins until {over}, but the time now is") as caught:
        closed(course, now=last)
    assert caught.value.code == "too-early"


def test_what_comes_after_closing_is_told(course: Course) -> None:
    lock = closed(course)[0].lock
    make_up(course)
    assert came_since(course, lock) == ""
    hand_in(course, "s7003_2.zip", IN_TIME)
    for command in (("final", "week1", "--workers", "1"), ("grades", "week1"), ("grades",), ("status", "week1")):
        assert "a hand-in has arrived since week1 was closed: run arena course close week1 again" in done(
            course, *command
        )
    closed(course)
    assert came_since(course, demand_lock(course, "week1")) == ""


def test_receipts_take_the_place_of_times_of_files_and_of_nothing_else(course: Course) -> None:
    receipts(course, s7001="2026-02-28 10:00")
    closed(course)
    receipts(course, s7001="2026-02-27 10:00", s7002="2026-03-02 10:00")
    lock, told = closed(course)[0].lock, closed(course)[1]
    assert [(one.place, one.received[:10], one.by) for one in lock.hand_ins] == [
        ("s7001.zip", "2026-02-28", "receipts.csv"),
        ("s7003.zip", "2026-02-28", "the file's time"),
        ("s7002.zip", "2026-03-02", "receipts.csv"),
    ]
    assert len(told) == 1
    assert (
        "s7001.zip was received 2026-02-27 10:00 CET according to receipts.csv, but was locked as received 2026-02-28"
        in told[0]
    )


def test_a_receipt_that_moves_a_locked_hand_in_is_told(course: Course) -> None:
    closed(course)
    receipts(course, s7002="2026-03-02 10:00")
    holds = "s7002.zip was received 2026-03-02 10:00 CET according to receipts.csv, and this time counts"
    assert closed(course)[1] == [f"{holds}; the file's time was 2026-02-28 10:00 CET"]


def test_status_shows_receipts_as_they_are_locked(course: Course) -> None:
    closed(course)
    (course.downloads("week1") / "s7001.zip").touch()
    row = next(line for line in done(course, "status", "week1").splitlines() if "s7001.zip" in line)
    assert "2026-02-28 10:00 CET" in row
    assert row.endswith("counts, in time (tried)")


def test_it_is_shown_what_says_when_hand_ins_were_received(course: Course) -> None:
    receipts(course, s7001="2026-02-28 10:00")
    for command in ("status", "close"):
        said = done(course, command, "week1")
        assert "receipts.csv" in next(line for line in said.splitlines() if "s7001.zip" in line and "CET" in line)
        assert "the file's time" in next(line for line in said.splitlines() if "s7002.zip" in line and "CET" in line)
        assert said.count("2 of 3 receipts are times of files, which a download may have changed") == 1


def test_results_of_another_final_are_neither_played_nor_graded(course: Course) -> None:
    lock = closed(course)[0].lock
    place = place_of(course, lock.league)
    Path(place.store).unlink()
    league = read_league(lock.final(course) / LEAGUE_FILE)
    with closing(PlayedStore.create(place.store, league)):  # a new store draws another seed
        pass
    made_up = Path(place.store).read_bytes()
    assert "[other-commitment]" in arena(course, "final", "week1", "--workers", "1").output
    assert Path(place.store).read_bytes() == made_up  # no match was stored
    make_up(course)
    assert "[other-commitment]" in arena(course, "grades", "week1").output


def test_status_of_a_later_week_needs_no_earlier_one_to_be_closed(tmp_path: Path) -> None:
    later = BUDGET.replace("week1", "week2").replace("2026-03-01", "2026-03-08")
    course = make_course(tmp_path / "demo", toml=HEAD + "late_days = 2\n" + BUDGET + later)
    course.downloads("week2").mkdir()
    said = done(course, "status", "week2")
    assert "week1 is not closed yet; they are shown as if no late day had been used before" in said


def test_an_unreadable_receipt_stops_no_grades(course: Course) -> None:
    closed(course)
    make_up(course)
    receipts(course, s9="2026-03-02 10:00")
    folder = course.downloads("week1")
    sentence = f"gives a time of receipt for 's9.zip', but {folder} does not contain a hand-in with this path"
    assert sentence in done(course, "grades", "week1")


def test_an_assignment_that_has_to_be_closed_again_is_left_out_of_all_grades(course: Course) -> None:
    closed(course)
    make_up(course)
    second = ASSIGNMENT.replace("week1", "week2")
    (course.folder / "course.toml").write_text(HEAD + ASSIGNMENT + second)
    lock = json.loads((course.closed("week1") / "submissions.lock").read_text())
    course.closed("week2").mkdir()
    lock["assignment"], lock["entered"] = "week2", []
    (course.closed("week2") / "submissions.lock").write_text(json.dumps(lock))
    said = done(course, "grades")
    assert "week2 was closed, but another hand-in counts now" in said
    assert points(course)["s7001"] != "0.00"
    assert len(grades(course, course.plan.assignment("week1")).graded) == 3


def test_what_was_found_is_kept_for_where_it_was_found(tmp_path: Path) -> None:
    here = Validity(tmp_path, "verraeter", UNCONFINED, "none")
    here.keep("00", Checked("start: too little memory"))
    assert here.known("00")
    more = replace(UNCONFINED, limits=replace(UNCONFINED.limits, memory_mb=4_096))
    for box, game, network in (
        (more, "verraeter", "none"),
        (replace(UNCONFINED, level=Level.BOXED), "verraeter", "none"),
        (UNCONFINED, "hetverraad", "none"),
        (UNCONFINED, "verraeter", "registries"),
    ):
        assert Validity(tmp_path, game, box, network).known("00") is None


def test_baselines_in_another_order_are_the_same(course: Course) -> None:
    closed(course)
    make_up(course)
    path = course.folder / "course.toml"
    one, two = '{ bot = "random", points = 10 }', '{ bot = "greedy", points = 30 }'
    path.write_text(path.read_text().replace(f"{one}, {two}", f"{two}, {one}"))
    again = Course.open(course.folder)
    assert grades(again, again.plan.assignment("week1")).graded
    assert not closed(course)[0].new_final
    path.write_text(path.read_text().replace(f"{two}, {one}", one))
    again = Course.open(course.folder)
    with pytest.raises(ArenaError, match=r"the baselines in course\.toml have changed"):
        grades(again, again.plan.assignment("week1"))


def test_more_blocks_make_another_final_until_one_was_begun(course: Course) -> None:
    closed(course)
    toml = course.folder / "course.toml"
    toml.write_text(toml.read_text().replace("blocks_each = 6", "blocks_each = 9"))
    again, _ = closed(course)
    assert (again.new_final, again.lock.number) == (True, 2)
    assert read_league(again.lock.final(course) / LEAGUE_FILE).blocks == 15
    make_up(course)
    toml.write_text(toml.read_text().replace("blocks_each = 9", "blocks_each = 12"))
    again, told = closed(course)
    assert not again.new_final
    assert told == ["demo-week1-2 has begun, so its number of blocks stays the same, even if blocks_each has changed"]


def test_what_is_not_as_it_was_locked_is_told_before_it_is_closed_again(course: Course) -> None:
    closed(course)
    hand_in(course, "s7001.zip", IN_TIME, program="changed")
    assert "s7001.zip, locked when week1 was closed, has changed: its hash is" in done(course, "status", "week1")
