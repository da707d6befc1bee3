"""A house of one language, the bots that are built in it, and what they find in their homes."""

import os
import time
from pathlib import Path
from typing import Final

from arena.building.building import build_copy
from arena.building.builds.build_limits import NO_NETWORK, Terms
from arena.building.house import STARTER
from arena.building.manifest import Manifest, read_manifest
from arena.errors import ArenaError
from arena.sandbox.levels import Level
from tests.building.built_bots import write_built_bot

LANGUAGE: Final = "go"
MADE: Final = "touch program; chmod +x program"
FETCHED: Final = f"mkdir $HOME/kept; echo fetched > $HOME/kept/package; {MADE}"
"""The build of a starter."""
LOOKING: Final = f"ls $HOME/kept > found; touch $HOME/kept/poison; {MADE}"
"""That of a bot, which says in its copy what it found."""
ONCE: Final = "building once for all bots in go: sh build.sh"
OFFLINE: Final = f'test "$TZ" != offline || exit; {FETCHED}'
"""The build of a starter that can be had to fail."""
FAILING: Final = f"test -e $HOME/kept/package || exit 1; {MADE}"
"""A build that needs what the starter has fetched."""


def change_starter(house: Path, script: str) -> None:
    """Has the starter built otherwise."""
    (house / LANGUAGE / STARTER / "build.sh").write_text(script)


def write_bot(folder: Path, name: str, script: str = LOOKING, language: str = LANGUAGE) -> Manifest:
    manifest = write_built_bot(folder, script, f'language = "{language}"', name)
    (manifest.parent / ".gitignore").write_text("program\nfound\n")
    return read_manifest(manifest)


def found(bot: Manifest, level: Level = Level.BOXED, network: str = NO_NETWORK) -> tuple[str, list[str]]:
    """What its build finds in its home, and what is told meanwhile."""
    told: list[str] = []
    there = build_copy(bot, told.append, Terms.at(level, network))
    return (there.folder / "found").read_text(), told


def code_of(bot: Manifest, network: str = NO_NETWORK) -> str:
    """With which error its build ends; empty if it does not fail."""
    try:
        build_copy(bot, terms=Terms.at(Level.BOXED, network))
    except ArenaError as error:
        return error.code
    return ""


def make_older(path: Path, seconds: float) -> None:
    os.utime(path, (time.time() - seconds, time.time() - seconds))
