"""Prepares the folder of the standings files: creates it before a league is played, and removes old files."""

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from arena.errors import ArenaError

ENDINGS: Final = ("md", "csv", "json")
"""The endings of the standings files."""


def make_folder(folder: Path) -> None:
    """Creates the folder for standings files; raises ArenaError [store-failed] if files cannot be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        problem = f"the standings cannot be written in the folder {folder}: {error.strerror}"
        raise ArenaError(
            "store-failed",
            problem,
            "free space on the disk, check that you may write to this folder, or run the command in another folder",
        ) from error


def remove_standings(folder: Path) -> None:
    """Removes the standings files of an earlier run, since the next stored match makes them out of date."""
    for ending in ENDINGS:
        with suppress(OSError):
            (folder / f"standings.{ending}").unlink()
