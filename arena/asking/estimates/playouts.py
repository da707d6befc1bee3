"""Each seat's estimated share of the win in the course of a finished match, by playouts of the engine.

From a state of the match, as it truly was, the match is played to its end by actions that are drawn evenly; the
seat that is first there has won, and several share the win. So it tells what was hidden: it is for those who may see
all. What is drawn follows from the match and the step alone, so the figures are the same whenever they are made.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

from arena.derived import derived
from arena.games.contract import Game
from arena.match import MatchRecord, replay
from arena.match.match import ranks_of

VERSION: Final = 1
"""Raised when the same match would get other figures."""
PLAYOUTS: Final = 64
"""From each state."""
MOST_POINTS: Final = 401
"""Steps of a match that are estimated: all, of a longer match as many at even distances."""
SEED_BYTES: Final = 8
DIGITS: Final = 4


class Point(NamedTuple):
    """The estimate at a step."""

    step: int
    """How many actions were taken before."""
    shares: tuple[float, ...]
    """By seat; together 1."""


def estimates(record: MatchRecord, game: Game[Any, Any]) -> list[Point]:
    """The estimates of a match, in order; raises ArenaError [bad-record]."""
    wanted = {*steps_of(len(record.actions))}
    return [estimate(record, game, step, one.state) for step, one in enumerate(replay(record, game)) if step in wanted]


def steps_of(actions: int) -> list[int]:
    """The steps of a match of so many actions that are estimated, the first and the last among them."""
    points = min(actions + 1, MOST_POINTS)
    return [actions * point // max(points - 1, 1) for point in range(points)]


def estimate(record: MatchRecord, game: Game[Any, Any], step: int, state: Any) -> Point:  # noqa: ANN401  # each game has its own type of state
    """The estimate at a step of the match, at which this is its state."""
    forfeited = frozenset(fault.seat for fault in record.faults if fault.action_count <= step)
    rng = Random(int.from_bytes(derived(SEED_BYTES, "estimated", record.spec.id.hex(), step)))  # noqa: S311  # no secret
    shares = [0.0] * len(record.spec.entrants)
    for _ in range(PLAYOUTS):
        ranks = ranks_of(game.merits(_played_out(game, state, rng)), forfeited)
        for seat, rank in enumerate(ranks):
            shares[seat] += (rank == 1) / ranks.count(1)
    return Point(step, tuple(round(share / PLAYOUTS, DIGITS) for share in shares))


def _played_out(game: Game[Any, Any], state: Any, rng: Random) -> Any:  # noqa: ANN401  # as above
    """A last state that can follow."""
    if game.actor(state) is None:
        return state
    state = game.apply(state, _drawn(game.legal_actions(state), rng))
    while game.actor(state) is not None:
        state = game.take(state, _drawn(game.legal_actions(state), rng))
    return state


def _drawn(legal: Sequence[int], rng: Random) -> int:
    return legal[int(rng.random() * len(legal))]
