"""Finished matches in blocks, in an order that depends on their content alone.

A block is one table of bots and one deal, in every seating: the statistical unit. What happens inside a block depends
on one deal, so its matches say less than as many matches of different deals; blocks are independent of each other.
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
    """How a match ended, by seat."""

    bots: tuple[str, ...]
    """Names, all different."""
    ranks: tuple[int, ...]
    """1 is best, equal ranks are shared; a bot that forfeited ranks last."""
    scores: tuple[int, ...]
    """In points."""
    opening: tuple[int, ...] | None = field(default=None, compare=False)
    """Equal for matches that began alike, except for the seating; None where each deal has luck of its own."""
    course: bytes = field(default=b"", compare=False)
    """Equal where matches that began alike were equal to the last action; empty without an opening."""


@dataclass(frozen=True, slots=True, order=True)
class BlockOutcome:
    """The finished matches of one table and one deal."""

    matches: tuple[MatchOutcome, ...]

    def balanced(self) -> bool:
        """Whether every bot sat equally often in every seat; not so in a block that is not played to its end."""
        sat = Counter((seat, bot) for match in self.matches for seat, bot in enumerate(match.bots))
        bots = {bot for _, bot in sat}
        return len(sat) == len(bots) ** 2 and len(set(sat.values())) == 1


def block_outcomes(records: Iterable[MatchRecord]) -> tuple[BlockOutcome, ...]:
    """The blocks of records that come in any order, in canonical order."""
    groups: dict[tuple[bytes, tuple[str, ...]], list[MatchOutcome]] = {}
    for record in records:
        groups.setdefault(block_key(record), []).append(outcome_of(record))
    return canonical(BlockOutcome(tuple(matches)) for matches in groups.values())


def block_key(record: MatchRecord) -> tuple[bytes, tuple[str, ...]]:
    """Deal and table: what the matches of a block have in common."""
    return record.spec.deal, tuple(sorted(entrant.name for entrant in record.spec.entrants))


def outcome_of(record: MatchRecord) -> MatchOutcome:
    """How the match of a record ended."""
    names, course = tuple(entrant.name for entrant in record.spec.entrants), b""
    if record.opening is not None:
        faults = [(fault.seat, int(fault.kind), fault.action_count) for fault in record.faults]
        course = blake2b(repr((record.actions, faults)).encode(), digest_size=COURSE_BYTES).digest()
    return MatchOutcome(names, record.ranks, record.scores, record.opening, course)


def canonical(blocks: Iterable[BlockOutcome]) -> tuple[BlockOutcome, ...]:
    """The same blocks in an order that depends on nothing but their outcomes."""
    return tuple(sorted(BlockOutcome(tuple(sorted(block.matches))) for block in blocks))
