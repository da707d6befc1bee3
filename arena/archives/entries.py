"""The entries of an archive of any format, and the limits on how much is accepted."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import Final

from arena.errors import ArenaError
from arena.files.hindrances import is_hindrance
from arena.text import one_line

MB: Final = 1_000_000
ALONE: Final = "pack only the files and folders of the bot, without links and without what a build can make again"
AGAIN: Final = "the upload or the download was cut off: hand in the archive again"


class Kind(Enum):
    """Whether an entry of an archive is a file, a folder or a link; the value is the word for people."""

    FILE = "a file"
    FOLDER = "a folder"
    LINK = "a link"
    """A symbolic link."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of an archive, as the archive describes it."""

    name: str
    """The name as it stands in the archive, not yet checked."""
    kind: Kind
    size: int = 0
    """The size of a file's content in bytes; 0 for folders and links."""
    runs: bool = False
    """Whether the file may be run."""
    time_s: int = 0
    """When the file was last changed, in Unix seconds."""
    target: str = ""
    """The path a link leads to; empty for files and folders."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits on what is accepted from one archive."""

    megabytes: int = 2_000
    """The most megabytes for all files together."""
    megabytes_a_file: int = 1_000
    entries: int = 50_000
    """The most files, folders and links, including folders that appear only in the names of other entries."""
    name_bytes: int = 1_000
    """The most bytes for the whole name of an entry; each part of it may have 255."""


class Refused(Exception):  # noqa: N818  # `refusal` makes it an ArenaError with the archive's name
    """Why an archive is not accepted: a sentence without its subject, the archive's name; `hint` is the next step."""

    def __init__(self, sentence: str, hint: str = ALONE) -> None:
        super().__init__(sentence)
        self.hint = hint


@contextmanager
def reading(sentence: str) -> Iterator[None]:
    """Turns every error while an archive is read into Refused with this sentence, because it is the archive's fault.

    Errors of this machine (`is_hindrance`) pass as they are.
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
    """The ArenaError [bad-archive] for a person's archive that was refused."""
    return ArenaError("bad-archive", f"{archive} {one_line(str(reason))}", reason.hint)
