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
    return f"there is only {known[0]}" if len(known) == 1 else f"there are {', '.join(known)}"


def read_bytes(path: Path, code: str, most: int = MOST_BYTES) -> bytes:
    """The content of a file; raises ArenaError with the code `code` if it is larger than `most` bytes or unreadable."""
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        hint = "give the path of a file that exists and that you may read"
        raise ArenaError(code, f"{path} cannot be read: {error.strerror}", hint) from error
    if len(content) > most:
        raise ArenaError(code, f"{path} is larger than {most} bytes", "give the path of a text file written by hand")
    return content


def read_text(path: Path, code: str, most: int = MOST_BYTES) -> str:
    """The text of a UTF-8 file, without the byte order mark that some editors write.

    Raises ArenaError with the code `code` if it is larger than `most` bytes, unreadable or not UTF-8.
    """
    content = read_bytes(path, code, most)
    if content.startswith(WIDE) or b"\0" in content:
        hint = "save it as UTF-8; editors ask for the encoding under Save As"
        raise ArenaError(code, f"{path} is text in UTF-16, or no text; expected UTF-8", hint)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + content.count(b"\n", 0, error.start)
        raise ArenaError(
            code,
            f"{path} is not text in UTF-8: line {line} has the byte 0x{content[error.start]:02x}",
            "save it as UTF-8; other encodings save letters with accents in other bytes",
        ) from error
