"""The list in a backup: the SHA-256 of each file, as `sha256sum --check` reads it."""

import re
from collections.abc import Mapping
from typing import Final

LIST: Final = "SHA256SUMS"
"""Its name; the last file of a backup."""
FORMAT: Final = 1
HEAD: Final = re.compile(r"# bot-arena backup ([0-9]{1,6})\b")
LINE: Final = re.compile(r"([0-9a-f]{64})  (.+)")


def can_be_listed(name: str) -> bool:
    """Whether a name stands in a list as it is: with no letter that ends a line, or is escaped there."""
    return name.isprintable() and "\\" not in name


def list_text(sums: Mapping[str, str]) -> str:
    """The list of these files."""
    return "".join((f"# bot-arena backup {FORMAT}\n", *(f"{digest}  {name}\n" for name, digest in sums.items())))


def format_of(text: str) -> int | None:
    """The number of its format; None if it is no such list."""
    found = HEAD.match(text)
    return int(found[1]) if found else None


def sums_in(text: str) -> dict[str, str]:
    """The files and their sums; raises ValueError."""
    sums: dict[str, str] = {}
    for line in text.split("\n")[1:-1]:
        found = LINE.fullmatch(line)
        if not found or found[2] in sums:
            raise ValueError(line)
        sums[found[2]] = found[1]
    return sums
