"""Finds blocks (deals in all seatings) that repeat another block and so do not count.

Rule 1: two blocks begin alike if their matches have the same bots in the same seats and the same openings, which are
the first actions of a match, drawn by the deal. Two blocks that begin alike are equal if their matches also have the
same actions to the end.
Rule 2: as long as all blocks of a table that begin alike are equal, each different block counts once, however often it
was played, because a repeat shows nothing new.
Rule 3: a table has luck if two of its blocks begin alike but are not equal: then a bot chooses at random, or the game
draws at random in some positions. A table also has luck if the deal of a block draws more than the openings, for
example cards. If a table has luck, all its blocks count, even equal ones: each is a random sample, and how often a
result occurs shows its probability.
Rule 4: blocks are added in schedule order. As soon as a block shows that its table has luck, the earlier repeats of the
table count as well.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from leaderboards.statistics.blocks import BlockOutcome

Start = tuple[tuple[tuple[str, ...], tuple[int, ...]], ...]
"""The beginning of a block: for each match, the bots by seat and the opening; matches are sorted by their bots."""


@dataclass(slots=True)
class _Table:
    """The blocks (deals in all seatings) that the bots of one table have played so far."""

    courses: dict[Start, tuple[bytes, ...]] = field(default_factory=dict)
    """For each beginning of a block, the courses (hashes of all actions and faults) of the matches in the first block
    with this beginning.
    """
    repeats: list[BlockOutcome] = field(default_factory=list)
    """The blocks so far that repeat another block, in the order in which they were added."""
    varies: bool = False
    """Whether a block has shown that the table has luck (rule 3). Then all blocks count."""


class Counting:
    """Decides which blocks (deals in all seatings) count, as blocks are added in schedule order."""

    def __init__(self) -> None:
        self._tables: dict[frozenset[str], _Table] = {}

    def take(self, block: BlockOutcome) -> list[BlockOutcome]:
        """Adds the next block; returns the blocks that count from now on.

        For a repeat of an earlier block, no block is returned. For the first block that shows luck in the matches of
        its table, this block and the table's earlier repeats are returned. For every other block, only the block itself
        is returned.
        """
        table = self._tables.setdefault(frozenset(block.matches[0].bots), _Table())
        if table.varies:
            return [block]
        if begun := _begun(block):
            start, courses = begun
            first = table.courses.setdefault(start, courses)
            if first is courses:
                return [block]
            if first == courses:
                table.repeats.append(block)
                return []
        counting, table.repeats, table.courses, table.varies = [*table.repeats, block], [], {}, True
        return counting


def counting(blocks: Iterable[BlockOutcome]) -> list[BlockOutcome]:
    """Returns the blocks that count; the blocks of each table must be given in schedule order."""
    taken = Counting()
    return [one for block in blocks for one in taken.take(block)]


def _begun(block: BlockOutcome) -> tuple[Start, tuple[bytes, ...]] | None:
    """Returns the beginning of a block and the courses of its matches (hashes of all actions and faults); None if one
    of the matches has no opening.
    """
    matches = sorted(block.matches, key=lambda match: match.bots)
    start = [(match.bots, match.opening) for match in matches if match.opening is not None]
    if len(start) < len(matches):
        return None
    return tuple(start), tuple(match.course for match in matches)
