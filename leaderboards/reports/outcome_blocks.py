"""Groups the matches of a store into blocks, with the outcomes that count."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from leaderboards.statistics.blocks import BlockOutcome, MatchOutcome, block_key, outcome_of
from leaderboards.statistics.repeats import Counting
from leaderboards.store import StoredMatch


@dataclass(frozen=True, slots=True)
class PlayedBlock:
    """A block with its stored matches, its outcome, and the outcomes that count because of it."""

    matches: tuple[StoredMatch, ...]
    outcome: BlockOutcome
    counting: tuple[MatchOutcome, ...]
    """The outcomes that count from now on: none if this block is a repeat, else its own, and those of earlier repeats
    if the block shows that there is luck at the table."""


def blocks_of(matches: Iterable[StoredMatch]) -> Iterator[PlayedBlock]:
    """The blocks that these matches form; they come in schedule order."""
    counting = Counting()
    for _, block in groupby(matches, key=lambda match: block_key(match.record)):
        yield played_block(tuple(block), counting)


def played_block(matches: tuple[StoredMatch, ...], counting: Counting) -> PlayedBlock:
    """The block of these matches, which is next in schedule order."""
    outcome = BlockOutcome(tuple(outcome_of(match.record) for match in matches))
    return PlayedBlock(matches, outcome, tuple(one for block in counting.take(outcome) for one in block.matches))
