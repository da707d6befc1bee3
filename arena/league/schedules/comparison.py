"""The schedule of `arena compare`: two versions of a bot play against the same opponents with the same deals.

Blocks form pairs. In the first block of a pair, the new version plays with some opponents; in the second block, the old
version replaces the new one. All else is the same in both blocks: the deal, the opponents, and the seats and seeds of
all bots.
"""

from collections.abc import Iterator
from typing import Final

from arena.league.schedules.balanced import balanced_tables, numbered
from arena.league.schedules.contract import Block, Planned, counted

VERSIONS: Final = 2
"""The number of versions that are compared. The compared versions are the first two bots of the plan: the new version,
then the old one.
"""


class Comparison(Planned):
    """The schedule of `plan.blocks` blocks, alternately with the new and the old version. All opponents play equally
    often.
    """

    def even(self) -> int:
        """Returns the number of blocks in a pair, which is 2, one block for each version of the compared bot."""
        return VERSIONS

    def blocks(self) -> Iterator[Block]:
        """Yields the blocks in order, alternately with the new and the old version."""
        for block in numbered(self._tables(), self._plan.blocks // VERSIONS):
            new = block.table
            yield Block(VERSIONS * block.number, block.round, new)
            yield Block(VERSIONS * block.number + 1, block.round, (1, *new[1:]), new)

    def _tables(self) -> Iterator[tuple[int, ...]]:
        for table in balanced_tables(len(self._plan.bots) - VERSIONS, self._plan.seats - 1):
            yield (0, *(VERSIONS + place for place in table))

    def sentence(self) -> str:
        """Returns a description of the schedule, as a sentence for people."""
        new, old, *opponents = self._plan.bots
        deals = counted(self._plan.blocks // VERSIONS, "deal")
        return f"{new} and {old} in {deals}, each against the same of {counted(len(opponents), 'opponent')}"
