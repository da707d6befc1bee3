"""The opening of a match: its first actions, if the deal drew them at random."""

from typing import Any

from arena.games.chance import Chance
from arena.games.contract import Game
from arena.games.registry import create_game
from arena.match.record import MatchSpec


def opening(spec: MatchSpec, game: Game[Any, Any]) -> list[str]:
    """Returns the notations of the first actions, which the deal drew at random. Empty if there are none, or if the
    deal drew anything else at random.
    """
    drawn = game.opening(game.deal(len(spec.entrants), spec.edition, Chance(spec.deal)))
    if not drawn:
        return []
    told, plain = [], create_game(spec.game)  # this game draws no opening, so the state before each action is known
    state = plain.deal(len(spec.entrants), spec.edition, Chance(spec.deal))
    for action in drawn:
        told.append(plain.action_name(state, action))
        state = plain.take(state, action)
    return told
