"""Makes the references of league files, bot.toml and course files from the classes that read them.

The possible values of a key come from the error message for a wrong value. The meaning of a key is the docstring below
its field.
"""

import inspect
from collections.abc import Iterable, Iterator
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Final, NamedTuple

from arena.building.manifest_file import ManifestFile
from arena.course.plan.baselines import Baseline
from arena.course.plan.plan import CourseKeys
from arena.errors import ArenaError
from arena.files.keys import Kind, Source, kinds_of
from arena.league.entries import Entry
from arena.league.league_file import LadderFile, LeagueFile
from arena.league.settings import MOST_ROUNDS
from tools.docsite.reference import markup
from tools.docsite.reference.docstrings import fields_of

EXAMPLE: Final = {"game": "verraeter", "time_zone": "Europe/Berlin", "bots": [{"manifest": "random"}]}
"""Example values of some keys; the checks of other keys need these values."""
WRONG: Final = (object(), "\0", "?" * 120)
"""Values that keys refuse with an error message that states the possible values. Later values usually cause more
informative messages.
"""
EXPECTED: Final = "; expected "
GIVE: Final = "give "


class Part(NamedTuple):
    """A table of a TOML file, with the class that reads the table and the functions that check its keys."""

    heading: str
    shape: type
    kinds: dict[str, Kind]


def league_file() -> str:
    """Returns the text of the page with the keys of league files and of a ladder's file."""
    own = [name for name in kinds_of(LadderFile) if name in vars(LadderFile)["__annotations__"]]
    return markup.page(
        "# League file",
        "The keys of a league file. [Run a league](../leagues.md) explains them with examples; [your first "
        "league](../first-league.md) needs four of them. Values in *may be* are those for the game Verräter where they "
        "depend on the game.",
        *_parts("League", LeagueFile, bots=Entry),
        "## Ladder",
        "The file of a [ladder](../ladder.md) has the keys of a league file. These differ:",
        _table(Part("", LadderFile, kinds_of(LadderFile)), own),
    )


def bot_manifest() -> str:
    """Returns the text of the page with the keys of bot.toml."""
    return markup.page(
        "# bot.toml",
        "The keys of a bot's manifest. [Write a bot](../write-a-bot.md#bottoml) explains them with an example.",
        *_parts("Bot", ManifestFile),
    )


def course_file() -> str:
    """Returns the text of the page with the keys of course.toml."""
    return markup.page(
        "# course.toml",
        "The keys of a course's file. [Your first course](../course.md) walks through a course; [files, columns and "
        "names](../course-reference.md) has the tables of students and hand-ins. Values in *may be* are those for the "
        "game Verräter where they depend on the game.",
        *_parts("Course", CourseKeys, baselines=Baseline),
    )


def _parts(heading: str, shape: type, **inner: type) -> Iterator[str]:
    """Yields a heading and a list of keys for the main table of a file, then the same for each table inside it.

    `shape`: the class of the main table. `inner`: by key, the class of each array of tables that is not checked by
    `arena.files.keys.tables`.
    """
    waiting = [Part(heading, shape, kinds_of(shape))]
    while waiting:
        part = waiting.pop(0)
        yield f"## {part.heading}"
        yield _table(part, part.kinds)
        for name, kind in part.kinds.items():
            held = inspect.getclosurevars(kind).nonlocals
            if "kinds" in held:
                waiting.append(Part(f"[{name}]", held["make"], held["kinds"]))
            elif rows := held.get("shape", inner.get(name)):
                waiting.append(Part(f"[[{name}]]", rows, kinds_of(rows)))


def _table(part: Part, names: Iterable[str]) -> str:
    rows = (
        (
            markup.code(name),
            markup.prose(meaning(part.shape, name)),
            markup.plain(expected(part, name)),
            _default(part, name),
        )
        for name in names
    )
    return markup.table(("key", "meaning", "may be", "default"), rows)


def meaning(shape: type, name: str) -> str:
    """Returns the docstring below a field, in the class or in a base class; fails if there is none."""
    for made in shape.__mro__:
        if said := fields_of(made).get(name):
            return said
    raise AssertionError(f"{shape.__qualname__}.{name} has no docstring; the reference of its file needs one")


def expected(part: Part, name: str) -> str:
    """Returns the values that a key may have, as the error for a wrong value states them."""
    said = ""
    for value in WRONG:
        try:
            part.kinds[name](_source(part), name, value)
        except ArenaError as error:
            hinted = (error.hint or "").partition(GIVE)
            said = error.message.partition(EXPECTED)[2] or (said if hinted[0] else hinted[2]) or said
    return said


def _default(part: Part, name: str) -> str:
    default = {one.name: one.default for one in fields(part.shape)}[name]
    if default is MISSING:
        return "as said" if _takes(part, name, None) else "must be given"
    if isinstance(default, bool):
        return markup.code(str(default).lower())
    if type(default) is int and (default or _takes(part, name, default)) and default != MOST_ROUNDS:
        return markup.code(str(default))
    if isinstance(default, str) and default:
        return markup.code(f'"{default}"')
    return "as said" if "Default:" in meaning(part.shape, name) else "none"


def _takes(part: Part, name: str, value: object) -> bool:
    try:
        part.kinds[name](_source(part), name, value)
    except ArenaError:
        return False
    return True


def _source(part: Part) -> Source:
    path, code = Path("file.toml"), "bad-file"
    outer = Source(path, code, EXAMPLE, CourseKeys, kinds_of(CourseKeys))
    return Source(path, code, EXAMPLE, part.shape, part.kinds, outer)
