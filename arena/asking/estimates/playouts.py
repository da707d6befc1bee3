"""Estimates each seat's share of the win at the states of a finished match, by random playouts.

Each playout starts from a state of the match, with all hidden information. It plays random legal actions, all equally
likely, until the match ends. The seat with the best rank wins; seats that share the best rank share the win.
Because the estimates reveal hidden information, they are only for viewers who may see everything. The random draws
depend only on the match and the step, so estimating a match again gives the same estimates.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

from arena.derived import derived
from arena.games.contract import Game
from arena.match import MatchRecord, replay
from arena.match.match import ranks_of

VERSION: Final = 1
"""The version of the estimating method, which is increased whenever a change alters the estimates of any match."""
PLAYOUTS: Final = 64
"""The number of random playouts from each state."""
MOST_POINTS: Final = 401
"""The most steps of a match that are estimated; in a longer match the estimated steps are evenly spaced."""
SEED_BYTES: Final = 8
DIGITS: Final = 4


class Point(NamedTuple):
    """The estimate at one step of a match."""

    step: int
    """The number of actions in the match before this state."""
    shares: tuple[float, ...]
    """The estimated share of the win for each seat; the shares add up to 1."""


def estimates(record: MatchRecord, game: Game[Any, Any]) -> list[Point]:
    """Returns the estimates of a match in the order of the steps; raises ArenaError [bad-record]."""
    wanted = {*steps_of(len(record.actions))}
    return [estimate(record, game, step, one.state) for step, one in enumerate(replay(record, game)) if step in wanted]


def steps_of(actions: int) -> list[int]:
    """Returns the steps to estimate in a match of `actions` actions, including the first (0) and the last
    (`actions`).
    """
    points = min(actions + 1, MOST_POINTS)
    return [actions * point // max(points - 1, 1) for point in range(points)]


def estimate(record: MatchRecord, game: Game[Any, Any], step: int, state: Any) -> Point:  # noqa: ANN401  # each game has its own type of state
    """Returns the estimate at one step of the match, by playouts from `state`, the state at this step."""
    forfeited = frozenset(fault.seat for fault in record.faults if fault.action_count <= step)
    rng = Random(int.from_bytes(derived(SEED_BYTES, "estimated", record.spec.id.hex(), step)))  # noqa: S311  # not for secrets
    shares = [0.0] * len(record.spec.entrants)
    for _ in range(PLAYOUTS):
        ranks = ranks_of(game.merits(_played_out(game, state, rng)), forfeited)
        for seat, rank in enumerate(ranks):
            shares[seat] += (rank == 1) / ranks.count(1)
    return Point(step, tuple(round(share / PLAYOUTS, DIGITS) for share in shares))


def _played_out(game: Game[Any, Any], state: Any, rng: Random) -> Any:  # noqa: ANN401  # as above
    """Returns the final state of one playout with random actions from `state`."""
    if game.actor(state) is None:
        return state
    state = game.apply(state, _drawn(game.legal_actions(state), rng))
    while game.actor(state) is not None:
        state = game.take(state, _drawn(game.legal_actions(state), rng))
    return state


def _drawn(legal: Sequence[int], rng: Random) -> int:
    return legal[int(rng.random() * len(legal))]
