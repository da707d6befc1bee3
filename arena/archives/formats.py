"""Reads a zip or a tar that a stranger has made on any operating system.

Rule 1: the first bytes of the archive decide its format; the archive's own name does not matter.
Rule 2: the names of the entries are translated to this system's form before any check, so that the checks see the names
under which the entries will be unpacked.
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
PACK: Final = f"hand in {TAKEN} of the bot's folder, with a bot.toml as arena init makes one"
EXPORT: Final = (
    "export the notebook as a program (jupyter nbconvert --to script), put the program into a folder that "
    f"arena init makes, and hand in {TAKEN} of that folder"
)
DRIVE: Final = re.compile("[A-Za-z]:")


def read_any(file: BinaryIO) -> Iterator[tuple[Entry, Iterator[bytes]]]:
    """Iterates over the entries of a zip, tar or tar.gz, each with its content.

    The names are in composed Unicode (NFC), with slashes as separators. `file` must be seekable. Raises Refused,
    OSError.
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
    """Raises Refused unless the file that begins with the bytes `head` is a tar; the message names the file's actual
    kind.
    """
    if not head:
        raise Refused("is empty (0 bytes)", AGAIN)
    inner, packed = (_unpacked(head), "a gzip of ") if head.startswith(GZIP) else (head, "")
    if inner is None or may_be_tar(inner):
        return
    kind = kind_of(inner)
    if not kind:
        raise Refused(f"is not a zip, tar or tar.gz{', but a gzip of another kind of file' if packed else ''}", PACK)
    raise Refused(f"is {packed}{kind}; expected {TAKEN}", EXPORT if kind == NOTEBOOK else PACK)


def _unpacked(head: bytes) -> bytes | None:
    """Returns the first unpacked bytes of a gzip file that begins with `head`; None if the gzip is damaged, or if
    `head` is too short to recognise the content.
    """
    unpacking = zlib.decompressobj(wbits=31)
    try:
        inner = unpacking.decompress(head, HEAD)
    except zlib.error:
        return None
    return inner if len(inner) >= BLOCK or unpacking.eof else None


def _composed(name: str) -> str:
    """Returns the name of an entry in composed Unicode (NFC), in which a letter such as ö is one character; macOS
    writes it as two.
    """
    return unicodedata.normalize("NFC", name)


def _slashed(name: str) -> str:
    """Returns the name of a zip's entry with slashes instead of the backslashes that old Windows tools write.

    Raises Refused if the name begins with a drive letter.
    """
    said = name.replace("\\", "/")
    if DRIVE.match(said):
        raise Refused(f"has an entry that would be unpacked outside the archive's folder: {name}")
    return said
