"""The house bots that other bots are measured against, unless somebody names others."""

from typing import Final

from arena.building.house import house_bot_names
from arena.building.manifest import Manifest, read_manifest

SLOW: Final = frozenset({"champion"})
"""Bots that take ten times as long for a match as the others; they play only where they are named."""


def house_field() -> list[Manifest]:
    """The house bots in Python that are not slow, by name."""
    return [read_manifest(path) for name, path in house_bot_names().items() if "/" not in name and name not in SLOW]


def house_bots_of(game: str) -> list[Manifest]:
    """Those of them that are made for a game, as examples of good play."""
    return [bot for bot in house_field() if game in bot.games]
