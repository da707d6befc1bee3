"""Where the example games that come with the arena lie."""

from pathlib import Path


def examples() -> Path:
    """Their folder: beside the package when it is installed, else in the tree."""
    package = Path(__file__).resolve().parents[2]
    installed = package / "examples"
    return installed if installed.is_dir() else package.parent / "examples"
