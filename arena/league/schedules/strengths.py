"""A quick estimate of strengths for pairing, the same on every machine.

Model (Bradley and Terry 1952): i finishes before j with odds of a_i to a_j. Where a table ends as Plackett and Luce
have it, so does each pair of it. Who beat whom is all that counts, and not when: so a bot that meets strong ones only
loses nothing by it. The most likely strengths are found by Newman's iteration (2023), from where they were; it takes
sums, products and quotients alone, which every machine rounds alike.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

PRIOR: Final = 0.5
"""Victories, and as many defeats, against a bot of strength 1 that each bot is given; they keep strengths finite."""
TOLERANCE: Final = 0.001
"""The iteration stops when no strength moves by a larger share, which is less than half an Elo."""
MOST_SWEEPS: Final = 20
"""More is left for the next time: strengths move little from one to the next."""


class Strengths:
    """The strengths of bots, as far as some of their matches tell."""

    def __init__(self, bots: int) -> None:
        self._won: list[dict[int, float]] = [{} for _ in range(bots)]
        """By bot and opponent: how often the bot finished before it, a tie half."""
        self._lost: list[dict[int, float]] = [{} for _ in range(bots)]
        """The same the other way, the opponents in the same order."""
        self._strengths = [1.0] * bots

    def __getitem__(self, bot: int) -> float:
        return self._strengths[bot]

    def grow(self, bots: int) -> None:
        """Makes room for this number of bots; new bots come after the others."""
        for _ in range(bots - len(self._strengths)):
            self._won.append({})
            self._lost.append({})
            self._strengths.append(1.0)

    def add(self, bots: Sequence[int], ranks: Iterable[int]) -> None:
        """Adds the result of a match; `settle` then applies it to the strengths."""
        for (one, rank), (other, other_rank) in combinations(zip(bots, ranks, strict=True), 2):
            won = 0.5 if rank == other_rank else float(rank < other_rank)
            for bot, opponent, share in ((one, other, won), (other, one, 1 - won)):
                self._won[bot][opponent] = self._won[bot].get(opponent, 0.0) + share
                self._lost[bot][opponent] = self._lost[bot].get(opponent, 0.0) + 1 - share

    def settle(self, bots: Sequence[int]) -> None:
        """Fits the strengths of these bots to the results added so far; other bots keep their strengths."""
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
