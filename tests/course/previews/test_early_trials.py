"""Tests that previews before a deadline judge each hand-in as the closing of the assignment does."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from arena.authoring.conformance import bench
from arena.course.folder import Course
from arena.course.handins import validity
from arena.course.people.roster import Roster
from tests.course.commands import arena, done
from tests.course.courses import ASSIGNMENT, HEAD, hand_in, hand_in_files, make_course, receive, tree_of
from tests.end_to_end.processes import RANDOM_BOT

IN_TIME: Final = "2026-02-28T10:00:00+01:00"
LATER: Final = "2026-02-28T11:00:00+01:00"
MANIFEST: Final = 'name = "mine"\ncommand = ["{python}", "bot.py"]\n'
ILLEGAL: Final = """
from arena.bot import Bot, run

class Illegal(Bot):
    def choose(self, turn):
        return max(turn.legal) + 1

run(Illegal)
"""


def bot(program: str) -> dict[str, str]:
    return {"bot/bot.toml": MANIFEST, "bot/bot.py": program}


GOOD: Final = bot(RANDOM_BOT.read_text())
BROKEN: Final = bot("import no_such_module_anywhere\n")
FILES: Final = {
    "s01.zip": GOOD,
    "s02.zip": GOOD,
    "s03.zip": GOOD,
    "s04.zip": {"bot/bot.py": ""},
    "s05.zip": {"work.ipynb": "{}"},
    "s09.zip": BROKEN,
    "s10.zip": bot(ILLEGAL),
    "s11_1.zip": GOOD,
    "s11_2.zip": BROKEN,
}
BYTES: Final = {"s06.rar": b"Rar!\x1a\x07\x01\x00" + bytes(50), "s07.zip": b"", "s08.zip": b""}
COUNTS: Final = {
    "s01": "s01.zip counts, in time",
    "s02": "s02.zip counts, 1 day late",
    "s11": "s11_1.zip counts, in time",
    "s12": "s12.zip counts, in time",
}
"""The headings of the pages of students who have a valid hand-in, by student id."""
WRONG: Final = {
    "s03": "does not count: 5 days late",
    "s04": "does not contain a bot.toml",
    "s05": "does not work",
    "s06": "does not work",
    "s07": "does not work",
    "s08": "does not work",
    "s09": "No module named",
    "s10": "legal",
    "s11": "No module named",
    "s13": "pack the folder of your bot",
}
"""Texts that the pages of students with a problem must contain, by student id."""


def pages(course: Course) -> dict[str, str]:
    return {path.stem: path.read_text() for path in course.feedback("week1").iterdir()}


@pytest.fixture
def class_of_thirteen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Course:
    """Returns a course before its deadline. It has thirteen students, of whom s13 has handed in nothing.

    Some hand-ins work; the others are late, broken or not bots.
    """
    monkeypatch.setattr(bench, "STARTUP_S", 120.0)
    roster = "id,name\n" + "".join(f"s{number:02},Student No{number}x\n" for number in range(1, 14))
    course = make_course(tmp_path / "demo", roster, HEAD + ASSIGNMENT.replace("2026-03-01", "2999-03-01"))
    for name, files in FILES.items():
        hand_in_files(course, name, LATER if name == "s11_2.zip" else IN_TIME, files)
    whole = (course.downloads("week1") / "s01.zip").read_bytes()
    for name, content in (BYTES | {"s08.zip": whole[: len(whole) // 2], "s12.zip": whole}).items():
        (course.downloads("week1") / name).write_bytes(content)
        receive(course.downloads("week1") / name, IN_TIME)
    late = "file,received\ns02.zip,2999-03-01 20:00\ns03.zip,2999-03-06 10:00\n"
    (course.downloads("week1") / "receipts.csv").write_text(late)
    return course


def test_each_of_a_class_is_told_what_closing_then_finds(
    class_of_thirteen: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = class_of_thirteen
    before = tree_of(course.folder)
    tried = arena(course, "try", "week1")
    assert tried.exit_code == 0, tried.output
    assert tree_of(course.folder, "feedback", "checks", ".busy") == before
    told = pages(course)
    assert told.keys() == {student.id for student in course.roster.students}
    for student, page in told.items():
        heading = COUNTS.get(student, "nothing counts now")
        assert page.startswith(f"# demo, week1: {heading}\n"), student
        assert WRONG.get(student, "nothing: what you handed in last works") in page, student
        others = [one for one in course.roster.students if one.id != student]
        assert not any(text in page for one in others for text in (one.id, one.alias, one.name)), student
    monkeypatch.delattr(validity, "_first_failure")  # from here on, a new test of a hand-in would fail
    closed = arena(course, "close", "week1", "--early")
    assert closed.exit_code == 0, closed.output
    assert closed.stdout.startswith(tried.stdout)
    assert not course.feedback("week1").exists()
    assert "13 pages written before the deadline removed from " in closed.stderr
    after = tree_of(course.folder, "feedback")
    assert arena(course, "try", "week1").stdout == tried.stdout
    assert len(pages(course)) == 13
    assert tree_of(course.folder, "feedback") == after


@pytest.fixture
def lacking(tmp_path: Path) -> Course:
    """Returns a course in which the last hand-in of student s7002 needs a program that this machine lacks.

    The earlier hand-in of s7002 works, and so do the hand-ins of the two other students.
    """
    course = make_course(tmp_path / "demo")
    for name in ("s7001.zip", "s7002_1.zip", "s7003.zip"):
        hand_in(course, name, IN_TIME)
    needs = {"bot.toml": f'{MANIFEST}needs = ["no-such-program"]\n', "bot.py": ""}
    hand_in_files(course, "s7002_2.zip", LATER, needs)
    return course


def test_what_this_machine_lacks_is_told_of_its_hand_in_and_the_others_are_tried(lacking: Course) -> None:
    said = done(lacking, "try", "week1")
    needs = "it needs no-such-program, which is not installed here"
    assert f"s7002_2.zip: counts, in time, if it works: {needs}; to do: ask your teacher" in said
    assert "the assignment cannot be closed until this error is corrected: " in said
    told = pages(lacking)
    assert needs in told["s7002"]
    assert "to do: ask your teacher" in told["s7002"]
    assert str(lacking.folder) not in told["s7002"]
    assert told["s7003"].startswith("# demo, week1: s7003.zip counts, in time\n")
    assert "[not-installed]" in arena(lacking, "close", "week1").output


def test_who_has_no_alias_yet_is_told_all_the_same(course: Course) -> None:
    hand_in_files(course, "s7003_2.zip", "2026-03-02T12:00:00+01:00", {"bot.toml": MANIFEST})
    course.keep_roster(Roster(replace(one, alias="") for one in course.roster.students))
    said = done(course, "try", "week1")
    assert "the assignment cannot be closed until this error is corrected: the author s7001 has no alias" in said
    assert "alias: none yet" in pages(course)["s7003"]
    assert "s7003_2.zip: 1 day late, and does not work: " in said
