"""Rehearsing a course: students are invented, hand in, are given time, and graded, week by week.

Rule 1: all goes through what a real course goes through; only the clock is put on.
Rule 2: invented names are of people there are not; addresses end in `.invalid`.
"""

import csv
import io
import zipfile
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from arena.building.house import house_bots
from arena.course.closing.closing import close
from arena.course.extending import extend
from arena.course.folder import Course
from arena.course.founding import found_course
from arena.course.grading.grading import Book, grades
from arena.course.grading.writing import write_books, write_overview
from arena.course.handins.receipts import RECEIPTS
from arena.course.names import Names
from arena.course.people.aliases import read_key
from arena.course.people.matching import import_list
from arena.course.plan.plan import COURSE, Assignment
from arena.course.plan.times import later
from arena.course.playing import play_final
from arena.course.publishing import published_texts
from arena.course.rehearsal.stories import BROKEN, FAULTY, GOOD, WEAK, Story, story_of
from arena.errors import ArenaError
from arena.files.whole import write_whole
from arena.games.registry import DEFAULT_GAME, find_game
from arena.sandbox.box import box_at
from arena.sandbox.proving import proved
from arena.tournament.playing import LeagueFollower

FIRST: Final = (
    "Ada Bela Cora Dario Elif Fynn Gesa Hanno Inka Jaro Kaja Lunis Mirka Nilo Oda Pelle Quirin Runa Sanna Timo"
)
LAST: Final = "Abendroth Birkweiler Cloppenstedt Dornbusch Eibenholz Fichtelmann Grubental Heckenrath"
BEGINS: Final = datetime(2026, 3, 8, 23, 59)  # noqa: DTZ001  # by the clock; the fourth week begins with summer time
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
baselines = [{{ bot = "random", points = 40 }}{others}]
"""
HOUSE: Final = {GOOD: "greedy", WEAK: "random"}
BROKEN_PROGRAM: Final = "import no_such_module_anywhere\n"
FAULTY_PROGRAM: Final = '''
from arena.bot import Bot, run

PATIENCE = 250
asked = 0


class Faulty(Bot):
    """Chooses what is not legal once its process has been asked often enough."""

    def choose(self, turn):
        global asked
        asked += 1
        return turn.legal[0] if asked < PATIENCE else max(turn.legal) + 1


run(Faulty)
'''


class Rehearsed(NamedTuple):
    """A course that was rehearsed."""

    course: Course
    books: list[Book]
    stories: dict[tuple[str, str], Story]
    """By student and assignment."""
    published: int
    """Files that students may see; none of them says who anybody is."""


class Scale(NamedTuple):
    """How large a rehearsal is."""

    students: int
    weeks: int
    blocks_each: int
    workers: int


def rehearse(
    folder: Path, scale: Scale, sandbox: str, follower: LeagueFollower, tell: Callable[[str], None]
) -> Rehearsed:
    """Rehearses a course in a new folder; raises ArenaError, among them [told-name] if a public file names anybody."""
    found_course(folder, DEFAULT_GAME, "Europe/Berlin", "2026-03-08 23:59")
    _write_plan(folder, scale, sandbox)
    course = _with_students(Course.open(folder), scale.students)
    books, stories = [], {}
    box = box_at(proved(sandbox).level, course.plan.keys.limits)
    for week, assignment in enumerate(course.plan.assignments):
        for at, student in enumerate(course.roster.students):
            stories[student.id, assignment.name] = story_of(at, week)
        _hand_in(course, assignment, week)
        for student in course.roster.students:
            extra = stories[student.id, assignment.name].extended
            if extra:
                until = (assignment.deadline.replace(tzinfo=None) + extra).isoformat(" ")
                tell(extend(Course.open(folder), assignment.name, student.id, until, "ill"))
        course = Course.open(folder)
        now = later(assignment.deadline, 30)
        closed = close(course, assignment, box, tell, now=now, early=False)
        play_final(course, closed.lock, scale.workers, follower)
        books.append(grades(course, assignment))
        write_books(course, books[-1])
    write_overview(course, books)
    return Rehearsed(course, books, stories, demand_nameless(course))


def _write_plan(folder: Path, scale: Scale, sandbox: str) -> None:
    others = "".join(f', {{ bot = "{bot}", points = 0 }}' for bot in find_game(DEFAULT_GAME).rivals[1:])
    text = FOUNDATION.format(name=folder.resolve().name, game=DEFAULT_GAME, sandbox=sandbox)
    for week in range(scale.weeks):
        deadline = (BEGINS + timedelta(weeks=week)).isoformat(" ")
        text += WEEK.format(week=week + 1, deadline=deadline, blocks_each=scale.blocks_each, others=others)
    write_whole({folder / COURSE: text})


def _with_students(course: Course, count: int) -> Course:
    """The course with invented students, imported as a school's system exports them."""
    first, last = FIRST.split(), LAST.split()
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("First name", "Last name", "ID number", "Email address"))
    for at in range(count):
        given, family = first[at % len(first)], last[at // len(first) % len(last)]
        writer.writerow((given, family, f"s{70_001 + at}", f"{given}.{family}{at}@school.invalid".lower()))
    path = course.folder / "moodle-participants.csv"
    write_whole({path: text.getvalue()})
    course.keep_roster(import_list(course.roster, path, read_key(course.folder)).roster)
    return Course.open(course.folder)


def _hand_in(course: Course, assignment: Assignment, week: int) -> None:
    """Puts into the folder of downloads what students hand in, with the receipts of a server."""
    folder = course.downloads(assignment.name)
    folder.mkdir(parents=True, exist_ok=True)
    receipts = [("file", "received")]
    for at, student in enumerate(course.roster.students):
        story = story_of(at, week)
        whose = course.roster.students[at - 1].id if story.copied else student.id
        for number, (program, after) in enumerate(story.hand_ins, start=1):
            name = f"{student.id}_{number}.zip"
            _pack(folder / name, program, whose)
            received = assignment.deadline.replace(tzinfo=None) + after
            receipts.append((name, received.isoformat(" ")))
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(receipts)
    write_whole({folder / RECEIPTS: text.getvalue()})


def _pack(path: Path, program: str, whose: str) -> None:
    """A bot as a zip; what is the same program of the same student is the same to the last byte."""
    own = {BROKEN: BROKEN_PROGRAM, FAULTY: FAULTY_PROGRAM}
    text = own.get(program) or (house_bots() / "python" / HOUSE[program] / "bot.py").read_text("utf-8")
    manifest = f'name = "{program}"\nauthor = "{whose}"\ncommand = ["{{python}}", "bot.py"]\n'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (("bot/bot.toml", manifest), ("bot/bot.py", f"{text}\n# {whose}\n")):
            archive.writestr(zipfile.ZipInfo(name), content)


def demand_nameless(course: Course) -> int:
    """How many files students may see; raises ArenaError [told-name] if one says who somebody is."""
    names, count = Names(course.roster.secrets()), 0
    for path, text in published_texts(course):
        if said := names.found(text):
            raise ArenaError("told-name", f"{path} says who somebody is: {said!r}", "this is a fault of the arena")
        count += 1
    return count
