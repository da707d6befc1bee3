"""The house bots, which come with the arena: their folders and names."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from arena.games.outside.folder import examples

MANIFEST: Final = "bot.toml"
HOUSE_LANGUAGE: Final = "python"
"""The language of the house bots that have plain names; the names of all other house bots begin with their language."""
STARTER: Final = "starter"
"""The name of the folder with the starter bot of a language, the template of new bots. The folder lies next to those of
the language's house bots, but the starter bot is not a house bot.
"""


def house_bots() -> Path:
    """The folder of the bots that come with the arena: in the package if that is installed, else in the source tree."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "house_bots"
    return installed if installed.is_dir() else package.parent / "bots"


@cache
def house_bot_names() -> Mapping[str, Path]:
    """Returns the path of each house bot's manifest, by the bot's name. The name is that of the bot's folder, with
    `LANGUAGE/` before it unless the language is Python.

    The bots of the example games follow, with names of the form `EXAMPLE-NAME`. The folders are searched only at the
    first call, because they do not change while the arena runs.
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
