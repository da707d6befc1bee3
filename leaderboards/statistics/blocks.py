"""Groups finished matches into blocks, and sorts the blocks by their content alone.

A block, the statistical unit, is the set of matches in which the bots of one table play one deal in every seating. All
matches of a block share the luck of that deal, so they give less information than as many matches of different deals.
Blocks are independent of each other.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

from arena.match import MatchRecord

COURSE_BYTES: Final = 8


@dataclass(frozen=True, slots=True, order=True)
class MatchOutcome:
    """The outcome of a match: its bots, ranks and scores, by seat."""

    bots: tuple[str, ...]
    """The bots' names, all different."""
    ranks: tuple[int, ...]
    """The bots' ranks: 1 is best, tied bots share a rank, and a bot that forfeited ranks last."""
    scores: tuple[int, ...]
    """The bots' scores, in points."""
    opening: tuple[int, ...] | None = field(default=None, compare=False)
    """The actions with which the match began, if the deal drew them at random and nothing else in the match is random.
    None for all other matches, and if the opening was not recorded.
    """
    course: bytes = field(default=b"", compare=False)
    """A hash of all actions and faults, by which repeated matches are recognised; empty if the match has no opening."""


@dataclass(frozen=True, slots=True, order=True)
class BlockOutcome:
    """The outcomes of the finished matches of one block: one table of bots that plays one deal."""

    matches: tuple[MatchOutcome, ...]

    def balanced(self) -> bool:
        """Returns whether every bot sat equally often in every seat; False for a block that is not complete."""
        sat = Counter((seat, bot) for match in self.matches for seat, bot in enumerate(match.bots))
        bots = {bot for _, bot in sat}
        return len(sat) == len(bots) ** 2 and len(set(sat.values())) == 1


def block_outcomes(records: Iterable[MatchRecord]) -> tuple[BlockOutcome, ...]:
    """Returns the blocks that these records form, in canonical order; the records may be in any order."""
    groups: dict[tuple[bytes, tuple[str, ...]], list[MatchOutcome]] = {}
    for record in records:
        groups.setdefault(block_key(record), []).append(outcome_of(record))
    return canonical(BlockOutcome(tuple(matches)) for matches in groups.values())


def block_key(record: MatchRecord) -> tuple[bytes, tuple[str, ...]]:
    """Returns the key of the block to which a match belongs: the deal, and the bots' names in alphabetical order."""
    return record.spec.deal, tuple(sorted(entrant.name for entrant in record.spec.entrants))


def outcome_of(record: MatchRecord) -> MatchOutcome:
    """Returns the outcome of the match in a record."""
    names, course = tuple(entrant.name for entrant in record.spec.entrants), b""
    if record.opening is not None:
        faults = [(fault.seat, int(fault.kind), fault.action_count) for fault in record.faults]
        course = blake2b(repr((record.actions, faults)).encode(), digest_size=COURSE_BYTES).digest()
    return MatchOutcome(names, record.ranks, record.scores, record.opening, course)


def canonical(blocks: Iterable[BlockOutcome]) -> tuple[BlockOutcome, ...]:
    """Returns the same blocks in canonical order, which depends on their outcomes alone."""
    return tuple(sorted(BlockOutcome(tuple(sorted(block.matches))) for block in blocks))
