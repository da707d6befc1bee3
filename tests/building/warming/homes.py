"""Helpers for tests of warm homes: house bots in one language, other bots, and functions that report what their builds
find in their homes.
"""

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
"""The build script of a starter bot: it stores a package in its home."""
LOOKING: Final = f"ls $HOME/kept > found; touch $HOME/kept/poison; {MADE}"
"""The build script of a bot: it lists the folder `kept` of its home in the file `found`. It also leaves a file in
`kept`, which no other build may see.
"""
ONCE: Final = "building once for all bots in go: sh build.sh"
OFFLINE: Final = f'test "$TZ" != offline || exit; {FETCHED}'
"""The build script of a starter bot; the script fails while the variable TZ is "offline"."""
FAILING: Final = f"test -e $HOME/kept/package || exit 1; {MADE}"
"""A build script that fails unless its home has the package that the starter stored."""


def change_starter(house: Path, script: str) -> None:
    """Replaces the build script of the starter bot in the house bots' folder `house`."""
    (house / LANGUAGE / STARTER / "build.sh").write_text(script)


def write_bot(folder: Path, name: str, script: str = LOOKING, language: str = LANGUAGE) -> Manifest:
    manifest = write_built_bot(folder, script, f'language = "{language}"', name)
    (manifest.parent / ".gitignore").write_text("program\nfound\n")
    return read_manifest(manifest)


def found(bot: Manifest, level: Level = Level.BOXED, network: str = NO_NETWORK) -> tuple[str, list[str]]:
    """Builds a copy of the bot; returns the text of the file `found`, which its build script writes, and the reports
    during the build.
    """
    told: list[str] = []
    there = build_copy(bot, told.append, Terms.at(level, network))
    return (there.folder / "found").read_text(), told


def code_of(bot: Manifest, network: str = NO_NETWORK) -> str:
    """Returns the code of the error with which the bot's build ends; empty if it succeeds."""
    try:
        build_copy(bot, terms=Terms.at(Level.BOXED, network))
    except ArenaError as error:
        return error.code
    return ""


def make_older(path: Path, seconds: float) -> None:
    os.utime(path, (time.time() - seconds, time.time() - seconds))
