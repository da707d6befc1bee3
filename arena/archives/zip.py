"""Reads a zip as Windows, macOS and learning systems write it today, with stored or deflated content.

A zip lists its entries at its end, so the file is read out of order and must be seekable.
"""

import stat
import zipfile
from collections.abc import Iterator
from typing import BinaryIO, Final

from arena.archives.entries import AGAIN, Entry, Kind, Refused, reading

CHUNK: Final = 65_536
ZIPS: Final = (b"PK\3\4", b"PK\5\6", b"PK\7\x08")
"""The first bytes of an ordinary zip, of an empty zip, and of the first part of a split zip."""
LISTED: Final = b"PK\1\2"
"""The first bytes of each entry in the list of entries at the end of a zip."""
MOST_LISTED: Final = 200_000
"""The maximum number of entries in the list at the end of a zip.

A longer list would take too much memory.
"""
KNOWN: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
METHODS: Final = {9: "Deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 95: "xz", 98: "PPMd"}
PLAINLY: Final = "make the zip again with the default settings of your program: no password, method Deflate"
ENCRYPTED: Final = 0x1
UTF_8: Final = 0x800
"""The flag bit of an entry that marks its name as UTF-8."""
DOS_FOLDER: Final = 0x10
UNIX: Final = 16
LONGEST_TARGET: Final = 4_096


def read_zip(file: BinaryIO) -> Iterator[tuple[Entry, Iterator[bytes]]]:
    """Iterates over the entries of an archive in order, each with its content, which the caller need not read.

    Raises Refused, OSError.
    """
    _demand_few(file)
    if not zipfile.is_zipfile(file):
        raise Refused("is not a complete zip: the list of files at the end of the zip is missing", AGAIN)
    with reading("is not a complete zip"):
        archive = zipfile.ZipFile(file)
        listed = archive.infolist()
    for info in listed:
        if info.flag_bits & ENCRYPTED:
            raise Refused(f"is encrypted: it has a file with a password: {info.filename}", PLAINLY)
        if info.compress_type not in KNOWN:
            method = METHODS.get(info.compress_type, f"method {info.compress_type}")
            raise Refused(f"has a file that is compressed with {method} instead of Deflate: {info.filename}", PLAINLY)
        entry = _entry(info)
        if entry.kind is Kind.LINK:
            yield _link(archive, info, entry), iter(())
        else:
            yield entry, _content(archive, info)


def _demand_few(file: BinaryIO) -> None:
    """Raises Refused if the zip may list more than MOST_LISTED entries.

    It counts how often the bytes LISTED occur in the whole file. The content of a file rarely contains them by chance,
    so the count is nearly exact.
    """
    count, last = 0, b""
    while chunk := file.read(CHUNK):
        count += (last + chunk).count(LISTED)
        last = chunk[-len(LISTED) + 1 :]
    if count > MOST_LISTED:
        raise Refused(f"has more than {MOST_LISTED:,} files and folders")
    file.seek(0)


def _entry(info: zipfile.ZipInfo) -> Entry:
    mode, name = info.external_attr >> UNIX, _name(info)
    kind = Kind.FOLDER if _is_folder(info) else Kind.LINK if stat.S_ISLNK(mode) else Kind.FILE
    if kind is Kind.FILE and stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        raise Refused(f"has an entry that is not a file, a folder or a link: {name}")
    if kind is not Kind.FILE and info.file_size > LONGEST_TARGET * (kind is Kind.LINK):
        raise Refused(f"has {kind.value}, although only files can have content: {name}")
    return Entry(name, kind, info.file_size if kind is Kind.FILE else 0, runs=bool(mode & stat.S_IXUSR))


def _name(info: zipfile.ZipInfo) -> str:
    """Returns the name of an entry, decoded as UTF-8 if possible, and otherwise as code page 437.

    UTF-8 is tried even without the flag UTF_8, because macOS never sets the flag.
    """
    if info.flag_bits & UTF_8:
        return info.filename
    try:
        return info.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return info.filename


def _is_folder(info: zipfile.ZipInfo) -> bool:
    """Whether an entry is a folder.

    An entry is a folder if its name ends in a slash or backslash. It is also a folder if it has Windows' folder flag,
    but neither a Unix mode nor content.
    """
    silent = not info.external_attr >> UNIX and not info.file_size
    return info.filename.endswith(("/", "\\")) or bool(silent and info.external_attr & DOS_FOLDER)


def _link(archive: zipfile.ZipFile, info: zipfile.ZipInfo, entry: Entry) -> Entry:
    target = b"".join(_content(archive, info)).decode("utf-8", "surrogateescape")
    return Entry(entry.name, Kind.LINK, target=target)


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[bytes]:
    """Yields the content of a file, and never more bytes than the zip lists for it; raises Refused if the content is
    shorter or damaged.
    """
    left = info.file_size
    with reading(f"was damaged at {info.filename}"), archive.open(info) as packed:
        while left and (chunk := packed.read(min(left, CHUNK))):
            left -= len(chunk)
            yield chunk
    if left:
        raise Refused(f"ends in the middle of {info.filename}")
