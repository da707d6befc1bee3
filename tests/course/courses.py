"""Functions that make small courses for tests. They store hand-ins as working or broken without running the bots."""

import os
import zipfile
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Final

from arena.course.folder import Course
from arena.course.handins.content import hash_of, packed
from arena.course.handins.trial_cache import Checked
from arena.course.handins.validity import Validity
from arena.course.people.aliases import make_key, read_key
from arena.course.people.matching import import_list
from arena.sandbox.box import Box
from arena.sandbox.levels import Level
from tests.end_to_end.processes import RANDOM_BOT

ASSIGNMENT: Final = """
[[assignments]]
name = "week1"
deadline = "2026-03-01 12:00"
late = { rule = "percent", percent = 10, most_days = 3 }
works = 40
rank = 20
blocks_each = 6
baselines = [{ bot = "random", points = 10 }, { bot = "greedy", points = 30 }]
"""
HEAD: Final = 'name = "demo"\ngame = "verraeter"\ntime_zone = "Europe/Berlin"\nsandbox = "none"\nseats = 3\n'
ROSTER: Final = """id,name,email,group,handle
s7001,Anna Weber,anna@uni.example,,awe
s7002,Benno Kraus,benno@uni.example,,777
s7003,Clara Stein,clara@uni.example,,
"""


def make_course(folder: Path, roster: str = ROSTER, toml: str = HEAD + ASSIGNMENT) -> Course:
    """Makes a course in a new folder, and returns the course.

    `roster`: the list of students to import, in CSV format; empty for a course without students. `toml`: the text of
    the course file.
    """
    folder.mkdir()
    (folder / "course.toml").write_text(toml)
    (folder / "roster.csv").write_text("id,name,email,group,handle,alias\n")
    (folder / "extensions.csv").write_text("assignment,id,until,reason\n")
    make_key(folder)
    (folder / "downloads" / "week1").mkdir(parents=True)
    imported = folder.with_name("roster-import.csv")
    imported.write_text(roster)
    course = Course.open(folder)
    if not roster:
        return course
    course.keep_roster(import_list(course.roster, imported, read_key(folder)).roster)
    return Course.open(folder)


def hand_in(course: Course, name: str, received: str, program: str = "", broken: str | None = "") -> Path:
    """Adds a zip file with a bot to the downloads of week1, and returns the path of the file.

    `broken`: the problem to store as the result of testing the bot; empty if the bot works, None to store no result.
    """
    path = course.downloads("week1") / name
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("bot/bot.toml", 'name = "mine"\nauthor = "Anna Weber"\ncommand = ["{python}", "bot.py"]\n')
        archive.writestr("bot/bot.py", (program or RANDOM_BOT.read_text()) + f"\n# {name!a}\n")
    receive(path, received)
    if broken is not None:
        know(course, path, broken)
    return path


def hand_in_files(course: Course, name: str, received: str, files: Mapping[str, str]) -> Path:
    """Adds a zip file with these files to the downloads of the assignment week1, and returns the path of the zip file.
    Unlike `hand_in`, this function never stores a result of testing the bot.
    """
    path = course.downloads("week1") / name
    with zipfile.ZipFile(path, "w") as archive:
        for inner, text in files.items():
            archive.writestr(inner, text)
    receive(path, received)
    return path


def receive(path: Path, received: str) -> None:
    """Sets the modification time of a hand-in's file, which courses use as the time of receipt."""
    moment = datetime.fromisoformat(received).timestamp()
    os.utime(path, (moment, moment))


def tree_of(folder: Path, *without: str) -> dict[str, bytes]:
    """Returns the contents of all files below a folder, by relative path, except files in its subfolders `without`."""
    files = (path for path in folder.rglob("*") if path.is_file())
    paths = {path.relative_to(folder): path for path in files}
    return {str(name): path.read_bytes() for name, path in paths.items() if name.parts[0] not in without}


def know(course: Course, path: Path, broken: str = "") -> None:
    """Stores the result of testing a hand-in, so that the course does not run the bot to test it.

    `broken`: the problem of the hand-in; empty if it works.
    """
    keys = course.plan.keys
    box = Box(Level(keys.sandbox), keys.limits)
    validity = Validity(course.checks(), keys.game, box, course.plan.build_network())
    validity.keep(hash_of(packed(path)), Checked(broken))


def identities(course: Course) -> list[str]:
    """Returns all texts that identify a student of the course: ids, e-mail addresses and each word of a name."""
    return [text for one in course.roster.students for text in (one.id, one.email, *one.name.split())]
