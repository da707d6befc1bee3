"""Each seat's estimated share of the win in the course of a finished match, by playouts of the engine.

From each true state of the match, playouts go on to the end with uniformly drawn actions; the seat that ranks first
wins, and several such seats share the win. The estimates depend on hidden things, so they are only for viewers who may
see everything. The draws follow from the match and the step alone, so the figures are always the same.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

from arena.derived import derived
from arena.games.contract import Game
from arena.match import MatchRecord, replay
from arena.match.match import ranks_of

VERSION: Final = 1
"""The version of the method; raised when the same match would get other figures."""
PLAYOUTS: Final = 64
"""Number of random playouts from each state."""
MOST_POINTS: Final = 401
"""The most steps of a match that are estimated; in a longer match the estimated steps are evenly spaced."""
SEED_BYTES: Final = 8
DIGITS: Final = 4


class Point(NamedTuple):
    """The estimate at one step of a match."""

    step: int
    """How many actions of the match come before this state."""
    shares: tuple[float, ...]
    """The share of the win by seat; their sum is 1."""


def estimates(record: MatchRecord, game: Game[Any, Any]) -> list[Point]:
    """The estimates of a match, in order; raises ArenaError [bad-record]."""
    wanted = {*steps_of(len(record.actions))}
    return [estimate(record, game, step, one.state) for step, one in enumerate(replay(record, game)) if step in wanted]


def steps_of(actions: int) -> list[int]:
    """The steps to estimate in a match of `actions` actions, including the first (0) and the last (`actions`)."""
    points = min(actions + 1, MOST_POINTS)
    return [actions * point // max(points - 1, 1) for point in range(points)]


def estimate(record: MatchRecord, game: Game[Any, Any], step: int, state: Any) -> Point:  # noqa: ANN401  # each game has its own type of state
    """The estimate at a step of the match, from the state there."""
    forfeited = frozenset(fault.seat for fault in record.faults if fault.action_count <= step)
    rng = Random(int.from_bytes(derived(SEED_BYTES, "estimated", record.spec.id.hex(), step)))  # noqa: S311  # no secret
    shares = [0.0] * len(record.spec.entrants)
    for _ in range(PLAYOUTS):
        ranks = ranks_of(game.merits(_played_out(game, state, rng)), forfeited)
        for seat, rank in enumerate(ranks):
            shares[seat] += (rank == 1) / ranks.count(1)
    return Point(step, tuple(round(share / PLAYOUTS, DIGITS) for share in shares))


def _played_out(game: Game[Any, Any], state: Any, rng: Random) -> Any:  # noqa: ANN401  # as above
    """The final state that a playout with random actions reaches from `state`."""
    if game.actor(state) is None:
        return state
    state = game.apply(state, _drawn(game.legal_actions(state), rng))
    while game.actor(state) is not None:
        state = game.take(state, _drawn(game.legal_actions(state), rng))
    return state


def _drawn(legal: Sequence[int], rng: Random) -> int:
    return legal[int(rng.random() * len(legal))]
