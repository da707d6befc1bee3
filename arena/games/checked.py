"""A variant of `Game.apply` that first checks whether the action is legal."""

from typing import Final

from arena.errors import ArenaError
from arena.games.contract import Game, State, View

SHOWN: Final = 8


def apply_checked(game: Game[State, View], state: State, action: int) -> State:
    """Returns the state after the actor has taken `action`. Raises ArenaError [illegal-action] if `action` is not
    legal; the error names some legal actions.
    """
    legal = game.legal_actions(state)
    if action in legal:
        return game.apply(state, action)
    if not legal:
        raise ArenaError(
            "illegal-action",
            f"the match is over, so the action {action!r} cannot be applied",
            "stop when game.legal_actions(state) is empty",
        )
    shown = ", ".join(f"{known} ({game.action_name(state, known)})" for known in legal[:SHOWN])
    more = f" and {len(legal) - SHOWN} more" if len(legal) > SHOWN else ""
    raise ArenaError(
        "illegal-action",
        f"action {action!r} is not legal for seat {game.actor(state)}; the legal actions are {shown}{more}",
        "apply one of game.legal_actions(state)",
    )
