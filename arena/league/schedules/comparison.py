"""The schedule of `arena compare`: two versions of a bot against the same opponents on the same deals.

Blocks come in pairs. In the first the new version sits among opponents; in the second the old version takes its place.
The deal, the opponents, their seeds, the circle and the seats are the same, so only the version makes a difference.
"""

from collections.abc import Iterator
from typing import Final

from arena.league.schedules.balanced import balanced_tables, numbered
from arena.league.schedules.contract import Block, Planned, counted

VERSIONS: Final = 2
"""How many versions are compared; they are the first two bots of the plan, the new one and then the old one."""


class Comparison(Planned):
    """The schedule of `plan.blocks` blocks in pairs, one for each version; all opponents play equally often."""

    def even(self) -> int:
        """How many blocks a pair has: one for each version."""
        return VERSIONS

    def blocks(self) -> Iterator[Block]:
        """The blocks in order: new, old, new, old."""
        for block in numbered(self._tables(), self._plan.blocks // VERSIONS):
            new = block.table
            yield Block(VERSIONS * block.number, block.round, new)
            yield Block(VERSIONS * block.number + 1, block.round, (1, *new[1:]), new)

    def _tables(self) -> Iterator[tuple[int, ...]]:
        for table in balanced_tables(len(self._plan.bots) - VERSIONS, self._plan.seats - 1):
            yield (0, *(VERSIONS + place for place in table))

    def sentence(self) -> str:
        """A sentence for people that says what is played."""
        new, old, *opponents = self._plan.bots
        deals = counted(self._plan.blocks // VERSIONS, "deal")
        return f"{new} and {old} in {deals}, each against the same of {counted(len(opponents), 'opponent')}"
