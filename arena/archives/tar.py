"""Reads a tar as a stream, in the forms that tar, git and Python write today.

It accepts files, folders, symbolic links and the long names of GNU and POSIX.1-2001 (pax), plain or in gzip. It refuses
any other kind of entry (sparse file, device, hard link...) and an archive that ends in the middle.
"""

import re
import zlib
from collections.abc import Iterator
from typing import BinaryIO, Final

from arena.archives.entries import AGAIN, Entry, Kind, Refused, reading
from arena.archives.signatures import kind_of

BLOCK: Final = 512
CHUNK: Final = 65_536
GZIP: Final = b"\x1f\x8b"
USTAR: Final = slice(257, 262)
LONGEST_EXTENSION: Final = 65_536
"""The most bytes of extension fields, such as long names, before one entry. The fields' own headers count, too. An
archive with more is refused.
"""
EXTENSION_EACH: Final = 4_096
"""The bytes of extension fields, such as long names, that an archive may have for each entry on average.

An archive begins with an allowance of LONGEST_EXTENSION bytes. Each extension field lowers it by the size of the field
and its header. Each entry raises it by EXTENSION_EACH, up to LONGEST_EXTENSION. An archive that needs more than its
allowance is refused.
"""
KINDS: Final = {b"0": Kind.FILE, b"\0": Kind.FILE, b"5": Kind.FOLDER, b"2": Kind.LINK}
REFUSED: Final = {b"1": "a hard link", b"3": "a device", b"4": "a device", b"6": "a pipe", b"S": "a sparse file"}
LONGEST_SIZE: Final = 20
PAX: Final = b"x"
PAX_FOR_ALL: Final = b"g"
HARMLESS: Final = (b"comment", b"atime", b"ctime", b"mtime", b"uid", b"uname", b"gid", b"gname")
"""Keys that a pax header for the whole archive may set, because they do not affect the names and contents of files."""
LONG_NAME: Final = b"L"
LONG_TARGET: Final = b"K"
RECORD: Final = re.compile(rb"([1-9][0-9]{0,5}) ")
DIGITS: Final = re.compile(rb" *([0-7]*)[ \0]*")
RUNS: Final = 0o100

Extension = dict[bytes, bytes]
"""The extension fields before an entry's header, by key; `path`, `linkpath` and `size` replace the header's fields."""


def read_tar(file: BinaryIO) -> Iterator[tuple[Entry, Iterator[bytes]]]:
    """Iterates over the entries of an archive in order, each with its content, which the caller need not read.

    A name ends at its first NUL byte. `file` is read once, from its current position up to the end of the archive.
    Raises Refused, OSError.
    """
    stream = _Stream(file)
    for extension, header in _headers(stream):
        entry = _entry(extension, header)
        content = stream.chunks(entry.size)
        yield entry, content
        for _ in content:
            pass
        stream.exactly(-entry.size % BLOCK)


def may_be_tar(head: bytes) -> bool:
    """Whether a file that begins with these bytes is a tar, perhaps a damaged or empty one."""
    first = head[:BLOCK]
    return len(first) == BLOCK and (not any(first) or first[USTAR] == b"ustar" or _sum_is_right(first))


class _Stream:
    """The bytes of a tar, unpacked if the tar is in gzip. The class reads and unpacks only as much as the caller
    requests.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._packed = file.read(len(GZIP)) or b""
        self._gzip = zlib.decompressobj(wbits=31) if self._packed == GZIP else None

    def exactly(self, size: int) -> bytes:
        """Returns the next `size` bytes; raises Refused if fewer are left."""
        return b"".join(self.chunks(size))

    def chunks(self, size: int) -> Iterator[bytes]:
        """Yields the next `size` bytes in chunks; raises Refused if fewer are left."""
        while size:
            chunk = self._some(min(size, CHUNK))
            if not chunk:
                raise Refused("ends in the middle", AGAIN)
            size -= len(chunk)
            yield chunk

    def _some(self, most: int) -> bytes:
        """Returns at least 1 and at most `most` of the next bytes; an empty bytes object at the end of the file."""
        if self._gzip is None:
            chunk, self._packed = self._packed[:most], self._packed[most:]
            return chunk or self._file.read(most) or b""
        with reading("is no whole gzip"):
            while True:
                if self._gzip.eof:  # another gzip member may follow
                    self._packed, self._gzip = self._gzip.unused_data, zlib.decompressobj(wbits=31)
                self._packed = self._packed or self._file.read(CHUNK) or b""
                chunk = self._gzip.decompress(self._packed, most)
                ended, self._packed = not self._packed, self._gzip.unconsumed_tail
                if chunk or ended:
                    return chunk


def _headers(stream: _Stream) -> Iterator[tuple[Extension, bytes]]:
    """Yields the extension fields and the 512-byte header of each entry."""
    extension: Extension = {}
    first = True
    left = LONGEST_EXTENSION
    while any(header := stream.exactly(BLOCK)):
        _check(header, first=first)
        first = False
        kind = header[156:157]
        if kind not in (PAX, PAX_FOR_ALL, LONG_NAME, LONG_TARGET):
            yield extension, header
            extension = {}
            left = min(left + EXTENSION_EACH, LONGEST_EXTENSION)
            continue
        size = _number(header[124:136])
        left -= BLOCK + size
        if left < 0:
            raise Refused(
                f"has more than {LONGEST_EXTENSION} bytes of extension headers (for long names) between two entries"
            )
        said = stream.exactly(size)
        stream.exactly(-size % BLOCK)
        if kind == PAX:
            extension |= dict(_records(said))
        elif kind == PAX_FOR_ALL:
            if any(not key.startswith(HARMLESS) for key, _ in _records(said)):
                raise Refused(
                    "has a global header with values that each entry must have in its own header, such as the path"
                )
        else:
            extension[b"path" if kind == LONG_NAME else b"linkpath"] = said.partition(b"\0")[0]


def _check(header: bytes, *, first: bool) -> None:
    """Raises Refused if a block is no valid header; for the first block, the message names the file's actual kind, if
    known.
    """
    if _sum_is_right(header):
        return
    if first and (kind := kind_of(header)):
        raise Refused(f"is not a tar, but {kind}")
    raise Refused("is not a tar, or is damaged: the checksum of a header is wrong")


def _sum_is_right(header: bytes) -> bool:
    told, total = DIGITS.fullmatch(header[148:156]), sum(header[:148] + b" " * 8 + header[156:])
    return told is not None and int(told[1] or b"0", 8) == total


def _entry(extension: Extension, header: bytes) -> Entry:
    name = extension.get(b"path") or _name(header)
    kind = header[156:157]
    shown = _text(name)
    if kind in REFUSED or any(key.startswith(b"GNU.sparse") for key in extension):
        raise Refused(f"has {REFUSED.get(kind, 'a sparse file')}: {shown}")
    if kind not in KINDS:
        raise Refused(f"has an entry of an unknown kind ({kind!r}): {shown}")
    size = _size(extension[b"size"]) if b"size" in extension else _number(header[124:136])
    if KINDS[kind] is not Kind.FILE and size:
        raise Refused(f"has {KINDS[kind].value}, although only files can have content: {shown}")
    return Entry(
        shown,
        KINDS[kind],
        size,
        runs=bool(_number(header[100:108]) & RUNS),
        time_s=_number(header[136:148]),
        target=_text(extension.get(b"linkpath") or header[157:257]),
    )


def _size(said: bytes) -> int:
    if not (said.isdigit() and len(said) <= LONGEST_SIZE):
        raise Refused("has a header with a size, time or mode that is negative, unreadable or too large")
    return int(said)


def _name(header: bytes) -> bytes:
    name, prefix = (field.partition(b"\0")[0] for field in (header[:100], header[345:500]))
    return prefix + b"/" + name if prefix and header[257:263] == b"ustar\0" else name


def _records(said: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yields the keys and values of a pax header; raises Refused if the header is damaged."""
    place = 0
    while place < len(said):
        found = RECORD.match(said, place)
        end = place + int(found[1]) if found else 0
        key, equals, value = said[found.end() if found else end : end].partition(b"=")
        if not (equals and value.endswith(b"\n") and end <= len(said)):
            raise Refused("was damaged: the header of an entry cannot be read")
        yield key, value[:-1]
        place = end


def _number(field: bytes) -> int:
    """Returns the number that a header field states in octal digits.

    Raises Refused for any other form, such as GNU's binary numbers.
    """
    found = DIGITS.fullmatch(field)
    if not found:
        raise Refused("has a header with a size, time or mode that is negative, unreadable or too large")
    return int(found[1] or b"0", 8)


def _text(field: bytes) -> str:
    return field.partition(b"\0")[0].decode("utf-8", "surrogateescape")
