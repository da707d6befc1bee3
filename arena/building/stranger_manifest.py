"""Checks that a stranger's manifest names no files except the bot's own, and installed programs only by bare names.

The sandbox shows a bot every file that the bot's manifest names.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from arena.archives.unpacking import LONGEST_PART, MAY_RUN
from arena.building.house import MANIFEST
from arena.building.manifest_file import BAD_MANIFEST, ManifestFile
from arena.errors import ArenaError
from arena.files.slashes import BACKSLASH

PROGRAM: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*")
OWN_PYTHON: Final = "{python}"
LONGEST: Final = 500
"""The longest path that a manifest may name, in bytes."""
SHOWN: Final = 40
"""How many letters of a rejected value an error shows."""


def demand_own(said: ManifestFile, folder: Path, archive: Path) -> None:
    """Raises ArenaError [bad-manifest] if a manifest names a file outside the archive; makes the bot's own programs
    executable.

    `folder`: the folder of the manifest; it lies in `archive`, the folder to which the archive was unpacked.
    """
    for key, words in (
        ("command", said.command),
        ("build", said.build),
        ("needs", said.needs),
        ("sources", said.sources),
    ):
        for word in words:
            if not word.isprintable():
                raise foreign(key, word, "words that can be printed")
    for source in said.sources:
        if _is_long(source) or not Path(os.path.normpath(folder / source)).is_relative_to(archive):
            raise foreign("sources", source[:SHOWN], "folders that are in the archive")
    for key, program in _programs(said):
        _demand_own_program(key, program, folder)


def _demand_own_program(key: str, program: str, folder: Path) -> None:
    own = key != "needs" and not _is_long(program) and _lies_there(folder, program)
    if not (program == OWN_PYTHON or (PROGRAM.fullmatch(program) and not _is_long(program)) or own):
        raise foreign(key, program[:SHOWN], "the name of an installed program, or the path of a file of the bot")
    if own and (folder / program).is_file():
        (folder / program).chmod(MAY_RUN)  # packing tools may lose this right
    elif BACKSLASH in program:
        raise foreign(key, program[:SHOWN], "a path that is written with /")
    elif key == "build" and "/" in program:
        raise foreign(key, program, "a file that is in the archive")


def foreign(key: str, value: str, expected: str) -> ArenaError:
    """The ArenaError [bad-manifest] for a value that a stranger's manifest may not have."""
    return ArenaError(
        BAD_MANIFEST, f"{MANIFEST}: {key} has {value!r}; expected {expected}", f"correct {key} in {MANIFEST}"
    )


def _is_long(word: str) -> bool:
    """Whether a path is longer than the arena accepts, as a whole or in one of its parts."""
    return len(os.fsencode(word)) > LONGEST or any(len(os.fsencode(part)) > LONGEST_PART for part in word.split("/"))


def _programs(said: ManifestFile) -> Iterator[tuple[str, str]]:
    yield "command", said.command[0]
    yield from (("build", program) for program in said.build[:1])
    yield from (("needs", program) for program in said.needs)


def _lies_there(folder: Path, program: str) -> bool:
    """Whether a program's path stays in the bot's folder; the file need not exist, because a build may make it."""
    return not Path(program).is_absolute() and Path(os.path.normpath(folder / program)).is_relative_to(folder)
