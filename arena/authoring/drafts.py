"""Creates a folder from one of the arena's template folders, with the author's names in place of the template's names.

Rule 1: a new folder is filled as a draft next to its final place, and is moved to this place when it is complete.

Rule 2: all names of the template are replaced in one pass. So if an author's name contains a name of the template, this
part of the author's name is not replaced in turn.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.errors import ArenaError


def make_folder(folder: Path, fill: Callable[[Path], None]) -> list[str]:
    """Creates the folder from a draft that `fill` writes, and returns the names of its files and folders.

    Names of folders end in `/`. Raises ArenaError [folder-not-empty] or [folder-not-made], and then leaves nothing
    behind.
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
            f"the folder {folder} cannot be made: {error.strerror}",
            "name a new folder inside a folder that exists and that you may write to",
        ) from error
    return made


def replaced(text: str, words: Mapping[str, str]) -> str:
    """Returns the text with each key of `words` replaced by its value, in one pass.

    If several keys match at the same place, the longest key is replaced.
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
    """Moves the draft to its final place. If the folder exists, only the draft's contents are moved into it, because a
    shell may have the folder as its working directory.
    """
    if folder.exists():
        for path in list(draft.iterdir()):
            path.rename(folder / path.name)
    else:
        draft.rename(folder)
