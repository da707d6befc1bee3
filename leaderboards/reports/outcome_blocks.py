"""Groups the matches of a store into blocks (one deal in all seatings), and determines which outcomes count.

A repeat of an earlier block counts only once luck has shown in the matches of its bots (rules 3 and 4 of
`leaderboards.statistics.repeats`).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from leaderboards.statistics.blocks import BlockOutcome, MatchOutcome, block_key, outcome_of
from leaderboards.statistics.repeats import Counting
from leaderboards.store import StoredMatch


@dataclass(frozen=True, slots=True)
class PlayedBlock:
    """A block (one deal in all seatings): its stored matches, its outcome, and the outcomes that it makes count."""

    matches: tuple[StoredMatch, ...]
    outcome: BlockOutcome
    counting: tuple[MatchOutcome, ...]
    """The outcomes that begin to count with this block. Most blocks add their own outcomes only.

    A repeat of an earlier block adds none, unless its table is known to have luck. The first block that shows luck at
    its table also adds the outcomes of all earlier repeats at that table.
    """


def blocks_of(matches: Iterable[StoredMatch]) -> Iterator[PlayedBlock]:
    """Yields the blocks (deals in all seatings) that these matches form; the matches must be in schedule order."""
    counting = Counting()
    for _, block in groupby(matches, key=lambda match: block_key(match.record)):
        yield played_block(tuple(block), counting)


def played_block(matches: tuple[StoredMatch, ...], counting: Counting) -> PlayedBlock:
    """Returns the block (one deal in all seatings) that `matches` form, and adds its outcome to `counting`.

    Blocks must be added in schedule order.
    """
    outcome = BlockOutcome(tuple(outcome_of(match.record) for match in matches))
    return PlayedBlock(matches, outcome, tuple(one for block in counting.take(outcome) for one in block.matches))
