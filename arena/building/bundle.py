"""Bundles of a bot's files, from which copies of the bot are made on this or another machine.

Rule 1: bots with equal content have equal copies, even if their files differ in modification time or permissions. In a
copy, all files have the same modification time and are executable. A copy lies in a folder with the bot's name, inside
a folder that is named after the content hash.
Rule 2: a copy is unpacked in a draft folder, and moved to its final place when it is complete. It contains only the
files of the bundle, and no file of an older copy.
"""

import io
import os
import re
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Final

from arena.archives.packing import of_nobody
from arena.archives.unpacking import unpack_tar
from arena.building.content import content_hash
from arena.building.manifest import Manifest
from arena.errors import ArenaError
from arena.files.folders import remove
from arena.files.locks import Lock
from arena.system.users import is_own

MODE: Final = 0o755
TIME_S: Final = 1_000_000_000
"""The modification time of all files in a bundle, in Unix seconds. It is not 0, because some build tools regard a file
with the time 0 as missing.
"""
LOCK: Final = "copy.lock"
DRAFT: Final = "draft"


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bot's manifest and its files.

    `archive`: a gzipped tar of the bot's folder and its sources, which keep their positions relative to each other.
    """

    manifest: Manifest
    archive: bytes


def copied(manifest: Manifest, cache: Path) -> Manifest:
    """Makes, below the folder `cache`, a new copy that contains only the bot's content; returns a manifest that refers
    to the copy.

    Raises ArenaError [bad-bundle], [bad-archive], [foreign-cache], [no-room].
    """
    bundle = pack(manifest)
    with locked(cache, LOCK):
        return _made(bundle, cache)


def pack(manifest: Manifest) -> Bundle:
    """Returns the bundle of a bot, with the files that count as its content; raises ArenaError [bad-bundle] if a file
    has disappeared.
    """
    buffer = io.BytesIO()
    place = _place(manifest)
    try:
        with tarfile.open(fileobj=buffer, mode="w:gz", dereference=True) as archive:
            for name, path in manifest.files():
                archive.add(path, os.path.normpath(place / name), recursive=False, filter=_plain)
    except OSError as error:
        raise _changed(manifest) from error
    return Bundle(manifest, buffer.getvalue())


def unpack(bundle: Bundle, cache: Path) -> Manifest:
    """Unpacks a bundle below the folder `cache` unless an unchanged copy exists there; returns a manifest that refers
    to the copy.

    Several processes may call this with the same bundle at the same time: only one unpacks it. Raises ArenaError
    [bad-bundle], [bad-archive], [foreign-cache], [no-room].
    """
    there = placed(bundle.manifest, cache)
    with locked(cache, LOCK):
        return there if _holds(there) else _made(bundle, cache)


def placed(manifest: Manifest, cache: Path) -> Manifest:
    """The manifest with its folder set to the place of the bot's copy, whether or not that copy exists."""
    return _in(manifest, copy_root(manifest, cache))


def copy_root(manifest: Manifest, cache: Path) -> Path:
    """Returns the folder for the copies of a bot's folder and its sources; the folder need not exist. Records about the
    copies lie next to it.
    """
    return cache / manifest.content_hash.hex() / _called(manifest)


@contextmanager
def locked(cache: Path, name: str) -> Iterator[None]:
    """Waits for the lock with this name in the folder `cache`, and holds the lock in the context; raises ArenaError
    [foreign-cache], [no-room].
    """
    demand_own(cache)
    try:
        lock = Lock(cache / name, wait=True)
    except OSError as error:
        raise no_room("copies of bots", cache, error) from error
    with lock:
        yield


def demand_own(folder: Path) -> None:
    """Makes a folder that only this user can open, unless it exists.

    Raises ArenaError [foreign-cache] if it exists and belongs to another user, [no-room] if it cannot be made.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        own = is_own(folder.stat())
    except OSError as error:
        raise no_room("copies of bots", folder, error) from error
    if not own:
        raise ArenaError(
            "foreign-cache",
            f"the folder {folder} for built bots belongs to another user, who could change the bots",
            "remove this folder, or set the environment variable TMPDIR to a folder of your own",
        )


def no_room(what: str, folder: Path, error: OSError) -> ArenaError:
    """Returns the ArenaError [no-room] that reports that `what` cannot be made in a folder."""
    return ArenaError(
        "no-room",
        f"{what} cannot be made in {folder}: {error.strerror}",
        "free space on the disk, or set the environment variable TMPDIR to a folder with free space that you may "
        "write to",
    )


def _changed(manifest: Manifest) -> ArenaError:
    return ArenaError(
        "bad-bundle",
        f"the files of the bot {manifest.name} changed while this command was packing the bot",
        "run the command again, and do not change the bot's files while the command runs",
    )


def _made(bundle: Bundle, cache: Path) -> Manifest:
    """Unpacks a bundle in a draft folder and moves this folder to its final place; returns a manifest that refers to
    the copy.
    """
    draft, root = cache / DRAFT, copy_root(bundle.manifest, cache)
    try:
        remove(root.parent)
        remove(draft)  # left by a process that was killed
        unpack_tar(io.BytesIO(bundle.archive), draft, f"the bundle of {bundle.manifest.name}")
        if not _holds(_in(bundle.manifest, draft)):
            raise _changed(bundle.manifest)
        root.parent.mkdir()
        draft.rename(root)
    except OSError as error:
        raise no_room(f"a copy of {bundle.manifest.name}", cache, error) from error
    finally:
        remove(draft)
    return placed(bundle.manifest, cache)


def _plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
    return of_nobody(member, mode=MODE, mtime=TIME_S)


def _in(manifest: Manifest, root: Path) -> Manifest:
    return replace(manifest, folder=root / _place(manifest))


def _place(manifest: Manifest) -> PurePath:
    """Returns the path of the bot's folder from the root of a copy.

    The path is so deep that the bot's sources also lie below the root: a source `../../lib` needs two parts. The path
    is empty if no source begins with `..`.
    """
    depth = max((parts.count("..") for parts in _sources(manifest)), default=0)
    return PurePath(*[_word(manifest)] * (depth - 1), *[_called(manifest)] * (depth > 0))


def _called(manifest: Manifest) -> str:
    """Returns the name of the bot's folder in a copy: the bot's name, so that tracebacks show it, or else `_word`.

    Uses `_word` if the bot's name has characters other than letters, digits, `_`, `.` and `-`, begins with `.` or `-`,
    or equals a part of a source's path.
    """
    name = manifest.bot or manifest.name
    good = re.fullmatch(r"\w[\w.-]*", name) and not any(name in part for part in _sources(manifest))
    return name if good else _word(manifest)


def _word(manifest: Manifest) -> str:
    """Returns a folder name that no source folder is likely to have: the first eight digits of the content hash."""
    return manifest.content_hash.hex()[:8]


def _sources(manifest: Manifest) -> list[tuple[str, ...]]:
    return [PurePath(os.path.normpath(source)).parts for source in manifest.sources]


def _holds(bot: Manifest) -> bool:
    """Whether the files in the bot's folder and sources have the content hash of its manifest."""
    try:
        return content_hash(bot.folder, bot.sources, built=bool(bot.build)) == bot.content_hash
    except OSError:  # a folder is missing
        return False
