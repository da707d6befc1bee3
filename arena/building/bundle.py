"""Bundles of a bot's files, to copy them or to send them to another machine.

Rule 1: a copy depends only on the bot's content. Its own folder has the bot's name, the folders above it are named
after its hash, and all files have the same time and may be run, whatever times and rights they had at home.
Rule 2: a copy appears in one step. It has only the files in an archive of the bot's content, and none from before.
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
"""The time of all files; it is not 0, because some build tools take that for a missing file."""
LOCK: Final = "copy.lock"
DRAFT: Final = "draft"


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bot's manifest and files; `archive` is a gzipped tar of its folder and sources, placed as they are at home."""

    manifest: Manifest
    archive: bytes


def copied(manifest: Manifest, cache: Path) -> Manifest:
    """Makes a new copy of just the bot's content below `cache`; returns the manifest with its folder there.

    Raises ArenaError [bad-bundle], [bad-archive], [foreign-cache], [no-room].
    """
    bundle = pack(manifest)
    with locked(cache, LOCK):
        return _made(bundle, cache)


def pack(manifest: Manifest) -> Bundle:
    """The bundle of a bot, with the files that count as its content; raises ArenaError [bad-bundle] if one is gone."""
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
    """Unpacks a bundle below `cache` unless it is there; returns the manifest with its folder there.

    Several processes may call this with the same bundle at the same time: only one unpacks it. Raises ArenaError
    [bad-bundle], [bad-archive], [foreign-cache], [no-room].
    """
    there = placed(bundle.manifest, cache)
    with locked(cache, LOCK):
        return there if _holds(there) else _made(bundle, cache)


def placed(manifest: Manifest, cache: Path) -> Manifest:
    """The manifest with its folder in the place of its copy, whether or not there is one."""
    return _in(manifest, copy_root(manifest, cache))


def copy_root(manifest: Manifest, cache: Path) -> Path:
    """The folder of a copy with its sources, whether or not it exists; the copy's records lie beside this folder."""
    return cache / manifest.content_hash.hex() / _called(manifest)


@contextmanager
def locked(cache: Path, name: str) -> Iterator[None]:
    """Waits for the lock of this name, then holds it within the context; raises ArenaError as `copied` does."""
    demand_own(cache)
    try:
        lock = Lock(cache / name, wait=True)
    except OSError as error:
        raise no_room("copies of bots", cache, error) from error
    with lock:
        yield


def demand_own(folder: Path) -> None:
    """Makes a folder that only this user can open, unless it exists; raises ArenaError as `copied` does."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        own = is_own(folder.stat())
    except OSError as error:
        raise no_room("copies of bots", folder, error) from error
    if not own:
        raise ArenaError(
            "foreign-cache",
            f"{folder} belongs to another user, who could change the bots in it",
            "remove it, or set TMPDIR to a folder of your own",
        )


def no_room(what: str, folder: Path, error: OSError) -> ArenaError:
    """The ArenaError [no-room] that `what` cannot be made in a folder, which is no bot's fault."""
    return ArenaError(
        "no-room",
        f"{what} cannot be made in {folder}: {error.strerror}",
        "make room there, or set TMPDIR to a folder with room that you may write to",
    )


def _changed(manifest: Manifest) -> ArenaError:
    return ArenaError(
        "bad-bundle",
        f"the files of {manifest.name} changed between reading its manifest and packing it",
        "do it again",
    )


def _made(bundle: Bundle, cache: Path) -> Manifest:
    """Unpacks the copy as a draft, and moves it to its place once it is complete."""
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
    """The path of the bot's folder, from the nearest folder above that also contains its sources."""
    depth = max((parts.count("..") for parts in _sources(manifest)), default=0)
    return PurePath(*[_word(manifest)] * (depth - 1), *[_called(manifest)] * (depth > 0))


def _called(manifest: Manifest) -> str:
    """The name of the bot's folder: the bot's own, so that tracebacks show it, unless a source could have that name."""
    name = manifest.bot or manifest.name
    good = re.fullmatch(r"\w[\w.-]*", name) and not any(name in part for part in _sources(manifest))
    return name if good else _word(manifest)


def _word(manifest: Manifest) -> str:
    """The start of the hash, a name that no source has."""
    return manifest.content_hash.hex()[:8]


def _sources(manifest: Manifest) -> list[tuple[str, ...]]:
    return [PurePath(os.path.normpath(source)).parts for source in manifest.sources]


def _holds(bot: Manifest) -> bool:
    """Whether the files in the bot's folder and sources match its hash."""
    try:
        return content_hash(bot.folder, bot.sources, built=bool(bot.build)) == bot.content_hash
    except OSError:  # a folder is missing
        return False
