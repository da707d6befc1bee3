"""The content of a hand-in: its hash, and its bot unpacked under the author's alias.

Rule 1: one function unpacks every hand-in; a folder is first packed into an archive, so that the same checks apply.
Rule 2: the bot's name, version and author in the manifest are replaced, so that others see only the alias.
Rule 3: a manifest may name installed programs of this machine, but no other file outside the hand-in, because a bot may
read the files that its manifest names.
"""

import io
import json
import os
import tarfile
from dataclasses import fields, replace
from hashlib import blake2b
from pathlib import Path
from typing import Final

from arena.archives.entries import MB, Bounds, Refused, refusal
from arena.archives.packing import of_nobody
from arena.archives.unpacking import unpack_any
from arena.building.content import NOT_CONTENT
from arena.building.manifest import Manifest, demand_game, read_manifest
from arena.building.manifest_file import ManifestFile, read_manifest_file
from arena.building.only_bot import NOT_OURS, only_manifest
from arena.building.stranger_manifest import demand_own

BOUNDS: Final = Bounds(megabytes=200, megabytes_a_file=100, entries=5_000)
MOST_PACKED: Final = 100 * MB
HASH_BYTES: Final = 16
CLONE: Final = ".git"
VERSION: Final = "1"


def packed(path: Path) -> bytes:
    """The bytes of a hand-in's archive; for a folder, a tar that is always the same for the same files.

    Raises ArenaError [bad-archive] if the hand-in is too large, or is neither a file nor a folder. Raises OSError if it
    cannot be read.
    """
    try:
        return _tar_of(path) if path.is_dir() and not path.is_symlink() else _read(path)
    except Refused as reason:
        raise refusal("the hand-in", reason) from reason


def hash_of(archive: bytes) -> str:
    """The hash of a hand-in's archive, in hexadecimal; lock files record it to detect changes."""
    return blake2b(archive, digest_size=HASH_BYTES).hexdigest()


def unpack_bot(archive: bytes, into: Path, alias: str, game: str) -> Manifest:
    """Unpacks the bot of a hand-in into the new folder `into`, under the name `alias`; returns its manifest.

    Raises ArenaError with a message for the author: [bad-archive], [bad-manifest], [no-manifest], [wrong-game].
    """
    unpack_any(io.BytesIO(archive), into, "the hand-in", BOUNDS)
    manifest = only_manifest(into)
    file, source = read_manifest_file(manifest)
    source.demand_known()
    demand_own(file, manifest.parent.resolve(), into.resolve())
    _write(replace(file, name=alias, author=alias, version=VERSION), manifest)
    bot = read_manifest(manifest)
    demand_game(bot, game)
    return bot


def clean(sentence: str, folder: Path) -> str:
    """Returns a sentence without the path of `folder`, the temporary folder into which a hand-in was unpacked."""
    return (
        sentence.replace(f"{folder.resolve()}{os.sep}", "").replace(f"{folder}{os.sep}", "").replace(str(folder), ".")
    )


def _read(path: Path) -> bytes:
    if path.is_symlink() or not path.is_file():
        raise Refused("is neither a file nor a folder")
    with path.open("rb") as file:
        content = file.read(MOST_PACKED + 1)
    if len(content) > MOST_PACKED:
        raise Refused(f"is larger than {MOST_PACKED // MB} MB")
    return content


def _tar_of(folder: Path) -> bytes:
    """A tar of a folder's files, without files of tools such as git, and without the files' times and owners."""
    buffer, size = io.BytesIO(), 0

    def plain(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
        nonlocal size
        parts = Path(member.name).parts
        if CLONE in parts or not {*NOT_CONTENT, *NOT_OURS}.isdisjoint(parts):
            return None
        size += member.size
        if size > MOST_PACKED:
            raise Refused(f"is larger than {MOST_PACKED // MB} MB")
        return of_nobody(member, mode=0o755 if member.isdir() or member.mode & 0o100 else 0o644, mtime=0)

    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
        archive.add(folder, ".", filter=plain)
    return buffer.getvalue()


def _write(file: ManifestFile, manifest: Path) -> None:
    """Replaces the file at the path `manifest`; the new file contains the values of `file`.

    Each value must be a text or a tuple of texts.
    """
    lines = []
    for one in fields(file):
        value = getattr(file, one.name)
        if value:
            shown = json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
            lines.append(f"{one.name} = {shown}".replace("\x7f", "\\u007f"))
    manifest.unlink()
    manifest.write_text("\n".join(lines) + "\n", "utf-8")
