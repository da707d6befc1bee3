"""Tests a whole course with invented students: every student has the points that are computed by hand."""

import csv
import json
import os
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from arena.cli.main import main
from arena.course.closing.lock import demand_lock
from arena.course.rehearsal.invented_course import TOGETHER, Scale
from arena.course.rehearsal.rehearsal import Rehearsed, rehearse
from arena.course.rehearsal.stories import story_of
from arena.league.league import League
from arena.league.playing.progress import Progress
from arena.sandbox.level_proof import Sandbox
from tests.suite.sizes import full, sized

GOOD: Final = (40, 10, 10)
"""The points that every good bot gets: 40 for working, 10 for being surely stronger than the house bot random, and 10
for being surely stronger than easy, the course's own baseline bot.
"""
BY_HAND: Final = {
    "in time": (GOOD, 0),
    "copied": (GOOD, 0),
    "one day late": (GOOD, 10),
    "late, with an extension": (GOOD, 0),
    "handed in again": (GOOD, 0),
    "broken": (None, 0),
    "broken at last": (GOOD, 0),
    "too late": (None, 0),
    "nothing": (None, 0),
    "within the grace": (GOOD, 0),
    "time given afterwards": (GOOD, 0),
}
"""The expected points for each story but "faulty" and "weak". A story is what an invented student does with an
assignment.

The first value of an entry has the three parts of GOOD; it is None if none of the student's hand-ins counts. The second
value is the percentage subtracted for lateness.
"""
WEEKS: Final = int(os.environ.get("ARENA_WEEKS", "4"))
"""The number of weeks of the long rehearsal, from the environment variable ARENA_WEEKS."""
CENT: Final = Decimal("0.01")


class Silent:
    """A follower, the object to which a running league reports its progress. This follower ignores all reports."""

    def told(self, sentence: str) -> None:
        pass

    def confined(self, sandbox: Sandbox, wanted: str) -> None:
        pass

    def founded(self, league: League) -> None:
        pass

    def progressed(self, progress: Progress) -> None:
        pass

    def ended(self, progress: Progress) -> None:
        pass


def rehearsed(folder: Path, students: int, weeks: int, blocks_each: int) -> Rehearsed:
    return rehearse(folder, Scale(students, weeks, blocks_each, workers=1), "none", Silent(), lambda _: None)


def table(found: Rehearsed, assignment: str) -> list[dict[str, str]]:
    text = (found.course.grades(assignment) / "grades.csv").read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


def standings(found: Rehearsed, assignment: str) -> tuple[dict[str, list[int]], set[tuple[str, str]]]:
    """Runs `arena standings` for the final of an assignment; returns the tiers of each bot, and the pairs of bots whose
    first bot is surely stronger than the second.

    A tier is a number, 0 for the best tier. A bot can be in several tiers.
    """
    lock = demand_lock(found.course, assignment)
    place = str(found.course.results(lock.league))
    arguments = ("standings", place, "--method", "plackett-luce", "--format", "json")
    told = json.loads(CliRunner().invoke(main, arguments, prog_name="arena").stdout)
    tiers = {
        bot: [at for at, tier in enumerate(told["tiers"]) if bot in tier] for tier in told["tiers"] for bot in tier
    }
    leads = {(one["first"], one["second"]) for one in told["comparisons"] if one["low"] and round(one["low"], 1) > 0}
    behind = {(one["second"], one["first"]) for one in told["comparisons"] if one["high"] and round(one["high"], 1) < 0}
    return tiers, leads | behind


def authors(rows: list[dict[str, str]]) -> list[tuple[int, dict[str, str]]]:
    """Returns each row of a table of grades with its author's number. Authors are numbered from 0 in the order of the
    rows; a group is one author, because its members share an alias.
    """
    numbers: dict[str, int] = {}
    return [(numbers.setdefault(row["alias"], len(numbers)), row) for row in rows]


def check(found: Rehearsed, assignment: str, week: int) -> None:
    """Compares all grades of an assignment with grades computed by hand."""
    (in_tiers, leads), rows = standings(found, assignment), table(found, assignment)
    playing = {row["alias"] for row in rows if row["counts"]}
    for at, row in authors(rows):
        story = story_of(at, week).name
        parts, percent = BY_HAND.get(story, (None, 0))
        if story in ("faulty", "weak"):
            assert row["counts"]
            assert row["beats random"] == "0.00" if story == "faulty" else row["works"] == "40.00"
            continue
        if parts is None:
            assert (row["counts"], row["points"]) == ("", "0.00"), story
            continue
        before = sum(max(in_tiers[other]) < min(in_tiers[row["alias"]]) for other in playing)
        rank = (Decimal(20 * (len(playing) - 1 - before)) / (len(playing) - 1)).quantize(CENT, ROUND_HALF_UP)
        greedy = Decimal(20 if (row["alias"], "greedy") in leads else 0)
        earned = sum(parts) + greedy + rank
        off = (earned * percent / 100).quantize(CENT, ROUND_HALF_UP)
        assert (row["works"], row["beats random"], row["beats easy"]) == ("40.00", "10.00", "10.00"), story
        assert (Decimal(row["beats greedy"]), row["rank"]) == (greedy, str(rank)), story
        assert Decimal(row["points"]) == earned - off, story


def check_faulty(found: Rehearsed, assignment: str, week: int) -> None:
    """Checks that bots that fail in some of their matches get only a part of the points for working."""
    faulty = [row for at, row in authors(table(found, assignment)) if story_of(at, week).name == "faulty"]
    assert faulty
    assert all(float(row["works"]) < 40 for row in faulty)


def check_first_week(found: Rehearsed) -> None:
    """Checks the special events of the first week.

    They include downloads with names from school systems, a group, a chosen alias, a copied file, and an extension
    given after the closing of the assignment.
    """
    lock, rows = demand_lock(found.course, "week1"), table(found, "week1")
    assert {one.place.partition("_")[0] for one in lock.hand_ins} >= {"Ada Abendroth", "abendrothbela", "s70003"}
    assert rows[0]["alias"] == "rote-eule-7"
    assert rows[-1]["alias"] == rows[-2]["alias"]
    assert rows[-1]["points"] == rows[-2]["points"] != "0.00"
    assert (lock.number, lock.own[0].name) == (2, "easy")
    arguments = ("course", "similarity", "week1", "--sources-only", "--course", str(found.course.folder))
    said = CliRunner().invoke(main, arguments, prog_name="arena").stdout
    assert f"{rows[1]['alias']} and rote-eule-7: " in said or f"rote-eule-7 and {rows[1]['alias']}: " in said
    assert ": 1 with sources alike" in said


@pytest.mark.slow
def test_a_small_course_in_which_each_story_happens_once(tmp_path: Path) -> None:
    found = rehearsed(tmp_path / "demo", students=TOGETHER, weeks=1, blocks_each=sized(16, 22))
    check(found, "week1", 0)
    check_faulty(found, "week1", 0)
    assert found.published == 6
    check_first_week(found)
    points = [row["points"] for row in table(found, "week1")]
    overview = (found.course.folder / "grades" / "overview.csv").read_text("utf-8").splitlines()
    assert overview[0] == "id,name,email,week1,points,of"
    assert [line.split(",", 3)[3] for line in overview[1:]] == [f"{one},{one},100" for one in points]


@full  # test_a_small_course_in_which_each_story_happens_once tests the same in `make test`
@pytest.mark.slow
@pytest.mark.timeout(3_000)
def test_forty_students_over_some_weeks(tmp_path: Path) -> None:
    found = rehearsed(tmp_path / "demo", students=40, weeks=WEEKS, blocks_each=16)
    for week, assignment in enumerate(found.course.plan.assignments):
        check(found, assignment.name, week)
        check_faulty(found, assignment.name, week)
