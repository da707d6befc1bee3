"""Finds groups of bots within which the results allow only finite differences in strength.

Imagine every way to divide the bots into two parts. Strengths are finite (Ford 1957) if, each time, both parts have a
bot that finished ahead of or level with a bot of the other part. Otherwise the most likely difference between two parts
is not finite. The groups are the largest sets of bots with finite strengths: the strongly connected components of
the relation "finished ahead of or level with". Within a group, a match counts as if bots of other groups had not taken
part.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from leaderboards.statistics.blocks import BlockOutcome, MatchOutcome, canonical


@dataclass(frozen=True, slots=True, eq=False)
class Relations:
    """The relation "finished ahead of or level with" between bots, direct or by a chain of bots. Bots are in
    alphabetical order.
    """

    bots: tuple[str, ...]
    chain: NDArray[np.bool_]
    """Array (bots, bots): whether there is a chain of bots from the first bot to the second. In a chain, each bot
    finished ahead of or level with the next bot.
    """

    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Returns the groups of bots within which all differences in strength are finite, each as names in alphabetical
        order.
        """
        return self._classes(self.chain & self.chain.T)

    def always_ahead(self, first: str, second: str) -> bool:
        """Returns whether the first bot's group is always ahead of the second bot's, directly or by a chain of other
        groups.
        """
        one, other = self.bots.index(first), self.bots.index(second)
        return bool(self.chain[one, other] and not self.chain[other, one])

    def fields(self) -> tuple[tuple[str, ...], ...]:
        """Returns the sets of bots that are joined by chains of matches, whatever the results."""
        return self._classes(_closed(self.chain | self.chain.T))

    def _classes(self, alike: NDArray[np.bool_]) -> tuple[tuple[str, ...], ...]:
        classes: dict[int, list[str]] = {}
        for bot, first in zip(self.bots, alike.argmax(axis=1).tolist(), strict=True):
            classes.setdefault(first, []).append(bot)
        return tuple(map(tuple, classes.values()))


def relations(blocks: Sequence[BlockOutcome]) -> Relations:
    """Returns the relations between the bots of some blocks, from their order in each match."""
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
    """Returns the blocks (deals in all seatings) reduced to the bots `members`, in canonical order; leaves out blocks
    in which no two of these bots met.
    """
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
    """Returns the transitive closure of a relation (Warshall 1962)."""
    closed = joined.copy()
    for bot in range(len(closed)):
        closed |= closed[:, [bot]] & closed[[bot], :]
    return closed
