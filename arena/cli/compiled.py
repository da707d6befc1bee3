"""Finds out whether this copy of the arena is compiled, and whether it is installed or a
checkout of its source code.
"""

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

ARENA: Final = Path(__file__).parents[1]
MODULE: Final = "games/values"
"""The module that is looked up to find out whether the arena is compiled; either all modules
that can be are, or none.
"""
HOUSE_BOTS: Final = "house_bots"
"""The folder of the house bots in an installed arena; a checkout of the source code has them elsewhere."""
PLAIN: Final = "plain Python; installed with a C compiler at hand the arena is compiled, and plays faster"


def is_compiled(arena: Path = ARENA) -> bool:
    """Returns whether the arena in this folder has compiled modules, which Python then uses in place of the source
    files.
    """
    return any((arena / f"{MODULE}{suffix}").exists() for suffix in EXTENSION_SUFFIXES)


def is_installed() -> bool:
    """Returns whether this arena is installed as a package; False if it is a checkout of the source code."""
    return (ARENA / HOUSE_BOTS).is_dir()
