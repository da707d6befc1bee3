"""Finds blocks that repeat another block and so do not count.

Rule 1: blocks begin alike if their matches have the same bots in the same seats, the same openings, and no other luck.
Two blocks that begin alike are equal if their matches are equal to the last action.
Rule 2: as long as all blocks of a table that begin alike are equal, each counts once, however often it was played.
Rule 3: as soon as two of them differ, or one has had other luck, there is luck at the table: the bots' own, or that of
a game that draws only in some positions. Each block is then a random sample, and all count: how often something happens
shows how likely it is.
Rule 4: blocks are taken in schedule order; once a block shows luck, the repeats before it count as well.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from leaderboards.statistics.blocks import BlockOutcome

Start = tuple[tuple[tuple[str, ...], tuple[int, ...]], ...]
"""How a block begins: the bots by seat and the opening of each match, in order."""


@dataclass(slots=True)
class _Table:
    """The blocks that the bots of one table have played so far."""

    courses: dict[Start, tuple[bytes, ...]] = field(default_factory=dict)
    """By start, the courses of the matches in the first block with that start."""
    repeats: list[BlockOutcome] = field(default_factory=list)
    """The blocks so far that repeat another block, in the order taken."""
    varies: bool = False
    """Whether a block has shown that there is luck at the table, so that all blocks count."""


class Counting:
    """Takes blocks in schedule order, and says which count."""

    def __init__(self) -> None:
        self._tables: dict[frozenset[str], _Table] = {}

    def take(self, block: BlockOutcome) -> list[BlockOutcome]:
        """The blocks that count from now on: none if this one is a repeat, or else the repeats so far and this one."""
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
    """The blocks that count; the blocks of each table must be given in schedule order."""
    taken = Counting()
    return [one for block in blocks for one in taken.take(block)]


def _begun(block: BlockOutcome) -> tuple[Start, tuple[bytes, ...]] | None:
    """The start of a block and the courses of its matches; None if one of the matches has no opening."""
    matches = sorted(block.matches, key=lambda match: match.bots)
    start = [(match.bots, match.opening) for match in matches if match.opening is not None]
    if len(start) < len(matches):
        return None
    return tuple(start), tuple(match.course for match in matches)
