"""The house bots: their places and names."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from arena.games.outside.folder import examples

MANIFEST: Final = "bot.toml"
HOUSE_LANGUAGE: Final = "python"
"""The language whose house bots are named without their language."""
STARTER: Final = "starter"
"""The folder, in each language, with the files from which new bots are made; it is not a bot of its own."""


def house_bots() -> Path:
    """The folder of the bots that come with the arena: in the package if that is installed, else in the source tree."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "house_bots"
    return installed if installed.is_dir() else package.parent / "bots"


@cache
def house_bot_names() -> Mapping[str, Path]:
    """The path of each house bot's manifest, by the bot's name: its folder's name, after `LANGUAGE/` unless that is
    Python.

    Bots of the examples follow, as `EXAMPLE-NAME`. Looks for them only once, because they do not change meanwhile.
    """
    found = house_bots().glob(f"*/*/{MANIFEST}")
    manifests = sorted(found, key=lambda path: (path.parts[-3] != HOUSE_LANGUAGE, path))
    named = {"/".join(_house_name(path)): path for path in manifests if path.parent.name != STARTER}
    return named | {
        f"{path.parts[-4]}-{path.parts[-2]}": path for path in sorted(examples().glob(f"*/bots/*/{MANIFEST}"))
    }


def in_house(folder: Path) -> bool:
    """Whether a folder belongs to a bot that comes with the arena, as a house bot or in an example."""
    return folder.is_relative_to(house_bots()) or folder.is_relative_to(examples())


def _house_name(manifest: Path) -> tuple[str, ...]:
    language, name = manifest.parts[-3:-1]
    return (name,) if language == HOUSE_LANGUAGE else (language, name)
