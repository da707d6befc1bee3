"""The opening of a match: its first actions, if the deal drew them at random."""

from typing import Any

from arena.games.chance import Chance
from arena.games.contract import Game
from arena.games.registry import create_game
from arena.match.record import MatchSpec


def opening(spec: MatchSpec, game: Game[Any, Any]) -> list[str]:
    """Returns the notations of the actions with which the match began, if the deal drew these actions at random and
    nothing else in the match is random; else an empty list.

    The match is dealt again, because a later state no longer shows which actions the deal has drawn.
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
