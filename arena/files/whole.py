"""Writes files completely or not at all.

Rule 1: a file is first written as a draft next to its final path, flushed to the disk, and then renamed to that path.
So if the writing fails, the old file is unchanged. If a killed process left a draft, the next writing of the same file
removes it.
Rule 2: a draft is always a new file. So nothing is written through a link, or into a file that another process has
already opened.
"""

import errno
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.system.files import CLOSED, NO_LINK, sync

ENDING: Final = ".new"
PRIVATE: Final = 0o600
SHARED: Final = 0o644
NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINK | CLOSED


def beside(path: Path) -> Path:
    """Returns the path, in the same folder, of the draft that later replaces the file."""
    return path.with_name(f".{path.name}{ENDING}")


def write_whole(texts: Mapping[Path, str | bytes], mode: int = SHARED) -> None:
    """Writes files with the mode `mode`, and makes missing folders.

    First writes all drafts to the disk, and then replaces the files one by one. If the process is killed meanwhile,
    some files may be new and some old. Raises ArenaError [not-written], which names the files already replaced.
    """
    changed: list[str] = []
    drafts: list[Path] = []
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
            drafts.append(beside(path))
            _write_new(drafts[-1], text, mode)
        for path, draft in zip(texts, drafts, strict=True):
            draft.replace(path)
            changed.append(path.name)
    except OSError as error:
        kept = (
            f"these files already have their new content: {', '.join(changed)}"
            if changed
            else "if the file existed, its old content is unchanged"
        )
        raise ArenaError(
            "not-written",
            f"{error.filename or path} cannot be written: {error.strerror}; {kept}",
            f"free space on the disk, or check that you may write to the folder {path.parent}",
        ) from error
    finally:
        for draft in drafts:
            draft.unlink(missing_ok=True)


@contextmanager
def making(path: Path) -> Iterator[Path]:
    """Yields the path at which the caller writes a draft of the file `path`.

    At the end of the `with` block, the draft replaces the file. If the block raises an error, the draft is removed
    and the file is unchanged. Raises OSError.
    """
    draft = beside(path)
    draft.unlink(missing_ok=True)
    try:
        yield draft
        sync(draft)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _write_new(path: Path, text: str | bytes, mode: int) -> None:
    with suppress(FileNotFoundError):
        path.unlink()
    with os.fdopen(os.open(path, NEW, mode), "wb") as file:
        file.write(text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text)
        file.flush()
        os.fsync(file.fileno())
