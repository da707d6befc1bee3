"""Round-robin: in each round every table plays once."""

from collections.abc import Iterator
from itertools import combinations
from math import comb

from arena.league.schedules.contract import Block, Planned, counted


class RoundRobin(Planned):
    """`plan.rounds` rounds of all tables."""

    def total(self) -> int:
        """How many blocks there are."""
        return self._plan.rounds * self.even()

    def even(self) -> int:
        """A round."""
        return comb(len(self._plan.bots), self._plan.seats)

    def blocks(self) -> Iterator[Block]:
        """Tables in lexicographic order, their bots ascending."""
        number = 0
        for round_number in range(self._plan.rounds):
            for table in combinations(range(len(self._plan.bots)), self._plan.seats):
                yield Block(number, round_number, table)
                number += 1

    def sentence(self) -> str:
        """What is played."""
        return f"{counted(self._plan.rounds, 'round')} of {counted(self.even(), 'table')}"
