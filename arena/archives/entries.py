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
AGAIN: Final = "the upload or the download was cut off: hand it in again"


class Kind(Enum):
    """What an entry is."""

    FILE = "a file"
    FOLDER = "a folder"
    LINK = "a link"
    """A symbolic one."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing in an archive, as the archive tells it."""

    name: str
    """As it stands there: nothing is known of it yet."""
    kind: Kind
    size: int = 0
    """Of a file, in bytes."""
    runs: bool = False
    """Whether the file may be run."""
    time_s: int = 0
    """When it was changed last."""
    target: str = ""
    """Where a link leads."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much is taken from one archive."""

    megabytes: int = 2_000
    """All files together."""
    megabytes_a_file: int = 1_000
    entries: int = 50_000
    """Files, folders and links, those too that only stand in the names of others."""
    name_bytes: int = 1_000
    """The whole name of an entry; each part of it may have 255."""


class Refused(Exception):  # noqa: N818  # told as an ArenaError by whoever knows the archive's name
    """Why an archive is not taken, in a sentence that goes on from its name; `hint` is the next step."""

    def __init__(self, sentence: str, hint: str = ALONE) -> None:
        super().__init__(sentence)
        self.hint = hint


@contextmanager
def reading(sentence: str) -> Iterator[None]:
    """Turns every error of reading an archive into Refused with this sentence: it is the archive's fault.

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
    """The complaint of a person's archive."""
    return ArenaError("bad-archive", f"{archive} {one_line(str(reason))}", reason.hint)
