"""Unpacks a stranger's archive, reads its manifest, and checks the paths in the manifest.

Rule: a stranger's manifest may name installed programs of this machine by their names, and no other file of this
machine. Every path in the manifest must lead to a file of the archive that contains the manifest, because the sandbox
gives a bot access to the files that its manifest names.
"""

import re
import shutil
from functools import cache
from pathlib import Path
from typing import Final

from arena.archives.entries import Bounds
from arena.archives.unpacking import unpack_any
from arena.building.house import house_bot_names
from arena.building.manifest import Manifest, read_manifest
from arena.building.manifest_file import read_manifest_file
from arena.building.only_bot import only_manifest
from arena.building.stranger_manifest import LONGEST, PROGRAM, demand_own, foreign
from arena.errors import ArenaError
from arena.files.folders import remove
from arena.ladder.accounts.people import alike_among

BOUNDS: Final = Bounds(megabytes=100, megabytes_a_file=50, entries=5_000, name_bytes=LONGEST)
NUMBERED: Final = re.compile(r".*\s\d+", re.DOTALL)
"""A pattern for names that end in a blank and a number, like the names that ladders give to later versions of a bot."""


def unpacked(archive: Path, into: Path) -> Manifest:
    """Empties the folder `into`, and unpacks an archive there; returns the manifest of the archive's bot.

    Raises ArenaError [bad-archive], [no-manifest], [bad-manifest], [no-build-tool], and OSError if the folder cannot be
    written.
    """
    remove(into)
    with archive.open("rb") as file:
        unpack_any(file, into, "the archive", BOUNDS)
    path = only_manifest(into)
    said, _ = read_manifest_file(path)
    _demand_own_name(said.name)
    demand_own(said, path.parent, into)
    program = said.command[0]
    if not said.build and PROGRAM.fullmatch(program) and not (path.parent / program).exists() and _lacks(program):
        raise ArenaError(
            "no-build-tool",
            f"the bot {said.name} needs the program {program}, which is not installed on this server",
            "correct the key 'command' in bot.toml, which names the program, and hand in the bot again; or ask whoever "
            "runs this ladder to install the program",
        )
    return read_manifest(path)


def _demand_own_name(name: str) -> None:
    """Raises ArenaError [bad-manifest] if people could mistake this name for the name of a house bot (one that comes
    with the arena), or for the name of a later version of another bot.
    """
    if NUMBERED.fullmatch(name):
        raise foreign(
            "name",
            name,
            "a name that does not end in a space and a number, because ladders name later versions in this form",
        )
    if (house := house_bot_like(name)) is not None:
        raise foreign("name", name, f"a name that does not look like that of the house bot {house}")


def house_bot_like(name: str) -> str | None:
    """Returns the name of the house bot (one that comes with the arena) that people could mistake for a bot of this
    name.

    Returns None if there is no such house bot.
    """
    return alike_among(name, house_names())


@cache
def house_names() -> tuple[str, ...]:
    """Returns the sorted names of all house bots, which come with the arena; each process reads the names once."""
    return tuple(sorted({read_manifest_file(path)[0].name for path in house_bot_names().values()}))


def _lacks(program: str) -> bool:
    return shutil.which(program) is None
