"""The opening of a match: the first actions, if the luck of the deal chose them."""

from typing import Any

from arena.games.chance import Chance
from arena.games.contract import Game
from arena.games.registry import create_game
from arena.match.record import MatchSpec


def opening(spec: MatchSpec, game: Game[Any, Any]) -> list[str]:
    """The notations of the opening's actions; empty if there are none, or if the deal had other luck too.

    The match is dealt anew, because in a later state the game would also count luck drawn since the deal.
    """
    drawn = game.opening(game.deal(len(spec.entrants), spec.edition, Chance(spec.deal)))
    if not drawn:
        return []
    told, plain = [], create_game(spec.game)  # it draws no opening, so each action can be named in the state before it
    state = plain.deal(len(spec.entrants), spec.edition, Chance(spec.deal))
    for action in drawn:
        told.append(plain.action_name(state, action))
        state = plain.take(state, action)
    return told
