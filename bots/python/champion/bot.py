"""A bot for Verräter that searches as the bot montecarlo does, and also uses learned estimates of which roles seats
choose and how matches end.

1. A world is an imagined game: a state that the seat cannot distinguish from the true one, and for each seat a random
style of play, called its whim. Worlds in which the other seats have roles that they would probably choose are drawn
more often (`beliefs.py`).
2. All candidate actions are tried in the same worlds, so that luck does not decide between them.
3. The search has several heats. After each heat the worse half of the candidates is dropped, and the others share the
next heat's playouts.
4. A playout ends with the round; then a neural network estimates the share of opponents that the seat will finish ahead
of.

docs/champion.md describes the training. The effort is limited by a number of playouts and never by time, and the
network calculates in whole numbers, so the bot makes the same choices on any machine.
"""

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # for small matrices, two threads take twice the processor time

from bisect import bisect
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Final

import numpy as np
from beliefs import Beliefs, Liking
from facts import Table
from network import FINE, Network
from playing import World, act, draw_whim

from arena.bot import Bot, MatchStart, Search, Turn, run
from arena.games.verraeter import Position
from arena.games.verraeter.terms import DRAFT, SUPPLY

PLAYOUTS: Final = 600
"""The approximate number of playouts for one decision, over all stages (heats) of the search."""
DRAWN: Final = 4
"""The number of worlds drawn for each world used, if other seats have secret roles. Otherwise all drawn are used."""
LEARNED: Final = Path(__file__).with_name("learned.npz")


@cache
def recall(learned: Path, seats: int) -> tuple[Network, Liking]:
    """Returns the network and the role weights for a number of seats, from the file `learned` that training wrote. All
    matches in the process share the result.
    """
    with np.load(learned) as numbers:
        return Network(numbers, seats), numbers[f"drafter-{seats}"].tolist()


class Champion(Bot):
    def __init__(self, start: MatchStart, playouts: int = PLAYOUTS, learned: Path = LEARNED) -> None:
        super().__init__(start)
        self.search, self.random, self.playouts = Search(start), Random(start.seed), playouts
        self.network, self.liking = recall(learned, start.seats)

    def choose(self, turn: Turn) -> int:
        candidates = list(turn.legal)
        totals = dict.fromkeys(candidates, 0)
        heats = (len(candidates) - 1).bit_length()
        while len(candidates) > 1:
            worlds = self.worlds(turn, max(1, self.playouts // heats // len(candidates)))
            for action, share in zip(candidates, self.shares(worlds, candidates, turn.seat), strict=True):
                totals[action] += share
            candidates.sort(key=lambda action: -totals[action])
            del candidates[(len(candidates) + 1) // 2 :]
        return candidates[0]

    def worlds(self, turn: Turn, count: int) -> list[World]:
        """Returns `count` worlds that agree with the turn; worlds in which seats have roles that they like are drawn
        more often.
        """
        view, seats = turn.verraeter, self.start.seats
        have_picked = (turn.seat - view.start) % seats if view.phase == DRAFT else seats - 1
        if view.phase in {DRAFT, SUPPLY} and have_picked:
            states = self.search.states(turn, DRAWN * count, self.random)
            beliefs = Beliefs(self.liking, Position(states[0]), self.start.verraeter.winner_points)
            weights = list(accumulate(beliefs.weight(Position(state), turn.seat) for state in states))
            first, step = self.random.random(), weights[-1] / count
            states = [states[bisect(weights, (first + place) * step, hi=len(states) - 1)] for place in range(count)]
        else:
            states = self.search.states(turn, count, self.random)
        return [World(state, [draw_whim(self.random) for _ in range(seats)]) for state in states]

    def shares(self, worlds: Sequence[World], actions: Sequence[int], seat: int) -> list[int]:
        """Returns, by action, the expected share of opponents that the seat finishes ahead of, summed over all worlds
        and multiplied by `FINE`.
        """
        ends = [self.playout(world, action) for action in actions for world in worlds]
        going_on = [end for end in ends if end.actor is not None]
        expected = iter(self.network.shares(Table(going_on).of(seat)).tolist() if going_on else ())
        shares = [share_of(end.score, seat) if end.actor is None else next(expected) for end in ends]
        return [sum(shares[first : first + len(worlds)]) for first in range(0, len(ends), len(worlds))]

    def playout(self, world: World, action: int) -> Position:
        """Returns the position at the end of the round if the acting seat takes the action and then all seats act by
        their whims.
        """
        game = self.search.game
        state = game.apply(world.state, action)
        position, this_round = Position(state), Position(world.state).round
        while (actor := position.actor) is not None and position.round == this_round:
            legal = game.legal_actions(state)
            game.take(state, act(position, actor, legal, world.whims[actor]))
        return position


def share_of(scores: tuple[int, ...], seat: int) -> int:
    """Returns the share of opponents that a seat is ahead of, times `FINE`; an opponent with an equal score counts
    half.
    """
    own = scores[seat]
    halves = sum((own > other) + (own >= other) for other in scores) - 1
    return FINE * halves // (2 * (len(scores) - 1))


if __name__ == "__main__":
    run(Champion)
