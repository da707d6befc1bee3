"""The bots that can be asked: those that play the game and need no build."""

from collections.abc import Mapping
from contextlib import suppress
from operator import itemgetter
from pathlib import Path

from arena.building.building import seems_built
from arena.building.manifest import Manifest, demand_game, read_manifest
from arena.errors import ArenaError
from arena.files.text_files import suggestion
from arena.games.registry import GAMES


def askable_bots(there: Mapping[str, Path], game: str) -> list[str]:
    """The names of the askable bots in `there`: first the game's searcher, then those that play the fewest games."""
    searcher = GAMES[game].searcher if game in GAMES else ""
    found = []
    for name in there:
        with suppress(ArenaError):
            found.append((name != searcher, len(askable_bot(there, name, game).games or GAMES), name))
    return [name for *_, name in sorted(found, key=itemgetter(0, 1))]


def askable_bot(there: Mapping[str, Path], name: str, game: str) -> Manifest:
    """The bot of this name; raises ArenaError [no-bot], [wrong-game], [not-built], [bad-manifest]."""
    if name not in there:
        raise ArenaError("no-bot", f"there is no bot {name} here", suggestion(name, list(there)))
    bot = read_manifest(there[name])
    demand_game(bot, game)
    if not seems_built(bot):
        raise not_built(bot)
    return bot


def not_built(bot: Manifest) -> ArenaError:
    """The ArenaError [not-built] for a bot that is not built; the server does not build it while a viewer waits."""
    return ArenaError("not-built", f"{bot.name} is not built here", f"arena build {bot.folder} builds it")
