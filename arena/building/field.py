"""The house bots (bots that come with the arena) that serve as opponents when the user names none."""

from typing import Final

from arena.building.house import house_bot_names
from arena.building.manifest import Manifest, read_manifest

SLOW: Final = frozenset({"champion"})
"""House bots that take many times as long for a match as the others; they play only if somebody names them."""


def house_field() -> list[Manifest]:
    """The manifests of the house bots in Python that are not slow, in the order of their names."""
    return [read_manifest(path) for name, path in house_bot_names().items() if "/" not in name and name not in SLOW]


def house_bots_of(game: str) -> list[Manifest]:
    """Returns the manifests of the house bots (bots that come with the arena) that are written for this game, as
    examples of good play.
    """
    return [bot for bot in house_field() if game in bot.games]
