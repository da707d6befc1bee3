"""Creates folders completely or not at all, and removes folders reliably."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arena.files.whole import beside
from arena.system.files import RIGHTS_KEEP_FILES


@contextmanager
def making_folder(folder: Path, mode: int = 0o777) -> Iterator[Path]:
    """Yields an empty draft folder next to `folder`, and renames it to `folder` when the block ends without an error.

    If the block raises an error, the draft is removed. Raises OSError.
    """
    draft = beside(folder)
    remove(draft)
    draft.mkdir(mode, parents=True)
    try:
        yield draft
        draft.rename(folder)
    finally:
        remove(draft)


def remove(folder: Path) -> None:
    """Removes a folder with everything in it, even if read-only; silently skips anything that cannot be removed."""
    with suppress(OSError):
        folders = [folder]
        while folders:
            place = folders.pop()
            place.chmod(0o700)
            with os.scandir(place) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(Path(entry.path))
                    elif RIGHTS_KEEP_FILES:
                        Path(entry.path).chmod(0o600)
    shutil.rmtree(folder, ignore_errors=True)
