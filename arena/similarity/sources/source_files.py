"""Reads the sources of a stranger's bot as text, within limits and without following links.

Rule: notes name or count every source file that was not read, so that no bot can hide code behind a limit unnoticed.
"""

import os
import stat
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Final

from arena.system.files import AT_ONCE, CLOSED, NO_LINK

KB: Final = 1024
LARGEST_FILE: Final = 256 * KB
MOST_BYTES: Final = 1024 * KB
"""The maximum number of bytes that are read of one bot's sources."""
MOST_FILES: Final = 1_000
MOST_NAMED: Final = 3
"""The maximum number of files that one note names. If there are more, the note gives only the number of the others."""
NO_SOURCES: Final = frozenset(
    (
        ".cfg", ".cmake", ".csv", ".gitignore", ".gz", ".html", ".ini", ".jar", ".jpg", ".json", ".lock", ".log",
        ".md", ".mod", ".pdf", ".png", ".properties", ".proto", ".rst", ".sum", ".svg", ".toml", ".tsv", ".txt", ".xml",
        ".yaml", ".yml", ".zip",
    )
)  # fmt: skip
"""The endings of files that are not programs and so are not read."""
OPENED: Final = os.O_RDONLY | NO_LINK | AT_ONCE | CLOSED
WIDE: Final = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Source:
    """A source file of a bot."""

    name: str
    """The path relative to the bot's folder."""
    text: str
    """The content; lines end with a line feed."""


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources of a bot, with notes on the files that were not read."""

    files: tuple[Source, ...]
    notes: tuple[str, ...] = ()
    """Sentences that name the files that were not read, with the reason."""


def is_source(name: str) -> bool:
    """Returns whether a file with this name may be part of a program."""
    path = PurePosixPath(name)
    return path.suffix.lower() not in NO_SOURCES and not path.name.startswith(".")


def read_sources(files: Iterable[tuple[str, Path]], command: Sequence[str] = ()) -> Sources:
    """Reads those files of a bot that may be parts of a program, and every file that `command` names.

    `files`: the name and the path of each file. `command`: the command that starts the bot. Raises OSError
    if a folder cannot be read.
    """
    started = {normpath(word) for argument in command for word in argument.split()}
    found: list[Source] = []
    left_out: dict[str, list[str]] = {}
    read = 0
    for name, path in files:
        if not is_source(name) and name not in started:
            continue
        content = _content(path)
        if isinstance(content, str):
            left_out.setdefault(content, []).append(name)
        elif len(found) >= MOST_FILES or read + len(content) > MOST_BYTES:
            left_out.setdefault("the bot is too large to be read completely", []).append(name)
        elif (text := _text(content)) is None:
            left_out.setdefault("the file is not text: it has a byte 0", []).append(name)
        else:
            read += len(content)
            found.append(Source(name, text))
    notes = [f"{_named(names)} not read: {why}" for why, names in left_out.items()]
    return Sources(tuple(found), tuple(notes if found else [*notes, "nothing of it was compared: it has no sources"]))


def _content(path: Path) -> bytes | str:
    """Returns the content of a file as bytes. If the file cannot or must not be read, returns the reason as a str."""
    try:
        number = os.open(path, OPENED)
    except OSError as error:
        return "links are not followed" if path.is_symlink() else str(error.strerror)
    with open(number, "rb") as file:  # noqa: PTH123  # pathlib cannot open a descriptor
        if not stat.S_ISREG(os.fstat(number).st_mode):
            return "no plain file"
        try:
            content = file.read(LARGEST_FILE + 1)
        except OSError as error:
            return str(error.strerror)
    return f"larger than {LARGEST_FILE // KB} KB" if len(content) > LARGEST_FILE else content


def _text(content: bytes) -> str | None:
    """Returns the content as text; None if it contains a zero byte and is not UTF-16, so that it is probably not text.

    Bytes that are invalid in the encoding are replaced.
    """
    if content.startswith(WIDE):
        text = content.decode("utf-16", "replace")
    elif b"\0" in content:
        return None
    else:
        text = content.decode("utf-8-sig", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", " ")


def _named(names: list[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"{', '.join(names[:MOST_NAMED])}{more}"
