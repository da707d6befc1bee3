"""Which bots can be asked: those that come with the arena, play the game, and need not be built first."""

from contextlib import suppress

from arena.errors import ArenaError
from arena.league.building import seems_built
from arena.league.manifest import Manifest, demand_game, house_bot_names, read_manifest
from arena.league.reading import suggestion


def askable_bots(game: str) -> list[str]:
    """Their names, in the order of `arena list`."""
    found = []
    for name in house_bot_names():
        with suppress(ArenaError):
            askable_bot(name, game)
            found.append(name)
    return found


def askable_bot(name: str, game: str) -> Manifest:
    """The bot of this name; raises ArenaError [no-bot], [wrong-game], [not-built], [bad-manifest]."""
    house = house_bot_names()
    if name not in house:
        raise ArenaError("no-bot", f"there is no house bot {name}", suggestion(name, list(house)))
    bot = read_manifest(house[name])
    demand_game(bot, game)
    if not seems_built(bot):
        raise not_built(bot)
    return bot


def not_built(bot: Manifest) -> ArenaError:
    """The error for a bot that would have to be built first: nobody who only looks has to wait for that."""
    return ArenaError("not-built", f"{bot.name} is not built here", f"arena build {bot.folder} builds it")
