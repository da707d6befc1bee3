"""Results as statistics see them: finished matches in blocks, and blocks in an order of their own.

A block is one table of bots and one deal, in every seating: the statistical unit. What happens inside a block depends
on one deal, so its matches say less than as many matches of different deals; blocks are independent of each other.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from arena.match import MatchRecord


@dataclass(frozen=True, slots=True, order=True)
class MatchOutcome:
    """How a match ended, by seat."""

    bots: tuple[str, ...]
    """Names, all different."""
    ranks: tuple[int, ...]
    """1 is best, equal ranks are shared; who forfeited ranks last."""
    scores: tuple[int, ...]
    """In points."""


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
        names = tuple(entrant.name for entrant in record.spec.entrants)
        outcome = MatchOutcome(names, record.ranks, record.scores)
        groups.setdefault((record.spec.deal, tuple(sorted(names))), []).append(outcome)
    return canonical(BlockOutcome(tuple(matches)) for matches in groups.values())


def canonical(blocks: Iterable[BlockOutcome]) -> tuple[BlockOutcome, ...]:
    """The same blocks in an order that depends on nothing but their outcomes."""
    return tuple(sorted(BlockOutcome(tuple(sorted(block.matches))) for block in blocks))
