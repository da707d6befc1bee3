"""Finds groups of bots whose results bound their strengths against each other.

Strengths are finite (Ford 1957) if, however the bots are split in two parts, each part has a bot that finished ahead of
or level with one of the other part. If that fails, all matches between the two parts went one way, and the most likely
difference is infinite. The largest sets in which it holds are the groups: the strongly connected components of
"finished ahead of or level with". Within a group, a match counts as if bots of other groups had not been there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from leaderboards.statistics.blocks import BlockOutcome, MatchOutcome, canonical


@dataclass(frozen=True, slots=True, eq=False)
class Relations:
    """Which bots finished ahead of or level with which, directly or by a chain of bots; bots in alphabetical order."""

    bots: tuple[str, ...]
    chain: NDArray[np.bool_]
    """(bots, bots): whether a chain leads from one bot to the other in which each finished ahead of or level with
    the next."""

    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The groups, each as the names of its bots in alphabetical order."""
        return self._classes(self.chain & self.chain.T)

    def always_ahead(self, first: str, second: str) -> bool:
        """Whether the first bot's group is always ahead of the second's, directly or by a chain of groups between."""
        one, other = self.bots.index(first), self.bots.index(second)
        return bool(self.chain[one, other] and not self.chain[other, one])

    def fields(self) -> tuple[tuple[str, ...], ...]:
        """The sets of bots that are joined by chains of matches, whatever the results."""
        return self._classes(_closed(self.chain | self.chain.T))

    def _classes(self, alike: NDArray[np.bool_]) -> tuple[tuple[str, ...], ...]:
        classes: dict[int, list[str]] = {}
        for bot, first in zip(self.bots, alike.argmax(axis=1).tolist(), strict=True):
            classes.setdefault(first, []).append(bot)
        return tuple(map(tuple, classes.values()))


def relations(blocks: Sequence[BlockOutcome]) -> Relations:
    """The relations between the bots of some blocks, from how they finished against each other."""
    found = {(match.bots, match.ranks) for block in blocks for match in block.matches}
    bots = tuple(sorted({bot for names, _ in found for bot in names}))
    index = {bot: number for number, bot in enumerate(bots)}
    ahead = np.eye(len(bots), dtype=np.bool_)
    for names, ranks in found:
        for (rank, first), (next_rank, second) in permutations(zip(ranks, names, strict=True), 2):
            if rank <= next_rank:
                ahead[index[first], index[second]] = True
    return Relations(bots, _closed(ahead))


def restricted(blocks: Sequence[BlockOutcome], members: frozenset[str]) -> tuple[BlockOutcome, ...]:
    """The blocks without all other bots, in canonical order; blocks in which no two of `members` met are left out."""
    return canonical(
        BlockOutcome(matches) for block in blocks if (matches := tuple(_restricted_matches(block, members)))
    )


def _restricted_matches(block: BlockOutcome, members: frozenset[str]) -> Iterator[MatchOutcome]:
    for match in block.matches:
        seats = [seat for seat, bot in enumerate(match.bots) if bot in members]
        if len(seats) > 1:
            ranks = [match.ranks[seat] for seat in seats]
            yield MatchOutcome(
                tuple(match.bots[seat] for seat in seats),
                tuple(1 + sum(other < rank for other in ranks) for rank in ranks),
                tuple(match.scores[seat] for seat in seats),
            )


def _closed(joined: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The transitive closure of a relation (Warshall 1962)."""
    closed = joined.copy()
    for bot in range(len(closed)):
        closed |= closed[:, [bot]] & closed[[bot], :]
    return closed
