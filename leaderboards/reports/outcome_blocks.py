"""Groups the matches of a store into blocks (one deal in all seatings), and determines which outcomes count, because
repeats of the same match do not always count.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from leaderboards.statistics.blocks import BlockOutcome, MatchOutcome, block_key, outcome_of
from leaderboards.statistics.repeats import Counting
from leaderboards.store import StoredMatch


@dataclass(frozen=True, slots=True)
class PlayedBlock:
    """A block (one deal in all seatings): its stored matches, its outcome, and the outcomes that begin to count with
    this block.
    """

    matches: tuple[StoredMatch, ...]
    outcome: BlockOutcome
    counting: tuple[MatchOutcome, ...]
    """The outcomes that count from this block on, although they may belong to earlier blocks.

    A block that only repeats an earlier block adds no outcomes. The first block that shows luck in the matches of its
    table adds its own outcomes and the outcomes of the table's earlier repeats. Every other block adds only its own
    outcomes.
    """


def blocks_of(matches: Iterable[StoredMatch]) -> Iterator[PlayedBlock]:
    """Yields the blocks (deals in all seatings) that these matches form; the matches must be in schedule order."""
    counting = Counting()
    for _, block in groupby(matches, key=lambda match: block_key(match.record)):
        yield played_block(tuple(block), counting)


def played_block(matches: tuple[StoredMatch, ...], counting: Counting) -> PlayedBlock:
    """Returns the block (one deal in all seatings) of these matches, which must be the next block of the schedule."""
    outcome = BlockOutcome(tuple(outcome_of(match.record) for match in matches))
    return PlayedBlock(matches, outcome, tuple(one for block in counting.take(outcome) for one in block.matches))
