"""The round-robin schedule: in each round every table of bots that may play together plays once."""

from collections.abc import Iterator
from itertools import combinations

from arena.league.schedules.contract import Block, Planned, counted


class RoundRobin(Planned):
    """The schedule of `plan.rounds` rounds; in each round, every table of bots that may play together plays once."""

    def total(self) -> int:
        """Returns the number of blocks that the league has; a block is the matches of one table of bots with one
        deal.
        """
        return self._plan.rounds * self.even()

    def even(self) -> int:
        """Returns the number of blocks in a round, which is the number of tables of bots that may play together."""
        return sum(1 for _ in self._tables())

    def blocks(self) -> Iterator[Block]:
        """Yields the blocks in order: the tables of a round are in lexicographic order, and the bots of each table in
        ascending order.
        """
        number = 0
        for round_number in range(self._plan.rounds):
            for table in self._tables():
                yield Block(number, round_number, table)
                number += 1

    def _tables(self) -> Iterator[tuple[int, ...]]:
        return filter(self._plan.may_sit, combinations(range(len(self._plan.bots)), self._plan.seats))

    def sentence(self) -> str:
        """Returns a description of the schedule, as a sentence for people."""
        return f"{counted(self._plan.rounds, 'round')} of {counted(self.even(), 'table')}"
