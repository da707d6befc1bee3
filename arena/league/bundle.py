"""Bots as bundles: how a bot's files travel to another machine, unpacked once per content hash."""

import io
import os
import shutil
import tarfile
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from arena.errors import ArenaError
from arena.league.content import content_hash
from arena.league.league import League
from arena.league.manifest import Manifest


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bot's manifest and files; `archive` is a gzipped tar of its folder and sources, lying as they do at home."""

    manifest: Manifest
    archive: bytes


@dataclass(frozen=True, slots=True)
class LeagueBundle:
    """A league with its bots' files; it can be played wherever it arrives."""

    league: League
    bundles: tuple[Bundle, ...]


def pack_league(league: League) -> LeagueBundle:
    """The league with the files of all its bots."""
    return LeagueBundle(league, tuple(pack(bot) for bot in league.bots))


def unpack_league(bundle: LeagueBundle, cache: Path) -> League:
    """The league with its bots' folders below `cache`."""
    return replace(bundle.league, bots=tuple(unpack(bot, cache) for bot in bundle.bundles))


def pack(manifest: Manifest) -> Bundle:
    """The bot with the files that count as its content."""
    buffer = io.BytesIO()
    place = _place(manifest)
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, path in manifest.files():
            archive.add(path, os.path.normpath(place / name), recursive=False)
    return Bundle(manifest, buffer.getvalue())


def unpack(bundle: Bundle, cache: Path) -> Manifest:
    """The manifest with its folder below `cache`, made there unless it was already; raises ArenaError [bad-bundle],
    [foreign-cache].

    Several processes may unpack the same bundle at the same time: each fills a folder of its own, and the first to
    give it its name wins.
    """
    manifest = bundle.manifest
    folder = own(cache) / manifest.content_hash.hex()
    if not folder.is_dir():
        draft = Path(tempfile.mkdtemp(dir=cache))
        with tarfile.open(fileobj=io.BytesIO(bundle.archive)) as archive:
            archive.extractall(draft, filter="data")
        if not _holds(draft, manifest):
            shutil.rmtree(draft)
            raise ArenaError(
                "bad-bundle",
                f"the files of {manifest.name} changed between reading its manifest and packing it",
                "start the league again",
            )
        try:
            os.rename(draft, folder)  # noqa: PTH104  # Path.rename would follow a link that stands there
        except OSError:
            shutil.rmtree(draft)
            if not folder.is_dir():
                raise
    return replace(manifest, folder=folder / _place(manifest))


def own(cache: Path) -> Path:
    """The folder, made unless it is there; raises ArenaError [foreign-cache] if another user has made it."""
    cache.mkdir(mode=0o700, parents=True, exist_ok=True)
    if cache.stat().st_uid != os.getuid():
        raise ArenaError(
            "foreign-cache",
            f"{cache} belongs to another user, who could change the bots in it",
            "remove it, or set TMPDIR to a folder of your own",
        )
    return cache


def _place(manifest: Manifest) -> Path:
    """The bot's folder, from the nearest one that holds its sources too."""
    folders = [manifest.folder, *((manifest.folder / source).resolve() for source in manifest.sources)]
    return manifest.folder.relative_to(os.path.commonpath(folders))


def _holds(draft: Path, manifest: Manifest) -> bool:
    try:
        folder = draft / _place(manifest)
        return content_hash(folder, manifest.sources, built=bool(manifest.build)) == manifest.content_hash
    except OSError:  # a folder is missing
        return False
