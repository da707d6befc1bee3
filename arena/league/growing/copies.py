"""Finds the files of a bot that has left a ladder, among the copies of bots that were made for leagues."""

from contextlib import suppress
from pathlib import Path
from typing import Final

from arena.building.building import CACHE
from arena.building.house import MANIFEST
from arena.building.manifest import Manifest, read_manifest
from arena.errors import ArenaError
from arena.league.field import Member

DEEPEST: Final = 6
"""The maximum depth at which `find_copy` looks for the bot's own folder, counted from the cache's folder for the bot's
content hash.
"""


def find_copy(member: Member, cache: Path = CACHE) -> Manifest | None:
    """Returns the manifest of the member's bot from a copy that was made for a league on this machine; None if there is
    no complete copy.
    """
    root = cache / member.content_hash.hex()
    for depth in range(1, DEEPEST + 1):
        for manifest in root.glob("*/" * depth + MANIFEST):
            with suppress(ArenaError):
                bot = read_manifest(manifest)
                if bot.content_hash == member.content_hash:
                    return bot
    return None
