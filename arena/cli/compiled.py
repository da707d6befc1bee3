"""Finds out whether this arena is compiled or installed."""

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

ARENA: Final = Path(__file__).parents[1]
MODULE: Final = "games/values"
"""One of the modules to compile; either all of them are compiled, or none."""
HOUSE_BOTS: Final = "house_bots"
"""The folder of the house bots in an installed arena."""
PLAIN: Final = "plain Python; installed with a C compiler at hand the arena is compiled, and plays faster"


def is_compiled(arena: Path = ARENA) -> bool:
    """Whether the arena in this folder has compiled modules; if so, Python uses these."""
    return any((arena / f"{MODULE}{suffix}").exists() for suffix in EXTENSION_SUFFIXES)


def is_installed() -> bool:
    """Whether this arena is installed; False: it is a checkout of the source code."""
    return (ARENA / HOUSE_BOTS).is_dir()
