"""A quick estimate of the bots' strengths, which schedules use to choose tables; it is the same on every machine.

Model (Bradley and Terry 1952): bot i, of strength a_i, finishes before bot j, of strength a_j, with odds of a_i to a_j.
If the result of a table follows the model of Plackett and Luce, each pair at the table follows that of Bradley and
Terry. The estimate counts how often each bot finished before each other bot, and gives old matches the same weight as
new ones. It considers the strength of the opponents, so a bot loses nothing by playing only strong bots. Newman's
iteration (2023) finds the most likely strengths, starting from the strengths of the last estimate. It needs only sums,
products and quotients, which every machine rounds alike.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

PRIOR: Final = 0.5
"""The number of imaginary victories, and also of imaginary defeats, with which each bot begins, all against a bot of
strength 1. They keep the strengths finite.
"""
TOLERANCE: Final = 0.001
"""The relative change of a strength below which the iteration stops; it is less than half an Elo point."""
MOST_SWEEPS: Final = 20
"""The maximum number of iterations in one call of `settle`. The next call continues with the strengths reached so far;
this suffices, because strengths change little between calls.
"""


class Strengths:
    """The strengths of bots, estimated from the matches added so far."""

    def __init__(self, bots: int) -> None:
        self._won: list[dict[int, float]] = [{} for _ in range(bots)]
        """The number of times that a bot finished before an opponent, by bot and then by opponent; a tie counts
        half.
        """
        self._lost: list[dict[int, float]] = [{} for _ in range(bots)]
        """The number of times that a bot finished behind an opponent, by bot and then by opponent; the opponents are in
        the same order as in `_won`, and a tie counts half.
        """
        self._strengths = [1.0] * bots

    def __getitem__(self, bot: int) -> float:
        return self._strengths[bot]

    def grow(self, bots: int) -> None:
        """Adds bots until there are `bots` in all; the new bots have strength 1 and the last indices."""
        for _ in range(bots - len(self._strengths)):
            self._won.append({})
            self._lost.append({})
            self._strengths.append(1.0)

    def add(self, bots: Sequence[int], ranks: Iterable[int]) -> None:
        """Adds the result of a match: these bots with their ranks, the lowest rank being the best. The strengths change
        only at the next call of `settle`.
        """
        for (one, rank), (other, other_rank) in combinations(zip(bots, ranks, strict=True), 2):
            won = 0.5 if rank == other_rank else float(rank < other_rank)
            for bot, opponent, share in ((one, other, won), (other, one, 1 - won)):
                self._won[bot][opponent] = self._won[bot].get(opponent, 0.0) + share
                self._lost[bot][opponent] = self._lost[bot].get(opponent, 0.0) + 1 - share

    def settle(self, bots: Sequence[int]) -> None:
        """Fits the strengths of these bots to the results added so far. Stops when they hardly change, or after
        MOST_SWEEPS iterations. All other bots keep their strengths.
        """
        strengths = self._strengths
        for _ in range(MOST_SWEEPS):
            moved = 0.0
            for bot in bots:
                own = strengths[bot]
                won = lost = PRIOR / (own + 1)
                for (opponent, victories), defeats in zip(
                    self._won[bot].items(), self._lost[bot].values(), strict=True
                ):
                    other = strengths[opponent]
                    won += victories * other / (own + other)
                    lost += defeats / (own + other)
                strengths[bot] = won / lost
                moved = max(moved, abs(won / lost / own - 1))
            if moved < TOLERANCE:
                return
