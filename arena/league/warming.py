"""Warm homes: what tools keep in a home when the house's starter of a language is built, for builds of other bots.

Rule 1: only what is of the house fills a home: its starter, with the packages that its lock file names. For these it
may reach registries, whatever the builds of others may.
Rule 2: each build in a box begins with a copy, and nothing comes back: no build can poison the next one.
Rule 3: where no home can be filled, builds begin with an empty one; it is tried again after a while.
"""

import os
import time
from contextlib import suppress
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Final

from arena.league.builds.at_once import Tell
from arena.league.builds.boxed import home_of_build
from arena.league.builds.seal import MAY_BE_READ, remove, write_new
from arena.league.builds.terms import REGISTRIES, Terms
from arena.league.bundle import copied, copy_root, locked, no_room
from arena.league.files.manifest import MANIFEST, STARTER, Manifest, house_bots, read_manifest

LANGUAGES: Final = ("go", "java", "rust", "typescript")
"""Whose tools keep in a home what they have fetched, and some what they have compiled."""
FOLDER: Final = "homes"
LIMIT_S: Final = 900.0
FRESH_S: Final = 30 * 86_400.0
"""How long one is good: compilers come and go."""
AGAIN_S: Final = 3_600.0
"""How long it is not tried again after it failed."""


def warm_home(language: str, terms: Terms, cache: Path, tell: Tell, *, fill: bool) -> Path | None:
    """A tar of what a home has for bots in a language; None if there is none.

    `fill`: whether it is filled now, if it was not; `cache`: where copies are. Raises ArenaError as `copied` does.
    """
    if language not in LANGUAGES:
        return None
    starter = read_manifest(house_bots() / language / STARTER / MANIFEST)
    place = cache / FOLDER
    file = place / f"{language}-{terms.level}-{_made_of(starter)}.tar"
    if fill and not (starter.missing() or _is_younger(file, FRESH_S)):
        with locked(place, f"{language}.lock"):
            if not (_is_younger(file, FRESH_S) or _is_younger(_failure(file), AGAIN_S)):
                _fill(starter, file, terms, tell)
    return file if file.exists() else None


def _fill(starter: Manifest, file: Path, terms: Terms, tell: Tell) -> None:
    """Builds the starter, and keeps what its home has then; where it fails, so that it is not tried again at once."""
    tell(f"once for all bots in {starter.language}: {' '.join(starter.build)}")
    draft, own_terms = file.with_suffix(".draft"), replace(terms, network=REGISTRIES)
    root = copy_root(starter, file.parent)
    try:
        ran = home_of_build(copied(starter, file.parent), root, own_terms, LIMIT_S, draft)
        if terms.ending and terms.ending.ended():
            return
        if ran.failure:
            write_new(_failure(file), ran.log)
            return
        draft.chmod(MAY_BE_READ)
        draft.replace(file)
        for other in file.parent.glob(f"{starter.language}-{terms.level}-*.tar"):
            if other != file:
                other.unlink(missing_ok=True)
    except OSError as error:
        raise no_room(f"a home for builds in {starter.language}", file.parent, error) from error
    finally:
        remove(root.parent)
        draft.unlink(missing_ok=True)


def _made_of(starter: Manifest) -> str:
    """What it depends on, in letters and digits: the starter, and what compilers are told."""
    digest = blake2b(starter.content_hash, digest_size=16)
    for name, value in sorted(os.environ.items()):
        if name.endswith("FLAGS"):
            digest.update(f"{name}={value}\0".encode())
    return digest.hexdigest()


def _failure(file: Path) -> Path:
    """What the build of a starter that failed has printed, where there is no file."""
    return file.with_suffix(".log")


def _is_younger(file: Path, seconds: float) -> bool:
    with suppress(OSError):
        return time.time() - file.stat().st_mtime < seconds
    return False
