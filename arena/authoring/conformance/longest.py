"""The turn with the most legal actions a game can offer: looked for in matches in which nobody spends anything."""

from collections.abc import Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Any, Final, NamedTuple

from arena.authoring.conformance.rehearsal import Case, Rehearsal, new_match
from arena.games.contract import Game
from arena.games.hetverraad.actions import BUILD, BUY_CARD, BUY_FROM_PAWNSHOP, PAWN
from arena.games.registry import create_game

MOST_DEALS: Final = 24
"""For each number of seats of each edition."""
MOST_SEARCHED: Final = 12_000
"""Actions in all."""
MOST_ACTIONS: Final = 250
"""Of a match; what can be kept has been kept by then."""


class Hoarding(NamedTuple):
    """How hands and stocks grow in a game."""

    wanted: range
    """Actions that are always taken."""
    unwanted: tuple[range, ...]
    """Actions that are taken only if there is no other."""


HOARDING: Final = {
    "verraeter": Hoarding(range(1), ()),  # no card is played or discarded
    "hetverraad": Hoarding(range(BUY_CARD, BUY_CARD + 1), (range(PAWN, BUY_FROM_PAWNSHOP), range(BUILD, 2 * BUILD))),
}
"""By the game's key; the actions of other games are drawn."""


def longest(game: Game[Any, Any]) -> tuple[Rehearsal, int]:
    """A match that leads the bot to the longest list of legal actions there is, and how long that is.

    It is broken off behind that turn.
    """
    case, script, most, actions = _find(game.info.key)
    return Rehearsal(game, case, most, script), actions


@cache
def _find(key: str) -> tuple[Case, tuple[int, ...], int, int]:
    """The match, the actions that lead there, which turn of the seat it is, and how many actions are legal then."""
    game = create_game(key)
    info, best = game.info, 0
    searched = 0
    for deal, edition, seats in product(range(MOST_DEALS), info.editions, info.seats):
        case = Case(key, edition, seats, 0, deal)
        match, rng, actors = new_match(game, case), Random(deal), list[int]()  # noqa: S311  # no secret
        while match.actor is not None and len(actors) < MOST_ACTIONS:
            actors.append(match.actor)
            if len(match.legal) > best:
                best, found = len(match.legal), case._replace(seat=match.actor)
                script, most = tuple(match.actions), actors.count(match.actor)
            match.choose(_hoard(key, match.legal, rng))
        searched += len(actors)
        if searched > MOST_SEARCHED:
            break
    return found, script, most, best


def _hoard(key: str, legal: Sequence[int], rng: Random) -> int:
    hoarding = HOARDING.get(key)
    if hoarding is None:
        return rng.choice(legal)
    wanted = [action for action in legal if action in hoarding.wanted]
    rest = [action for action in legal if not any(action in unwanted for unwanted in hoarding.unwanted)]
    return rng.choice(wanted or rest or legal)
