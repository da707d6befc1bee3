"""Unpacks an archive to a folder within limits; if the archive is refused, nothing of it is left.

Rule 1: the folder is a new one that this module makes, and no file is written through a symbolic link: the archive's
links are made only after all its files and folders.
Rule 2: no entry may have the name of an earlier file or link, or lie below one, so no entry can change an earlier one.
Rule 3: the archive decides whether a file is executable, but neither its other rights nor its owner. No devices are
made.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from arena.archives.entries import MB, Bounds, Entry, Kind, Refused, reading, refusal
from arena.archives.formats import read_any
from arena.archives.tar import read_tar
from arena.files.whole import NEW
from arena.system.files import set_rights

LONGEST_PART: Final = 255
MAY_RUN: Final = 0o755
MAY_BE_READ: Final = 0o644


def unpack_tar(file: BinaryIO, into: Path, archive: str, bounds: Bounds | None = None, *, links: bool = False) -> None:
    """Unpacks a tar, plain or in gzip, into the new folder `into`.

    `archive`: the name of the tar in error messages. `links`: whether to accept symbolic links with a relative path
    that stays within the archive. Raises ArenaError [bad-archive], and OSError if files cannot be written. After an
    error, nothing of the archive is left.
    """
    _unpack(read_tar(file), into, archive, _Unpacking(into, bounds or Bounds(), links=links))


def unpack_any(file: BinaryIO, into: Path, archive: str, bounds: Bounds | None = None) -> None:
    """Unpacks a tar or a zip as `unpack_tar` does, but refuses links; `file` must be seekable."""
    _unpack(read_any(file), into, archive, _Unpacking(into, bounds or Bounds(), links=False))


def _unpack(
    entries: Iterator[tuple[Entry, Iterator[bytes]]], into: Path, archive: str, unpacking: "_Unpacking"
) -> None:
    into.mkdir()
    try:
        unpacking.take(_read(entries))
    except Refused as reason:
        shutil.rmtree(into)
        raise refusal(archive, reason) from reason
    except BaseException:
        shutil.rmtree(into)
        raise


def _read(entries: Iterator[tuple[Entry, Iterator[bytes]]]) -> Iterator[tuple[Entry, Iterator[bytes]]]:
    """Iterates over the entries; turns errors of the reader into Refused, except those that this machine causes."""
    with reading("cannot be read"):
        yield from entries


class _Unpacking:
    """Unpacks the entries of one archive into a folder, and enforces the limits on their number and size."""

    def __init__(self, into: Path, bounds: Bounds, *, links: bool) -> None:
        self._into = into
        self._bounds = bounds
        self._takes_links = links
        self._left = bounds.megabytes * MB
        self._kinds: dict[str, Kind] = {}
        """The kind of each entry processed so far, by name."""
        self._links: list[tuple[str, str]] = []

    def take(self, entries: Iterator[tuple[Entry, Iterator[bytes]]]) -> None:
        """Writes all entries to the folder; raises Refused for an invalid entry, OSError if a file cannot be written.

        Links are made last, so that no file is written through them.
        """
        for number, (entry, content) in enumerate(entries):
            if number > self._bounds.entries:  # a tar archive has one more entry, for the folder itself
                raise self._too_many()
            if not (name := self._name(entry)):
                continue
            self._register(name, entry.kind)
            if entry.kind is Kind.FILE:
                self._charge(entry)
                self._write(name, entry, content)
            elif entry.kind is Kind.LINK:
                self._links.append((name, self._target(name, entry)))
        for name, target in self._links:
            (self._into / name).symlink_to(target)

    def _name(self, entry: Entry) -> str:
        """The path of an entry relative to the folder; empty for the folder itself. Raises Refused if the name is not
        safe.
        """
        bounds, name = self._bounds, entry.name.removeprefix("./")
        if entry.kind is Kind.FOLDER:
            name = "" if name == "." else name.removesuffix("/")
            if not name and entry.name:
                return name
        parts = name.split("/")
        if name.startswith("/") or ".." in parts:
            raise Refused(f"has an entry that would be unpacked outside the archive's folder: {entry.name}")
        if "" in parts or "." in parts:
            raise Refused(
                f"has an entry whose name is empty, or has an empty part or a part '.' between slashes: {entry.name!r}"
            )
        if len(os.fsencode(name)) > bounds.name_bytes or any(len(os.fsencode(part)) > LONGEST_PART for part in parts):
            most = f"{bounds.name_bytes} bytes, and {LONGEST_PART} between two slashes"
            raise Refused(f"has an entry whose name is too long (at most {most}): {name[:LONGEST_PART]}...")
        return name

    def _register(self, name: str, kind: Kind) -> None:
        """Records an entry; makes its parent folders, and the entry itself if it is a folder.

        Raises Refused if a parent is not a folder, or if the name is already used.
        """
        for place in [index for index, letter in enumerate(name) if letter == "/"]:
            above = self._kinds.get(name[:place])
            if above not in (None, Kind.FOLDER):
                raise Refused(f"has an entry in {name[:place]}, which is {above.value}, not a folder: {name}")
            self._add(name[:place], Kind.FOLDER)
        if name in self._kinds and not kind is self._kinds[name] is Kind.FOLDER:
            raise Refused(f"has two entries of the same name: {name}")
        self._add(name, kind)

    def _add(self, name: str, kind: Kind) -> None:
        if name in self._kinds:
            return
        self._kinds[name] = kind
        if len(self._kinds) > self._bounds.entries:
            raise self._too_many()
        if kind is Kind.FOLDER:
            with _once(name):
                (self._into / name).mkdir()
            (self._into / name).chmod(MAY_RUN)

    def _too_many(self) -> Refused:
        return Refused(f"has more than {self._bounds.entries:,} files and folders")

    def _charge(self, entry: Entry) -> None:
        bounds = self._bounds
        if entry.size > bounds.megabytes_a_file * MB:
            raise Refused(f"has a file of more than {bounds.megabytes_a_file:,} MB: {entry.name}")
        self._left -= entry.size
        if self._left < 0:
            raise Refused(f"has more than {bounds.megabytes:,} MB of files in all")

    def _write(self, name: str, entry: Entry, content: Iterator[bytes]) -> None:
        with _once(name):
            file = os.open(self._into / name, NEW, MAY_BE_READ)
        try:
            for chunk in content:
                _write_all(file, chunk)
            set_rights(file, MAY_RUN if entry.runs else MAY_BE_READ)
        finally:
            os.close(file)
        os.utime(self._into / name, (entry.time_s, entry.time_s))

    def _target(self, name: str, entry: Entry) -> str:
        if not self._takes_links:
            raise Refused(f"has a link: {name}")
        parts = entry.target.split("/")
        ups = next((place for place, part in enumerate(parts) if part != ".."), len(parts))
        if ups > name.count("/") or not {"", ".", ".."}.isdisjoint(parts[ups:]):
            raise Refused(f"has a link to {entry.target}, which may lead out of the archive: {name}")
        return entry.target


@contextmanager
def _once(name: str) -> Iterator[None]:
    """Turns FileExistsError into Refused.

    The error occurs if the file system treats two different names as one, for example because it ignores case.
    """
    try:
        yield
    except FileExistsError as error:
        raise Refused(f"has two entries of the same name: {name}") from error


def _write_all(file: int, chunk: bytes) -> None:
    rest = memoryview(chunk)
    while rest:
        rest = rest[os.write(file, rest) :]
