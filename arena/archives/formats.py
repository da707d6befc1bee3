"""Opens a stranger's zip or tar, whichever it is and whatever system made it.

Rule: the first bytes of a file say what it is, never its name. Names of entries are translated to this system's form
before they are used, so that every check of a name sees what it means here.
"""

import re
import unicodedata
import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO, Final

from arena.archives.entries import AGAIN, Entry, Refused
from arena.archives.signatures import HEAD, NOTEBOOK, kind_of
from arena.archives.tar import BLOCK, GZIP, may_be_tar, read_tar
from arena.archives.zip import ZIPS, read_zip

TAKEN: Final = "a zip, tar or tar.gz"
PACK: Final = f"hand in {TAKEN} of the bot's folder, which has a bot.toml; arena init makes such a folder"
EXPORT: Final = (
    "a bot is a program: export the notebook (jupyter nbconvert --to script), put the program into a folder that "
    f"arena init makes, and hand in {TAKEN} of that folder"
)
DRIVE: Final = re.compile("[A-Za-z]:")


def read_any(file: BinaryIO) -> Iterator[tuple[Entry, Iterator[bytes]]]:
    """The entries of a zip or a tar, plain or in gzip, as its reader gives them, with names in this system's form.

    `file` must be seekable. Raises Refused, OSError.
    """
    head = file.read(HEAD)
    file.seek(0)
    if head.startswith(ZIPS):
        for entry, content in read_zip(file):
            yield replace(entry, name=_slashed(_composed(entry.name))), content
        return
    _demand_tar(head)
    for entry, content in read_tar(file):
        yield replace(entry, name=_composed(entry.name)), content


def _demand_tar(head: bytes) -> None:
    """Raises Refused if a file is neither a zip nor a tar, and says what it is instead."""
    if not head:
        raise Refused("is empty (0 bytes)", AGAIN)
    inner, packed = (_unpacked(head), "a gzip of ") if head.startswith(GZIP) else (head, "")
    if inner is None or may_be_tar(inner):
        return
    kind = kind_of(inner)
    if not kind:
        raise Refused(f"is no zip, tar or tar.gz{', but a gzip of something else' if packed else ''}", PACK)
    raise Refused(f"is {packed}{kind}; expected {TAKEN}", EXPORT if kind == NOTEBOOK else PACK)


def _unpacked(head: bytes) -> bytes | None:
    """The first bytes of a gzip's content; None if it is damaged or ends too early to tell."""
    unpacking = zlib.decompressobj(wbits=31)
    try:
        inner = unpacking.decompress(head, HEAD)
    except zlib.error:
        return None
    return inner if len(inner) >= BLOCK or unpacking.eof else None


def _composed(name: str) -> str:
    """The name of an entry with composed letters: macOS writes ö as two letters."""
    return unicodedata.normalize("NFC", name)


def _slashed(name: str) -> str:
    """The name of a zip's entry with slashes, where old Windows tools write backslashes; raises Refused for a drive."""
    said = name.replace("\\", "/")
    if DRIVE.match(said):
        raise Refused(f"has an entry that would be unpacked outside the archive's folder: {name}")
    return said
