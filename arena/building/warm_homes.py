"""Warm homes: home folders that contain downloaded packages and compiled files before a build begins.

They make builds faster. Each language in LANGUAGES has its own.

Rule 1: a warm home is filled only by a build of the language's starter bot, the arena's own template of new bots. So
it contains the packages that this bot names. This build may download packages even if the builds of other bots may not.
Rule 2: each build in a sandbox gets its own copy of the warm home, which is removed after the build. So no build can
change what a later build gets.
Rule 3: if an attempt to fill a warm home fails, builds get the previous warm home. If there is none, they begin without
one. The arena repeats the attempt later.
Rule 4: if a bot's build fails and the lack of a warm home may be the reason, the error does not blame the bot.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Final

from arena.building.builds.at_once import Tell
from arena.building.builds.boxed import home_of_build
from arena.building.builds.build_limits import NO_NETWORK, REGISTRIES, Terms
from arena.building.builds.command import Ending
from arena.building.builds.seal import MAY_BE_READ, write_new
from arena.building.builds.surroundings import sources
from arena.building.bundle import copied, copy_root, demand_own
from arena.building.house import MANIFEST, STARTER, house_bots
from arena.building.manifest import Manifest, read_manifest
from arena.errors import ArenaError
from arena.files.folders import remove
from arena.files.locks import Lock
from arena.sandbox.levels import Level
from arena.text import one_line

LANGUAGES: Final = ("go", "java", "rust", "typescript")
"""The languages whose tools store downloads, and in part compiled files, in a home folder."""
FOLDER: Final = "homes"
LIMIT_S: Final = 900.0
FRESH_S: Final = 30 * 86_400.0
"""How many seconds a warm home is used before it is filled anew, because compilers change."""
AGAIN_S: Final = 600.0
TIMES: Final = 10
"""The pause after a failed attempt to fill a warm home is TIMES times as long as the attempt, but at least AGAIN_S
seconds.
"""
KEPT: Final = 2
"""How many warm homes are kept for each language and sandbox level. With two, a machine can alternate between two
releases of the arena, or two sets of compiler flags.
"""
LOOK_S: Final = 0.1


def warm_home(bot: Manifest, terms: Terms, cache: Path, tell: Tell) -> Path | None:
    """Returns the tar file with the warm home for a bot's build; None if there is no warm home for this build.

    First fills a warm home that is missing or too old, except in three cases: the bot is a house bot whose build may
    use the network; the pause after a failed attempt is not over; the starter bot's tools are missing.
    `cache`: the folder with the copies of bots. Raises ArenaError [foreign-cache], [no-room].
    """
    language = bot.language.lower()
    if terms.level is Level.NONE or language not in LANGUAGES:
        return None
    place = cache / FOLDER
    demand_own(cache)
    demand_own(place)
    starter, file = _starter_and_file(language, terms, cache)
    wanted = terms.network == NO_NETWORK or not bot.in_house()
    if wanted and not _is_fresh(file) and not starter.missing():
        with _turn(place / f"{language}.lock", terms.ending) as mine:
            if mine and not _is_fresh(file) and _is_due(file):
                _fill(starter, file, terms, tell)
    return file if file.exists() else None


def why_cold(bot: Manifest, terms: Terms, cache: Path) -> Path | None:
    """Returns the path of a log that may explain why the bot's build failed; None if there is none.

    The build had no warm home, and the log shows why an attempt to fill one failed.
    """
    language = bot.language.lower()
    if terms.level is Level.NONE or terms.network != NO_NETWORK or language not in LANGUAGES or bot.in_house():
        return None
    starter, file = _starter_and_file(language, terms, cache)
    same_tools = {*starter.build[:1], *starter.needs} & {*bot.build[:1], *bot.needs}
    return _failure(file) if same_tools and not file.exists() and _failure(file).exists() else None


def _starter_and_file(language: str, terms: Terms, cache: Path) -> tuple[Manifest, Path]:
    """Returns the manifest of the language's starter bot, and the path of the tar file for the warm home."""
    starter = read_manifest(house_bots() / language / STARTER / MANIFEST)
    return starter, cache / FOLDER / f"{language}-{terms.level}-{_made_of(starter)}.tar"


def _fill(starter: Manifest, file: Path, terms: Terms, tell: Tell) -> None:
    """Builds the starter bot and stores its home folder as a tar file; after a failure, records when the next attempt
    is due.
    """
    tell(f"building once for all bots in {starter.language}: {' '.join(starter.build)}")
    draft, root = file.with_suffix(".draft"), copy_root(starter, file.parent)
    limit_s = LIMIT_S if terms.limit_s is None else min(LIMIT_S, terms.limit_s)
    began_s = time.time()
    try:
        ran = home_of_build(copied(starter, file.parent), root, replace(terms, network=REGISTRIES), limit_s, draft)
        failure, log, killed = ran.failure, ran.log, ran.killed
        if not failure:
            draft.chmod(MAY_BE_READ)
            draft.replace(file)
            _remove_old(file)
    except (ArenaError, OSError) as error:
        failure, log, killed = error.message if isinstance(error, ArenaError) else str(error), b"", False
    finally:
        remove(root.parent)
        draft.unlink(missing_ok=True)
    if failure and not (killed or (terms.ending and terms.ending.ended())):
        _note_failure(file, log or failure.encode(), time.time() - began_s)
        tell(f"that failed, {one_line(failure)}; what the build printed is in {_failure(file)}")


def _note_failure(file: Path, log: bytes, took_s: float) -> None:
    due_s = time.time() + max(AGAIN_S, TIMES * took_s)
    with suppress(OSError):  # the disk is full
        write_new(_failure(file), log)
        os.utime(_failure(file), (due_s, due_s))


def _failure(file: Path) -> Path:
    """Returns the path of the log of a failed attempt to fill the warm home `file`. The log's modification time says
    when the next attempt is due.
    """
    return file.with_suffix(".log")


def _is_fresh(file: Path) -> bool:
    with suppress(OSError):
        return time.time() < file.stat().st_mtime + FRESH_S
    return False


def _is_due(file: Path) -> bool:
    with suppress(OSError):
        return time.time() >= _failure(file).stat().st_mtime
    return True


def _remove_old(file: Path) -> None:
    """Removes the log of a failed attempt to fill the warm home `file`. Also removes all but the KEPT newest warm homes
    that have the language and sandbox level of `file`.
    """
    _failure(file).unlink(missing_ok=True)
    there = file.parent.glob(f"{file.name.rpartition('-')[0]}-*.tar")
    for old in sorted(there, key=lambda one: one.stat().st_mtime)[:-KEPT]:
        old.unlink()


def _made_of(starter: Manifest) -> str:
    """Returns a hash, in hexadecimal, over everything that a home depends on: the starter's files, the sources of
    packages, the compiler flags.
    """
    digest = blake2b(starter.content_hash, digest_size=16)
    for source in sources():
        digest.update(os.fsencode(f"{source}\0"))
    return digest.hexdigest()


@contextmanager
def _turn(lock: Path, ending: Ending | None) -> Iterator[bool]:
    """Waits for the lock file `lock`. Yields True and holds the lock in the context; if `ending` ends the wait, yields
    False without the lock.
    """
    while not (ending and ending.ended()):
        try:
            held = Lock(lock)
        except BlockingIOError:
            time.sleep(LOOK_S)
            continue
        with held:
            yield True
        return
    yield False
