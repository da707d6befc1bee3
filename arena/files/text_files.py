"""Reads text files that people write; every error names the file and the next step."""

import codecs
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from arena.errors import ArenaError

MOST_BYTES: Final = 1 << 20
WIDE: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def suggestion(word: str, known: Sequence[str]) -> str:
    """A hint that asks whether the most similar known word was meant, or lists all known words if none is similar."""
    near = get_close_matches(word, known, n=1)
    if near:
        return f"did you mean {near[0]}?"
    return f"use {known[0]}, the only choice" if len(known) == 1 else f"choose one of: {', '.join(known)}"


def read_bytes(path: Path, code: str, most: int = MOST_BYTES) -> bytes:
    """Returns the content of a file; raises ArenaError with the code `code` if the file is unreadable or larger than
    `most` bytes.
    """
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        hint = "give the path of a file that exists and that you may read"
        raise ArenaError(code, f"the file {path} cannot be read: {error.strerror}", hint) from error
    if len(content) > most:
        raise ArenaError(
            code, f"the file {path} is larger than {most} bytes, the limit", "give the path of a smaller text file"
        )
    return content


def read_text(path: Path, code: str, most: int = MOST_BYTES) -> str:
    """Returns the text of a UTF-8 file, without the byte order mark that some editors write.

    Raises ArenaError with the code `code` if the file is larger than `most` bytes, unreadable or not UTF-8.
    """
    content = read_bytes(path, code, most)
    if content.startswith(WIDE) or b"\0" in content:
        hint = "save the file as UTF-8; many editors ask for the encoding under Save As"
        raise ArenaError(
            code, f"the file {path} is text in UTF-16, or is not a text file; expected text in UTF-8", hint
        )
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + content.count(b"\n", 0, error.start)
        raise ArenaError(
            code,
            f"the file {path} is not text in UTF-8: line {line} has the byte 0x{content[error.start]:02x}",
            "save the file in an editor with the encoding UTF-8",
        ) from error
