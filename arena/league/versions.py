"""Makes the league that `arena compare` plays: two versions of a bot, and their opponents."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path

from arena.building.field import house_bots_of, house_field
from arena.building.manifest import Manifest, demand_game, find_manifest, read_manifest
from arena.games.registry import find_game, league_components
from arena.league.league import League
from arena.league.schedules.comparison import VERSIONS
from arena.league.schedules.registry import COMPARISON, ROUND_ROBIN
from arena.transport import Clock


def comparison_league(
    game: str,
    edition: str,
    seats: int,
    new: Manifest,
    old: Manifest,
    opponents: Sequence[Manifest],
    deals: int,
    seed: int,
) -> League:
    """Returns the league in which both versions play `deals` deals against the opponents; without opponents, the
    versions play against each other.

    The first two bots of the league are the new and the old version. All bots get different names, so that the same
    program can take part more than once.
    """
    versions = (replace(new, name=f"{new.name} (new)"), replace(old, name=f"{old.name} (old)"))
    return League(
        name="comparison",
        game=game,
        game_origin=find_game(game).origin,
        game_files=find_game(game).files,
        edition=edition,
        seats=seats,
        rounds=0 if opponents else deals,
        seed=seed,
        seatings="square",
        clock=Clock(),
        components=league_components(game),
        bots=(*versions, *_numbered(opponents)),
        schedule=COMPARISON if opponents else ROUND_ROBIN,
        blocks=VERSIONS * deals if opponents else 0,
    )


def find_bots(references: Sequence[str], game: str | None) -> list[Manifest]:
    """Returns the manifests of the bots that a person names by path or name. If `game` is given, each bot must play it.
    Raises ArenaError if a bot is not found or does not play the game.
    """
    bots = [read_manifest(find_manifest(reference, Path(), game)) for reference in references]
    for bot in bots if game else ():
        demand_game(bot, str(game))
    return bots


def opponents_for(game: str, named: Sequence[Manifest], seats: int) -> list[Manifest]:
    """Returns the opponents of the compared versions: the bots in `named` or, if `named` is empty, the house bots for
    the game, which are shipped with the arena. If there are fewer opponents than a match needs, house bots are added.
    """
    made_for = house_bots_of(game)
    playing = [*made_for, *(bot for bot in house_field() if not bot.games)]
    opponents = list(named) or made_for
    spare = cycle([bot for bot in playing if bot not in opponents] or playing)
    return opponents + list(islice(spare, max(0, seats - 1 - len(opponents))))


def _numbered(bots: Sequence[Manifest]) -> list[Manifest]:
    """Returns the bots with different names: a number is added to a repeated name."""
    names = [bot.name for bot in bots]
    return [
        replace(bot, name=f"{bot.name} {1 + names[:place].count(bot.name)}") if bot.name in names[:place] else bot
        for place, bot in enumerate(bots)
    ]
