"""Writes all files of a folder at once, and can replace them later.

Rule 1: files that another program or a person put into the folder stay unchanged. If one of them has the name of a file
that is to be written, nothing is written.
Rule 2: all new files are first written to a temporary folder. They replace the old files only when all of them are
complete.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.files.whole import write_whole

MARK: Final = ".arena-site"
"""The name of the file that lists all written files, one a line."""
STAGE: Final = ".arena-site-new"
HARMLESS: Final = frozenset({".git", STAGE})
"""Names of harmless files. A folder that contains only files with these names is treated as empty."""
NEXT: Final = "name a folder that is new, is empty, or was made by arena site"


@contextmanager
def filling(folder: Path) -> Iterator[Callable[[str, bytes], None]]:
    """A context that yields a function to write a file by its name, a relative path with slashes.

    The files appear in the folder when the context ends. Files from the last `filling` that were not written again are
    removed. If the body raises an error, no file in the folder changes.
    Raises ArenaError [not-a-site] if the folder was not made by `arena site` and is not empty, or if a new file
    would replace a file that `arena site` did not make.
    """
    before = _written_before(folder)
    names: set[str] = set()
    new = not folder.exists()
    stage = folder / STAGE
    shutil.rmtree(stage, ignore_errors=True)  # left by a process that was stopped
    stage.mkdir(parents=True)

    def write(name: str, text: bytes) -> None:
        names.add(name)
        path = stage / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)

    try:
        yield write
        _demand_free(folder, names - before)
        _mark(folder, before | names)  # if the process ends before the last mark, all files still count as ours
        for name in sorted(names):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (stage / name).replace(folder / name)
        for name in before - names:
            _remove(folder, name)
        _mark(folder, names)
    finally:
        shutil.rmtree(stage, ignore_errors=True)
        if new and not any(folder.iterdir()):
            folder.rmdir()


def _written_before(folder: Path) -> set[str]:
    """Returns the names of the files that the last `filling` of the folder wrote.

    Raises ArenaError [not-a-site] if the path is no folder, or a folder that is not empty and has no MARK file.
    """
    if not folder.exists():
        return set()
    if not folder.is_dir():
        raise ArenaError("not-a-site", f"{folder} is not a folder", NEXT)
    mark = folder / MARK
    if mark.is_file():
        return {name for name in mark.read_text("utf-8", "replace").splitlines() if _is_inside(name)}
    if other := next((path.name for path in sorted(folder.iterdir()) if path.name not in HARMLESS), ""):
        raise ArenaError(
            "not-a-site", f"the folder {folder} was not made by arena site and is not empty: it contains {other}", NEXT
        )
    return set()


def _demand_free(folder: Path, names: set[str]) -> None:
    for name in sorted(names):
        if os.path.lexists(folder / name):
            hint = f"move {folder / name} to another place, or name another folder for the pages"
            sentence = f"arena site would replace {folder / name}, which arena site did not make"
            raise ArenaError("not-a-site", sentence, hint)


def _is_inside(name: str) -> bool:
    """Returns whether a line of the MARK file names a file inside the folder; a line with any other path was tampered
    with.
    """
    return bool(name) and not name.startswith("/") and ".." not in name.split("/")


def _mark(folder: Path, names: set[str]) -> None:
    write_whole({folder / MARK: "".join(f"{name}\n" for name in sorted(names))})


def _remove(folder: Path, name: str) -> None:
    path = folder / name
    path.unlink(missing_ok=True)
    for parent in path.parents:
        if parent == folder or not parent.is_dir() or any(parent.iterdir()):
            return
        parent.rmdir()
