"""Which bots can be asked: those that come with the arena, play the game, and need not be built first."""

from contextlib import suppress
from operator import itemgetter

from arena.errors import ArenaError
from arena.games.registry import GAMES
from arena.league.building import seems_built
from arena.league.manifest import Manifest, demand_game, house_bot_names, read_manifest
from arena.league.reading import suggestion


def askable_bots(game: str) -> list[str]:
    """Their names, in the order of `arena list`, but those that play nothing else first: they know what they do."""
    found = []
    for name in house_bot_names():
        with suppress(ArenaError):
            found.append((len(askable_bot(name, game).games or GAMES), name))
    return [name for _, name in sorted(found, key=itemgetter(0))]


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
