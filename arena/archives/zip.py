"""Reads zip: what Windows, macOS and learning systems pack today, plain or deflated, and nothing else it could be.

An archive tells what it holds at its end, so a zip is looked at in any order, and only a file that can be is read.
"""

import stat
import zipfile
from collections.abc import Iterator
from typing import BinaryIO, Final

from arena.archives.entries import Entry, Kind, Refused, reading

CHUNK: Final = 65_536
ZIP: Final = b"PK"
LISTED: Final = b"PK\1\2"
"""How an entry of the list at the end begins."""
MOST_LISTED: Final = 200_000
"""The list of more would take too much memory before anything of it could be counted."""
KNOWN: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ENCRYPTED: Final = 0x1
UNIX: Final = 16
LONGEST_TARGET: Final = 4_096


def read_zip(file: BinaryIO) -> Iterator[tuple[Entry, Iterator[bytes]]]:
    """The entries of an archive in order, each with its content, which may be left unread. Raises Refused, OSError."""
    _demand_few(file)
    with reading("is no whole zip"):
        archive = zipfile.ZipFile(file)
        listed = archive.infolist()
    for info in listed:
        if info.flag_bits & ENCRYPTED:
            raise Refused(f"has a file with a password: {info.filename}")
        if info.compress_type not in KNOWN:
            raise Refused(f"has a file that is packed in a way nobody else can read: {info.filename}")
        entry = _entry(info)
        if entry.kind is Kind.LINK:
            yield _link(archive, info, entry), iter(())
        else:
            yield entry, _content(archive, info)


def _demand_few(file: BinaryIO) -> None:
    """Complains of more entries than could be listed; what stands in files by chance hardly counts."""
    count, last = 0, b""
    while chunk := file.read(CHUNK):
        count += (last + chunk).count(LISTED)
        last = chunk[-len(LISTED) + 1 :]
    if count > MOST_LISTED:
        raise Refused(f"has more than {MOST_LISTED:,} files and folders")
    file.seek(0)


def _entry(info: zipfile.ZipInfo) -> Entry:
    mode = info.external_attr >> UNIX
    kind = Kind.FOLDER if info.is_dir() else Kind.LINK if stat.S_ISLNK(mode) else Kind.FILE
    if kind is Kind.FILE and stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        raise Refused(f"has something that is no file, folder or link: {info.filename}")
    if kind is not Kind.FILE and info.file_size > LONGEST_TARGET * (kind is Kind.LINK):
        raise Refused(f"has {kind.value} with content: {info.filename}")
    return Entry(info.filename, kind, info.file_size if kind is Kind.FILE else 0, runs=bool(mode & stat.S_IXUSR))


def _link(archive: zipfile.ZipFile, info: zipfile.ZipInfo, entry: Entry) -> Entry:
    target = b"".join(_content(archive, info)).decode("utf-8", "surrogateescape")
    return Entry(entry.name, Kind.LINK, target=target)


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[bytes]:
    """What a file has, never more than was said of it."""
    left = info.file_size
    with reading(f"was damaged at {info.filename}"), archive.open(info) as packed:
        while left and (chunk := packed.read(min(left, CHUNK))):
            left -= len(chunk)
            yield chunk
    if left:
        raise Refused(f"ends in the middle of {info.filename}")
