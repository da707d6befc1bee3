"""A temporary folder in which a backup is written or restored before the result is moved to its place."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.errors import ArenaError
from arena.files.locks import Lock


@contextmanager
def drafting(folder: Path) -> Iterator[Path]:
    """Yields an empty folder that only this process uses, and removes it afterwards.

    If a killed process has left files in the folder, they are removed first. Raises ArenaError [under-way],
    [foreign-file], OSError.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _lock(folder) as lock:
        if not lock.is_own():  # another user could replace the folder's content
            raise ArenaError(
                "foreign-file",
                f"the temporary folder {folder} belongs to another user",
                "remove this temporary folder, or put the backup or the restored ladder into a folder where only you "
                "may write",
            )
        try:
            for path in folder.iterdir():
                shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def _lock(folder: Path) -> Lock:
    try:
        return Lock(folder)
    except BlockingIOError as error:
        raise ArenaError(
            "under-way",
            f"another arena command is using {folder}",
            "wait until that command has ended, then try again",
        ) from error
