"""Finds the folder of the example games that are shipped with the arena."""

from pathlib import Path


def examples() -> Path:
    """Returns the folder of the example games. It is in the installed package, or next to the package in the source
    tree.
    """
    package = Path(__file__).resolve().parents[2]
    installed = package / "examples"
    return installed if installed.is_dir() else package.parent / "examples"
