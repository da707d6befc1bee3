"""The folder of the example games that come with the arena."""

from pathlib import Path


def examples() -> Path:
    """The folder of the example games: in the package if it is installed, else beside it in the source tree."""
    package = Path(__file__).resolve().parents[2]
    installed = package / "examples"
    return installed if installed.is_dir() else package.parent / "examples"
