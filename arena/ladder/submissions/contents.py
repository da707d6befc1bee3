"""From an archive of a stranger to a manifest: what lies in it, and what its manifest may name.

Rule: a manifest of a stranger names nothing of this machine but installed programs by their names. A path in it leads
to what came in the same archive; else a bot could have its box opened for what lies elsewhere.
"""

import os
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from arena.archives.entries import Bounds
from arena.archives.unpacking import LONGEST_PART, MAY_RUN, unpack_any
from arena.errors import ArenaError
from arena.ladder.accounts.people import name_key
from arena.league.builds.seal import remove
from arena.league.files.keys import read_keys
from arena.league.files.manifest import BAD_MANIFEST, MANIFEST, Manifest, ManifestFile, house_bot_names, read_manifest

BOUNDS: Final = Bounds(megabytes=100, megabytes_a_file=50, entries=5_000, name_bytes=500)
PROGRAM: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*")
OWN_PYTHON: Final = "{python}"
NUMBERED: Final = re.compile(r".*\s\d+", re.DOTALL)
"""What ladders call later versions."""
SHOWN: Final = 40
"""Letters of what is too long."""


def unpacked(archive: Path, into: Path) -> Manifest:
    """The manifest of the bot in an archive, with its files in a folder that is made anew.

    Raises ArenaError [bad-archive], [no-manifest], [bad-manifest], [no-build-tool], and OSError where nothing can be
    written.
    """
    remove(into)
    with archive.open("rb") as file:
        unpack_any(file, into, "the archive", BOUNDS)
    path = _manifest_in(into)
    said, _ = read_keys(path, ManifestFile, BAD_MANIFEST)
    _demand_own_name(said.name)
    _demand_own(said, path.parent, into)
    program = said.command[0]
    if not said.build and PROGRAM.fullmatch(program) and not (path.parent / program).exists() and _lacks(program):
        raise ArenaError(
            "no-build-tool",
            f"{said.name} needs {program}, which cannot be found",
            "if that is a slip, mend command in bot.toml and hand it in again",
        )
    return read_manifest(path)


def _demand_own_name(name: str) -> None:
    """Complains of a name by which a bot would pass in tables for another one, of the house or of somebody."""
    if NUMBERED.fullmatch(name):
        raise _foreign("name", name, "one that does not end in a blank and a number, as ladders call later versions")
    if name_key(name) in house_names():
        raise _foreign("name", name, "one that no bot of the house has")


@cache
def house_names() -> frozenset[str]:
    """What bots of the house are called, as names are compared."""
    return frozenset(
        name_key(read_keys(path, ManifestFile, BAD_MANIFEST)[0].name) for path in house_bot_names().values()
    )


def _demand_own(said: ManifestFile, folder: Path, archive: Path) -> None:
    """Complains of what a manifest names and is not the bot's; its own programs can be run afterwards."""
    for key, words in (
        ("command", said.command),
        ("build", said.build),
        ("needs", said.needs),
        ("sources", said.sources),
    ):
        for word in words:
            if not word.isprintable():
                raise _foreign(key, word, "words that can be printed")
    for source in said.sources:
        if _is_long(source) or not Path(os.path.normpath(folder / source)).is_relative_to(archive):
            raise _foreign("sources", source[:SHOWN], "folders that are in the archive")
    for key, program in _programs(said):
        own = key != "needs" and not _is_long(program) and _lies_there(folder, program)
        if not (program == OWN_PYTHON or (PROGRAM.fullmatch(program) and not _is_long(program)) or own):
            raise _foreign(key, program[:SHOWN], "the name of an installed program, or the path of a file of the bot")
        if own and (folder / program).is_file():
            (folder / program).chmod(MAY_RUN)  # tools that pack forget it
        elif key == "build" and "/" in program:
            raise _foreign(key, program, "a file that is in the archive")


def _is_long(word: str) -> bool:
    """Whether no file can be called so."""
    return len(os.fsencode(word)) > BOUNDS.name_bytes or any(
        len(os.fsencode(part)) > LONGEST_PART for part in word.split("/")
    )


def _manifest_in(folder: Path) -> Path:
    """The manifest that lies least deep."""
    found = sorted(folder.rglob(MANIFEST), key=lambda path: len(path.parts))
    nearest = [path for path in found if len(path.parts) == len(found[0].parts)]
    if not nearest:
        raise ArenaError("no-manifest", f"there is no {MANIFEST} in the archive", "pack the folder of the bot")
    if len(nearest) > 1:
        raise ArenaError("no-manifest", f"there are {len(nearest)} bots in the archive", "hand in one bot at a time")
    return nearest[0]


def _programs(said: ManifestFile) -> Iterator[tuple[str, str]]:
    yield "command", said.command[0]
    yield from (("build", program) for program in said.build[:1])
    yield from (("needs", program) for program in said.needs)


def _lies_there(folder: Path, program: str) -> bool:
    """Whether it is a path that stays in the bot's folder; a build may have yet to make it."""
    return not Path(program).is_absolute() and Path(os.path.normpath(folder / program)).is_relative_to(folder)


def _lacks(program: str) -> bool:
    return shutil.which(program) is None


def _foreign(key: str, value: str, expected: str) -> ArenaError:
    return ArenaError(
        BAD_MANIFEST, f"{MANIFEST}: {key} has {value!r}; expected {expected}", f"mend {key} in {MANIFEST}"
    )
