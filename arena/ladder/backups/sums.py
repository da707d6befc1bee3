"""The list of SHA-256 sums in a backup, in the format of `sha256sum --check`.

Rule: a name with a backslash or a line break is escaped as by sha256sum, and its line then begins with a backslash.
Names are written as their bytes on the disk, whether or not these are UTF-8.
"""

import re
from collections.abc import Mapping
from typing import Final

LIST: Final = "SHA256SUMS"
"""The name of the list of sums, which is the last file in a backup."""
FORMAT: Final = 1
HEAD: Final = re.compile(r"# bot-arena backup ([0-9]{1,6})\b")
LINE: Final = re.compile(r"(\\?)([0-9a-f]{64})  (.+)")
ESCAPES: Final = {"\\": r"\\", "\n": r"\n", "\r": r"\r"}
ESCAPED: Final = re.compile(r"\\(.?)")
MEANT: Final = {"\\": "\\", "n": "\n", "r": "\r"}


def list_bytes(sums: Mapping[str, str]) -> bytes:
    """Returns the list of sums as the bytes of its file.

    `sums`: the sum of each file, by name.
    """
    lines = (f"# bot-arena backup {FORMAT}\n", *(_line(name, digest) for name, digest in sums.items()))
    return "".join(lines).encode("utf-8", "surrogateescape")


def text_of(said: bytes) -> str:
    """Returns the text of a list of sums, decoded as UTF-8; other bytes become surrogates (`surrogateescape`)."""
    return said.decode("utf-8", "surrogateescape")


def format_of(text: str) -> int | None:
    """Returns the format number in the first line of a list of sums; None if the text is not a list of sums."""
    found = HEAD.match(text)
    return int(found[1]) if found else None


def sums_in(text: str) -> dict[str, str]:
    """Returns the sums in the text of a list, by file name; raises ValueError if a line is wrong or a name appears
    twice.
    """
    sums: dict[str, str] = {}
    for line in text.split("\n")[1:-1]:
        found = LINE.fullmatch(line)
        if not found:
            raise ValueError(line)
        name = _meant(found[3]) if found[1] else found[3]
        if name in sums:
            raise ValueError(line)
        sums[name] = found[2]
    return sums


def _line(name: str, digest: str) -> str:
    escaped = "".join(ESCAPES.get(letter, letter) for letter in name)
    mark = "" if escaped == name else "\\"
    return f"{mark}{digest}  {escaped}\n"


def _meant(escaped: str) -> str:
    """Returns the original form of an escaped file name; raises ValueError if the escaped name contains an unknown
    escape.
    """
    if not set(ESCAPED.findall(escaped)) <= MEANT.keys():
        raise ValueError(escaped)
    return ESCAPED.sub(lambda found: MEANT[found[1]], escaped)
