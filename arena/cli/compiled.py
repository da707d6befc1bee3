"""Finds out whether this arena has compiled modules, and whether it is an installed package."""

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

ARENA: Final = Path(__file__).parents[1]
MODULE: Final = "games/values"
"""The path, without its suffix, of one of the modules that can be compiled. Either all these modules are compiled or
none, so one is enough to find out.
"""
HOUSE_BOTS: Final = "house_bots"
"""The folder of the house bots in an installed arena; a checkout of the source code does not have it at this place."""
PLAIN: Final = "the arena runs as plain Python; to play faster, install the arena again on a machine with a C compiler"


def is_compiled(arena: Path = ARENA) -> bool:
    """Returns whether the arena in this folder has compiled modules, which Python prefers to the source files."""
    return any((arena / f"{MODULE}{suffix}").exists() for suffix in EXTENSION_SUFFIXES)


def is_installed() -> bool:
    """Returns whether this arena is an installed package; False means that it is a checkout of the source code."""
    return (ARENA / HOUSE_BOTS).is_dir()
