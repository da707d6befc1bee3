"""Copies a template folder of the arena and fills in names.

Rule 1: a draft is filled in a folder beside the new one and takes its place when it is complete.
Rule 2: words are replaced in one pass, so that a name which contains such a word stays as it is.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.errors import ArenaError


def make_folder(folder: Path, fill: Callable[[Path], None]) -> list[str]:
    """Makes the folder by filling a draft of it; the names of its files and folders, folders with `/`.

    Raises ArenaError [folder-not-empty], [folder-not-made]; nothing is left behind then.
    """
    try:
        _demand_free(folder)
        with TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as beside:
            draft = Path(beside) / folder.name
            fill(draft)
            made = sorted(f"{path.name}/" if path.is_dir() else path.name for path in draft.iterdir())
            _put(draft, folder)
    except OSError as error:
        raise ArenaError(
            "folder-not-made",
            f"{folder} cannot be made: {error.strerror}",
            "name a new folder inside a folder that exists and that you may write to",
        ) from error
    return made


def replaced(text: str, words: Mapping[str, str]) -> str:
    """The text with each word of `words` replaced in one pass; if several begin at the same place, the longest is
    replaced.
    """
    if not words:
        return text
    pattern = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.sub(pattern, lambda found: words[found[0]], text)


def _demand_free(folder: Path) -> None:
    if folder.is_dir() and not any(folder.iterdir()):
        return
    if folder.exists():
        what = "is not empty" if folder.is_dir() else "is a file"
        raise ArenaError("folder-not-empty", f"{folder} {what}", "name a folder that is empty or does not exist yet")


def _put(draft: Path, folder: Path) -> None:
    """Moves the draft to its place; an existing folder is filled, not replaced, since a shell may be open in it."""
    if folder.exists():
        for path in list(draft.iterdir()):
            path.rename(folder / path.name)
    else:
        draft.rename(folder)
