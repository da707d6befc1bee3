"""Invents a course: its file, its students and their hand-ins, with file names as school systems give them.

Rule: no invented name is a real person's, and all addresses end in `.invalid`.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from arena.course.folder import Course
from arena.course.handins.receipts import RECEIPTS
from arena.course.people.aliases import Taken, read_key
from arena.course.people.matching import import_list
from arena.course.people.student import Student
from arena.course.plan.plan import COURSE, Assignment
from arena.course.rehearsal.programs import ideas_of, manifest_of, pack, program_of, reworded
from arena.course.rehearsal.stories import STORIES, WEAK, story_of
from arena.files.whole import write_whole
from arena.games.registry import DEFAULT_GAME

FIRST: Final = (
    "Ada Bela Cora Dario Elif Fynn Gesa Hanno Inka Jaro Kaja Lunis Mirka Nilo Oda Pelle Quirin Runa Sanna Timo"
)
LAST: Final = "Abendroth Birkweiler Cloppenstedt Dornbusch Eibenholz Fichtelmann Grubental Heckenrath"
BEGINS: Final = datetime(2026, 3, 8, 23, 59)  # noqa: DTZ001  # local time on purpose, because summer time begins in the fourth week
FOUNDATION: Final = """name = "{name}"
game = "{game}"
time_zone = "Europe/Berlin"
sandbox = "{sandbox}"
recall = "process"
"""
WEEK: Final = """
[[assignments]]
name = "week{week}"
deadline = "{deadline}"
late = {{ rule = "percent", percent = 10, most_days = 3, grace_minutes = 15 }}
works = 40
rank = 20
blocks_each = {blocks_each}
baselines = [
  {{ bot = "random", points = 10 }},
  {{ manifest = "staff/easy", points = 10 }},
  {{ bot = "greedy", points = 20 }},
]
"""
STAFF: Final = "staff/easy"
FIRST_ID: Final = 70_001
TOGETHER: Final = len(STORIES) + 1
"""The size of the batches into which the students are divided; the last two students of a batch form a team.

A team is one author, so a batch has as many authors as there are stories.
"""
CHOSEN: Final = "Rote Eule 7"
"""The alias that the first student requests, in the student's own spelling."""


class Scale(NamedTuple):
    """The size of a rehearsal: students, weeks, blocks of matches for each bot, and worker processes."""

    students: int
    weeks: int
    blocks_each: int
    workers: int


def write_plan(folder: Path, scale: Scale, sandbox: str) -> None:
    """Writes the course file, and the folder of an easy bot, which is one of the course's baselines."""
    text = FOUNDATION.format(name=folder.resolve().name, game=DEFAULT_GAME, sandbox=sandbox)
    for week in range(scale.weeks):
        deadline = (BEGINS + timedelta(weeks=week)).isoformat(" ")
        text += WEEK.format(week=week + 1, deadline=deadline, blocks_each=scale.blocks_each)
    bot = folder / STAFF
    bot.mkdir(parents=True)
    write_whole(
        {folder / COURSE: text, bot / "bot.toml": manifest_of("easy", "staff"), bot / "bot.py": program_of(WEAK)}
    )


def with_students(course: Course, count: int) -> Course:
    """Imports `count` invented students, and the alias that the first student requests; returns the new course."""
    people = []
    first, last = FIRST.split(), LAST.split()
    for at in range(count):
        given, family = first[at % len(first)], last[at // len(first) % len(last)]
        team = f"team-{at // TOGETHER + 1}" if at % TOGETHER >= TOGETHER - 2 else ""
        people.append((given, family, f"s{FIRST_ID + at}", f"{given}.{family}{at}@school.invalid".lower(), team))
    heading = ("First name", "Last name", "ID number", "Email address", "Groups")
    course = _imported(course, "moodle-participants.csv", [heading, *people])
    return _imported(course, "poll.csv", [("ID number", "alias"), (f"s{FIRST_ID}", CHOSEN)])


def hand_in(course: Course, assignment: Assignment, week: int) -> None:
    """Writes the students' hand-ins of a week into the folder of downloads, with a table of their times of receipt."""
    folder = course.downloads(assignment.name)
    folder.mkdir(parents=True, exist_ok=True)
    receipts = [("file", "received")]
    for number, students in enumerate(course.roster.authors().values()):
        story, student = story_of(number, week), students[week % len(students)]
        ideas = reworded(ideas_of(number - 1)) if story.copied else ideas_of(number)
        for nth, (program, after) in enumerate(story.hand_ins, start=1):
            place = download_name(student, number, nth, late=after > timedelta())
            pack(folder / place, program, student.name, ideas)
            receipts.append((place, (assignment.deadline.replace(tzinfo=None) + after).isoformat(" ")))
    write_whole({folder / RECEIPTS: _table(receipts)})


def download_name(student: Student, number: int, nth: int, *, late: bool) -> str:
    """Returns the file name of a downloaded hand-in, as Moodle, Canvas or a person would choose it.

    `number`: the author's number, from 0, which also decides between the three. `nth`: the number of the author's
    hand-in, from 1.
    """
    given, _, family = student.name.partition(" ")
    moodle = f"{student.name}_{FIRST_ID + number}_assignsubmission_file_/bot-{nth}.zip"
    canvas = f"{family}{given}".lower() + f"{'_LATE' if late else ''}_{FIRST_ID + number}_{10 * number + nth}_bot.zip"
    return (moodle, canvas, f"{student.id}_{nth}.zip")[number % 3]


def _imported(course: Course, name: str, rows: Sequence[Sequence[str]]) -> Course:
    path = course.folder / name
    write_whole({path: _table(rows)})
    taken = Taken(course.plan.own_baselines())
    course.keep_roster(import_list(course.roster, path, read_key(course.folder), taken=taken).roster)
    return Course.open(course.folder)


def _table(rows: Iterable[Sequence[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
