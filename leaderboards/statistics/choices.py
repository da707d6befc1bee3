"""Counts finished matches as choices, for the likelihood of Plackett and Luce.

A final order is a row of choices: the winner is chosen among all seats, the next among the rest, and so on. A tie is
a choice of several bots at once. The likelihood depends only on how often each set of bots was chosen from, and on how
often each choice was made. Both counts are kept block by block, so that a block can be given any weight.
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
    """All sets of `size` bots that were ever chosen from."""

    columns: slice
    """The columns of these sets in `Choices.totals`."""
    parameters: Indices
    """(sets, size + tie sizes): the parameters that a choice from the set depends on."""
    shares: Floats
    """(possible choices, size + tie sizes): how much each parameter counts in the logarithm of a choice's weight.

    A bot chosen with others counts 1 / their number, and the size of the tie counts 1."""


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """The counts of all choices in some blocks.

    Parameters are the bots' strengths in alphabetical order, then the frequencies of ties of each size that occurred.
    """

    bots: tuple[str, ...]
    tie_sizes: tuple[int, ...]
    """The sizes of ties that occurred (how many bots shared a rank), ascending."""
    made: Floats
    """(blocks, parameters): the sum of `shares` over the choices made in the block."""
    sets: tuple[SetsOfOneSize, ...]
    entry_block: Indices
    """(entries,): the index of each entry's block; an entry is one set in one block, and entries are sorted by set."""
    entry_count: Floats
    """(entries,): how often the entry's set was chosen from in that block."""
    first_entries: Indices
    """(columns,): the index of the first entry of each set; every set has at least one."""

    def totals(self, weights: Floats) -> Floats:
        """(replicates, columns): how often each set was chosen from, for block weights (replicates, blocks)."""
        weighted = weights[:, self.entry_block] * self.entry_count
        return np.add.reduceat(weighted, self.first_entries, axis=1)


def count_choices(blocks: Sequence[BlockOutcome]) -> Choices:
    """Counts the choices in blocks that come in canonical order."""
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
    """Yields each set of bots to choose from with the bots chosen, from first place down; not a last bot left alone."""
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
