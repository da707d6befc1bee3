"""Finds the bots of earlier courses, in course folders or unpacked archives, to compare them with a class's bots.

Rule: an earlier course need not be valid for this release, because only the bots in its finals are read.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from arena.building.house import MANIFEST
from arena.course.closing.final import BOTS
from arena.course.closing.lock import FINAL
from arena.course.folder import CLOSED
from arena.course.plan.plan import COURSE
from arena.errors import ArenaError

NUMBERED: Final = re.compile(rf"{FINAL}-(\d+)")


def earlier_bots(folders: Iterable[Path], now: Path) -> dict[str, Path]:
    """Returns the folders of earlier bots by name: `COURSE/ASSIGNMENT/ALIAS` or, for a plain folder of bots,
    `FOLDER/BOT`.

    `now`: the folder of the present course. Raises ArenaError [no-earlier] if one of `folders` contains no bots or is
    the present course's folder, and [named-twice] if two bots have the same name.
    """
    found: dict[str, Path] = {}
    for folder in folders:
        if folder.resolve() == now.resolve():
            raise ArenaError(
                "no-earlier",
                f"{folder} is the present course; expected the folder of an earlier course",
                "give the folder of an earlier course",
            )
        bots = dict(_bots_in(folder))
        if not bots:
            hint = (
                "give the folder of an earlier course with a closed assignment, a folder with the unpacked archive of "
                "such a course, or a folder whose subfolders are bots"
            )
            raise ArenaError("no-earlier", f"the folder {folder} does not contain bots of an earlier course", hint)
        if twice := sorted(bots.keys() & found.keys()):
            hint = "give each folder only once; if two folders have the same name, rename one of them"
            raise ArenaError(
                "named-twice",
                f"the folder {folder} and a folder given before it both contain a bot named {twice[0]}",
                hint,
            )
        found |= bots
    return found


def _bots_in(folder: Path) -> Iterator[tuple[str, Path]]:
    """Iterates over the earlier bots in a folder, each with its name and its own folder.

    If `folder` or any direct subfolder is a course, these are the bots in the finals of all such courses. Otherwise
    each direct subfolder is a bot.
    """
    inner = _folders(folder)
    courses = [one for one in (folder, *inner) if (one / COURSE).is_file()]
    if courses:
        for course in courses:
            yield from _locked(course)
    else:
        yield from ((f"{folder.resolve().name}/{one.name}", _bot_folder(one)) for one in inner)


def _locked(course: Path) -> Iterator[tuple[str, Path]]:
    """Iterates over the bots in a course's finals, each with its name. If an alias plays in several finals of an
    assignment, only the bot in the last of these finals is included.
    """
    for assignment in _folders(course / CLOSED):
        numbers = {int(found[1]): one for one in _folders(assignment) if (found := NUMBERED.fullmatch(one.name))}
        last = {bot.name: bot for _, final in sorted(numbers.items()) for bot in _folders(final / BOTS)}
        for alias, bot in last.items():
            yield f"{course.resolve().name}/{assignment.name}/{alias}", _bot_folder(bot)


def _folders(folder: Path) -> list[Path]:
    try:
        return sorted(one for one in folder.iterdir() if one.is_dir() and not one.is_symlink() and one.name[0] != ".")
    except OSError:
        return []


def _bot_folder(folder: Path) -> Path:
    """The folder that contains a hand-in's topmost manifest; `folder` itself if there is no manifest."""
    manifests = sorted(folder.rglob(MANIFEST), key=lambda path: (len(path.parts), path))
    return manifests[0].parent if manifests else folder
