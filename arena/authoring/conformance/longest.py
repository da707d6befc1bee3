"""Finds the turn with the most legal actions that a game can offer."""

from collections.abc import Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Any, Final

from arena.authoring.conformance.rehearsal import Case, Rehearsal, new_match
from arena.games.contract import Game
from arena.games.entry import Hoarding
from arena.games.registry import create_game, find_game

MOST_DEALS: Final = 24
"""The maximum number of deals to search. Each deal is played in every edition of the game and with every number of
seats.
"""
MOST_SEARCHED: Final = 12_000
"""The limit on the number of actions in all searched matches together; the search stops when it is exceeded."""
MOST_ACTIONS: Final = 250
"""The maximum number of actions that the search plays in one match."""


def longest(game: Game[Any, Any]) -> tuple[Rehearsal, int]:
    """Returns a match that leads the bot to the turn with the most legal actions that a search found, and the number of
    these actions.

    The match is broken off when the bot has answered this turn.
    """
    case, script, most, actions = _find(game.info.key)
    return Rehearsal(game, case, most, script), actions


@cache
def _find(key: str) -> tuple[Case, tuple[int, ...], int, int]:
    """Searches for the turn with the most legal actions, and returns how to reach it.

    The result contains the parameters of the turn's match, the actions before the turn, the number of the turn among
    its seat's turns (from 1), and the number of its legal actions.
    """
    game, hoarding = create_game(key), find_game(key).hoarding
    info, best = game.info, 0
    searched = 0
    for deal, edition, seats in product(range(MOST_DEALS), info.editions, info.seats):
        case = Case(key, edition, seats, 0, deal)
        match, rng, actors = new_match(game, case), Random(deal), list[int]()  # noqa: S311  # not for secrets
        while match.actor is not None and len(actors) < MOST_ACTIONS:
            actors.append(match.actor)
            if len(match.legal) > best:
                best, found = len(match.legal), case._replace(seat=match.actor)
                script, most = tuple(match.actions), actors.count(match.actor)
            match.choose(_hoard(hoarding, match.legal, rng))
        searched += len(actors)
        if searched > MOST_SEARCHED:
            break
    return found, script, most, best


def _hoard(hoarding: Hoarding, legal: Sequence[int], rng: Random) -> int:
    wanted = [action for action in legal if action in hoarding.wanted]
    rest = [action for action in legal if not any(action in unwanted for unwanted in hoarding.unwanted)]
    return rng.choice(wanted or rest or legal)
