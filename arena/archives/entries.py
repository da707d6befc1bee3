"""The entries of an archive, in any format, and the limits on the archives that are accepted."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import Final

from arena.errors import ArenaError
from arena.files.hindrances import is_hindrance
from arena.text import one_line

MB: Final = 1_000_000
ALONE: Final = (
    "pack only the files and folders of the bot, without links and without the files that the bot's build makes"
)
AGAIN: Final = "hand in the archive again, because the upload or the download was cut off"


class Kind(Enum):
    """The kinds of archive entries; each value is the phrase that messages use."""

    FILE = "a file"
    FOLDER = "a folder"
    LINK = "a link"
    """A symbolic link."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of an archive, as the archive describes it."""

    name: str
    """The name as written in the archive, not yet checked."""
    kind: Kind
    size: int = 0
    """The size of a file's content in bytes; 0 for folders and links."""
    runs: bool = False
    """Whether the file is executable."""
    time_s: int = 0
    """The time of the file's last change, in Unix seconds; 0 if it is unknown."""
    target: str = ""
    """The target path of a link; empty for files and folders."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits on the size, the number and the names of an archive's entries."""

    megabytes: int = 2_000
    """The maximum size of all files together, in megabytes."""
    megabytes_a_file: int = 1_000
    entries: int = 50_000
    """The maximum number of files, folders and links. A folder that has no entry of its own, but appears in the names
    of other entries, counts, too.
    """
    name_bytes: int = 1_000
    """The maximum length of an entry's whole name in bytes; each part between slashes may have at most 255 bytes."""


class Refused(Exception):  # noqa: N818  # `refusal` makes it an ArenaError with the archive's name
    """The reason why an archive is not accepted.

    The message is a sentence without its subject, because `refusal` puts the archive's name before it; `hint` is the
    next step for the user.
    """

    def __init__(self, sentence: str, hint: str = ALONE) -> None:
        super().__init__(sentence)
        self.hint = hint


@contextmanager
def reading(sentence: str) -> Iterator[None]:
    """Turns the errors of a `with` block that reads an archive into Refused; the message begins with `sentence`.

    Refused itself and errors that this machine causes, such as a full disk (`is_hindrance`), are raised unchanged.
    """
    try:
        yield
    except Refused:
        raise
    except Exception as error:
        if is_hindrance(error):
            raise
        raise Refused(f"{sentence} ({error or type(error).__name__})") from error


def refusal(archive: str, reason: Refused) -> ArenaError:
    """Returns the ArenaError [bad-archive] that reports why the archive with this name was refused."""
    return ArenaError("bad-archive", f"{archive} {one_line(str(reason))}", reason.hint)
