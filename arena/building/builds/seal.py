"""Seals copies of bots: a hash over all files of a copy is recorded (the seal), and shows later whether the copy was
changed.

Rule 1: the hash covers every file of the copy, also hidden files and files that a build made, so it covers everything
in the copy that can affect the bot's play.
Rule 2: a sealed copy is read-only. That prevents changes by mistake, and by other users, but not every change, so the
seal is needed. A bot in a sandbox cannot write to its copy at all.
Rule 3: the file with the seal lies next to the copy, never in it.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from arena.files.folders import remove
from arena.files.whole import NEW, PRIVATE
from arena.system.files import CLOSED, NO_LINK

HASH_BYTES: Final = 16
CHUNK: Final = 1 << 20
MARK: Final = ".sealed"
"""The name of the file with the seal, next to the copy. No copy can have this name, because no copy's name begins with
a dot.
"""
MAY_RUN: Final = 0o555
MAY_BE_READ: Final = 0o444


class Seal(NamedTuple):
    """The seal of a bot's copy: the record that shows later whether the copy was changed."""

    made: str
    """The hash over everything in the copy, in hexadecimal."""
    terms: str
    """The terms of the copy's build, as `Terms.text` writes them; empty if the bot has no build."""


def close(copy: Path, terms: str) -> None:
    """Makes a copy read-only, and writes its seal, a hash over the files that the copy has now. Raises OSError."""
    for path, kind in _walk(copy):
        if stat.S_ISREG(kind):
            path.chmod(MAY_RUN if kind & stat.S_IXUSR else MAY_BE_READ)
        elif stat.S_ISDIR(kind):
            path.chmod(MAY_RUN)
    copy.chmod(MAY_RUN)
    write_new(copy.parent / MARK, f"{tree_hash(copy)} {terms}".encode())


def seal_of(copy: Path) -> Seal | None:
    """Returns the seal of a copy, even if the copy was changed since; None if it has no seal."""
    with suppress(OSError, ValueError):
        made, _, terms = (copy.parent / MARK).read_text("ascii").partition(" ")
        return Seal(made, terms)
    return None


def holds(copy: Path, made: str) -> bool:
    """Returns whether the files of a copy still have the hash `made`."""
    with suppress(OSError):
        return tree_hash(copy) == made
    return False


def tree_hash(folder: Path) -> str:
    """Returns a hash over the names and contents of everything in a folder. For a link, the path of its target counts
    as its content. Raises OSError.
    """
    digest = blake2b(digest_size=HASH_BYTES)
    for path, kind in _walk(folder):
        name = os.fsencode(path.relative_to(folder))
        digest.update(b"%d %d %d\0" % (stat.S_IFMT(kind), bool(kind & stat.S_IXUSR), len(name)) + name)
        if stat.S_ISREG(kind):
            digest.update(_content_hash(path))
        elif stat.S_ISLNK(kind):
            target = os.fsencode(path.readlink())
            digest.update(b"%d\0" % len(target) + target)
    return digest.hexdigest()


def write_new(path: Path, content: bytes) -> None:
    """Writes a new file, after removing any file, folder or link of the same name. Raises OSError."""
    if path.is_dir() and not path.is_symlink():
        remove(path)
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, NEW, PRIVATE), "wb") as file:
        file.write(content)


def _walk(folder: Path) -> Iterator[tuple[Path, int]]:
    """Yields the path and the mode of every entry below a folder; follows no link.

    Within each folder, the entries are sorted by name. A subfolder comes right before its own entries.
    """
    for entry in sorted(os.scandir(folder), key=lambda entry: os.fsencode(entry.name)):
        kind = entry.stat(follow_symlinks=False).st_mode
        path = Path(entry.path)
        yield path, kind
        if stat.S_ISDIR(kind):
            yield from _walk(path)


def _content_hash(path: Path) -> bytes:
    digest = blake2b(digest_size=HASH_BYTES)
    with os.fdopen(os.open(path, os.O_RDONLY | NO_LINK | CLOSED), "rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.digest()
