"""The bots that a viewer can ask about a decision: bots that play the match's game and can start without a build."""

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
    """Returns the names of the bots that can be asked about a game.

    The bot that searches ahead in the game (`Entry.searcher`) comes first. The other bots follow; those that play fewer
    games come earlier.
    `there`: the path of each bot's manifest, by name.
    """
    searcher = GAMES[game].searcher if game in GAMES else ""
    found = []
    for name in there:
        with suppress(ArenaError):
            found.append((name != searcher, len(askable_bot(there, name, game).games or GAMES), name))
    return [name for *_, name in sorted(found, key=itemgetter(0, 1))]


def askable_bot(there: Mapping[str, Path], name: str, game: str) -> Manifest:
    """Returns the bot of this name, ready to be asked about this game; raises ArenaError [no-bot], [wrong-game],
    [not-built], [bad-manifest].

    `there`: the path of each bot's manifest, by name.
    """
    if name not in there:
        raise ArenaError("no-bot", f"this server does not have a bot named {name}", suggestion(name, list(there)))
    bot = read_manifest(there[name])
    demand_game(bot, game)
    if not seems_built(bot):
        raise not_built(bot)
    return bot


def not_built(bot: Manifest) -> ArenaError:
    """Returns the ArenaError [not-built] for a bot that is not built. The server does not build the bot, because a
    build takes too long for a viewer who waits for an answer.
    """
    return ArenaError(
        "not-built", f"the bot {bot.name} is not built on this server", f"build the bot with arena build {bot.folder}"
    )
