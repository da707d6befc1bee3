"""Counts the choices in finished matches, from which `plackett_luce` finds strengths.

A final order is a sequence of choices: the winner is chosen among all bots, the second among the rest, and so on. Bots
that tie are chosen together. The likelihood of the results depends on two counts only: how many choices were made from
each set of bots, and how often each choice was made. Both are counted for each block, so that blocks can have weights.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations

import numpy as np
from numpy.typing import NDArray

from leaderboards.statistics.blocks import BlockOutcome, MatchOutcome

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

Alternatives = tuple[int, ...]
"""A set of bots to choose from, as the bots' indices, ascending."""


@dataclass(frozen=True, slots=True, eq=False)
class SetsOfOneSize:
    """All sets of `size` bots from which a choice was made."""

    columns: slice
    """The columns that belong to these sets in the array that `Choices.totals` returns."""
    parameters: Indices
    """Array (sets, `size` + number of tie sizes): the indices of the parameters on which a choice from the set depends.
    These are the strengths of its bots, then the frequencies of ties.
    """
    shares: Floats
    """Array (possible choices, `size` + number of tie sizes): a factor for each parameter, in the order of the array
    `parameters`. The parameters times their factors add up to the logarithm of the choice's weight.

    If n bots are chosen together, the factor is 1 / n for each of them, and 1 for ties of n bots. All others are 0.
    """


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """The counts of all choices in some blocks (deals in all seatings).

    The model's parameters are the bots' strengths, by name in alphabetical order, then the frequencies of ties, one for
    each size of tie that occurred.
    """

    bots: tuple[str, ...]
    tie_sizes: tuple[int, ...]
    """The sizes of ties that occurred (a size is the number of bots that share a rank), in ascending order."""
    made: Floats
    """Array (blocks, parameters): the sum of the factors `SetsOfOneSize.shares` over all choices made in the block."""
    sets: tuple[SetsOfOneSize, ...]
    entry_block: Indices
    """Array (entries,): the index of each entry's block.

    An entry stands for all choices from one set of bots in one block. Entries are sorted by set.
    """
    entry_count: Floats
    """Array (entries,): the number of choices from the entry's set in the entry's block."""
    first_entries: Indices
    """Array (columns,): the index of the first entry of each set of bots. A column stands for one set."""

    def totals(self, weights: Floats) -> Floats:
        """Returns the weighted number of choices from each set as an array (replicates, columns), with a column for
        each set. `weights` (replicates, blocks): the weights of the blocks.
        """
        weighted = weights[:, self.entry_block] * self.entry_count
        return np.add.reduceat(weighted, self.first_entries, axis=1)


def count_choices(blocks: Sequence[BlockOutcome]) -> Choices:
    """Counts the choices in blocks, which must be in the order of `blocks.canonical`."""
    bots = tuple(sorted({bot for block in blocks for match in block.matches for bot in match.bots}))
    index = {bot: number for number, bot in enumerate(bots)}
    chosen: list[Counter[Alternatives]] = []
    faced: list[Counter[Alternatives]] = []
    for block in blocks:
        steps = [step for match in block.matches for step in _steps(match, index)]
        chosen.append(Counter(choice for _, choice in steps))
        faced.append(Counter(alternatives for alternatives, _ in steps))
    tie_sizes = tuple(sorted({len(choice) for counts in chosen for choice in counts} - {1}))
    made = np.zeros((len(blocks), len(bots) + len(tie_sizes)))
    for row, counts in zip(made, chosen, strict=True):
        for choice, count in counts.items():
            row[list(choice)] += count / len(choice)
            if len(choice) > 1:
                row[len(bots) + tie_sizes.index(len(choice))] += count
    columns = sorted({alternatives for counts in faced for alternatives in counts}, key=lambda one: (len(one), one))
    column = {alternatives: number for number, alternatives in enumerate(columns)}
    entries = sorted(
        (column[alternatives], block, count)
        for block, counts in enumerate(faced)
        for alternatives, count in counts.items()
    )
    entry_column, entry_block, entry_count = np.array(entries, dtype=np.intp).reshape(-1, 3).T
    return Choices(
        bots=bots,
        tie_sizes=tie_sizes,
        made=made,
        sets=tuple(_sets(columns, len(bots), tie_sizes)),
        entry_block=entry_block,
        entry_count=entry_count.astype(np.float64),
        first_entries=np.flatnonzero(np.diff(entry_column, prepend=-1)),
    )


def _steps(match: MatchOutcome, index: dict[str, int]) -> Iterator[tuple[Alternatives, Alternatives]]:
    """Yields the set of bots to choose from and the chosen bots, for each choice from the first place down.

    If one bot remains at the end, nothing is yielded for this bot, since there is no choice.
    """
    rest = [(rank, index[bot]) for rank, bot in zip(match.ranks, match.bots, strict=True)]
    rest.sort()
    while len(rest) > 1:
        choice = tuple(bot for rank, bot in rest if rank == rest[0][0])
        yield tuple(sorted(bot for _, bot in rest)), choice
        del rest[: len(choice)]


def _sets(columns: list[Alternatives], bots: int, tie_sizes: tuple[int, ...]) -> Iterator[SetsOfOneSize]:
    start = 0
    for size in sorted({len(alternatives) for alternatives in columns}):
        members = [alternatives for alternatives in columns if len(alternatives) == size]
        ties = [list(range(bots, bots + len(tie_sizes)))] * len(members)
        parameters = np.hstack([np.array(members), np.array(ties, dtype=np.intp).reshape(len(members), -1)])
        yield SetsOfOneSize(slice(start, start + len(members)), parameters, _shares(size, tie_sizes))
        start += len(members)


@cache
def _shares(size: int, tie_sizes: tuple[int, ...]) -> Floats:
    choices = chain.from_iterable(combinations(range(size), chosen) for chosen in (1, *tie_sizes))
    rows = []
    for choice in choices:
        row = [1 / len(choice) if member in choice else 0.0 for member in range(size)]
        rows.append(row + [float(len(choice) == tie_size) for tie_size in tie_sizes])
    return np.array(rows)
