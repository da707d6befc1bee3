"""Builds the bots of a league in copies of their folders, and detects later changes of these copies. Also packs the
bots' files for another machine.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from arena.building import building
from arena.building.building import FAILED, build_copy
from arena.building.builds import seal
from arena.building.builds.at_once import Tell, built_at_once
from arena.building.builds.build_limits import Terms
from arena.building.bundle import Bundle, copy_root, pack, unpack
from arena.building.manifest import Manifest
from arena.errors import ArenaError
from arena.games.game_bundle import SentGame, receive_game, sent_game
from arena.league.league import League


@dataclass(frozen=True, slots=True)
class LeagueBundle:
    """A league with the files of its game and of its bots, so that another machine can play it."""

    league: League
    bundles: tuple[Bundle, ...]
    game: SentGame


def pack_league(league: League) -> LeagueBundle:
    """Packs a league with its game and the files of all bots that can be started, for another machine."""
    league.bring_game()
    bots = tuple(pack(bot) for bot in league.players() if not bot.unfit)
    return LeagueBundle(league, bots, sent_game(league.game))


def unpack_league(bundle: LeagueBundle, cache: Path) -> League:
    """Registers the game of a bundle in this process, and unpacks the bots below `cache`; returns the league with these
    bots.

    Raises ArenaError.
    """
    receive_game(bundle.game)
    return bundle.league.with_bots(unpack(bot, cache) for bot in bundle.bundles)


def built(league: League, tell: Tell = lambda _: None, cache: Path | None = None) -> League:
    """Returns the league with each bot built in a copy of its folder; a bot is marked unfit if its build fails.

    Builds run in a sandbox if the bots do. `tell` is called with a text before every build and after every failure;
    `cache` is the folder for the copies, with the same default as in `build_copy`.

    Raises ArenaError as `build_copy` does, except [build-failed].
    """
    terms = Terms.at(league.box.level, league.build_network)
    bots = [bot for bot in league.players() if not bot.unfit]
    return league.with_bots(built_at_once(bots, lambda bot, told: _built_or_unfit(bot, told, terms, cache), tell))


def seals(league: League, cache: Path | None = None) -> dict[str, str]:
    """Returns the hash of each bot's copy, by the bot's name; the hash also covers everything that was built in the
    copy. Bots without a completed copy are left out.
    """
    cache = cache or building.CACHE
    found = {bot.name: seal.seal_of(copy_root(bot, cache)) for bot in league.players() if not bot.unfit}
    return {name: sealed.made for name, sealed in found.items() if sealed}


def changed_since(league: League, made: Mapping[str, str], cache: Path | None = None) -> list[str]:
    """Returns the names of the bots with copies that no longer have the hashes in `made`, which `seals` returned."""
    roots = {bot.name: copy_root(bot, cache or building.CACHE) for bot in league.bots}
    return [name for name, root in roots.items() if name in made and not seal.holds(root, made[name])]


def _built_or_unfit(bot: Manifest, tell: Tell, terms: Terms, cache: Path | None) -> Manifest:
    try:
        return build_copy(bot, tell, terms, cache)
    except ArenaError as error:
        if error.code != FAILED:
            raise
        sentence, _, output = error.message.partition("\n")
        tell(f"{error.message}\n{bot.name} forfeits its matches")
        return replace(bot, unfit=sentence, output=output)
