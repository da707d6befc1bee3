"""The house bots: their places and names."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from arena.games.outside.folder import examples

MANIFEST: Final = "bot.toml"
HOUSE_LANGUAGE: Final = "python"
"""House bots in this language are known by their name alone."""
STARTER: Final = "starter"
"""The folder of a language that is no bot of its own but the beginning of one."""


def house_bots() -> Path:
    """The folder of the bots that come with the arena: beside the package when it is installed, else in the tree."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "house_bots"
    return installed if installed.is_dir() else package.parent / "bots"


@cache
def house_bot_names() -> Mapping[str, Path]:
    """The manifests of the house bots, by the name of their folder, with the language before it unless it is Python.

    They are looked for once: what comes with the arena stays as it is while the arena runs.
    """
    found = house_bots().glob(f"*/*/{MANIFEST}")
    manifests = sorted(found, key=lambda path: (path.parts[-3] != HOUSE_LANGUAGE, path))
    named = {"/".join(_house_name(path)): path for path in manifests if path.parent.name != STARTER}
    return named | {
        f"{path.parts[-4]}-{path.parts[-2]}": path for path in sorted(examples().glob(f"*/bots/*/{MANIFEST}"))
    }


def in_house(folder: Path) -> bool:
    """Whether it is the folder of a bot that comes with the arena."""
    return folder.is_relative_to(house_bots()) or folder.is_relative_to(examples())


def _house_name(manifest: Path) -> tuple[str, ...]:
    language, name = manifest.parts[-3:-1]
    return (name,) if language == HOUSE_LANGUAGE else (language, name)
