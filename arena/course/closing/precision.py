"""Estimates, before a final is played, the smallest differences in strength that a final of its size can show."""

from collections.abc import Iterator
from math import ceil, isinf
from typing import Final

from arena.course.plan.plan import Assignment
from arena.league.schedule import square
from leaderboards.statistics.bootstrap import ALPHA
from leaderboards.statistics.resolution import resolution

STEP: Final = 10
"""The step, in Elo, to which estimated differences in strength are rounded up."""
RAISE: Final = "raise blocks_each to tell smaller ones apart"


def precision(assignment: Assignment, seats: int, authors: int) -> Iterator[str]:
    """Yields sentences about the smallest differences in strength that the assignment's final can show.

    `seats`: the number of seats in a match. `authors`: the number of authors in the final.
    """
    bots, blocks, matches = authors + len(assignment.baselines), assignment.blocks_each, len(square(seats))
    if assignment.baselines and authors:
        lead = _rounded(resolution(bots, seats, matches, blocks))
        yield f"a lead of some {lead} Elo over a baseline shows in half of all finals of {blocks} blocks a bot; {RAISE}"
        yield f"an author exactly as strong as a baseline beats it by luck in {100 * ALPHA / 2:g} of 100 finals"
    if assignment.rank and authors > 1:
        apart = resolution(bots, seats, matches, blocks, bots * (bots - 1) // 2)
        if isinf(apart):
            yield "too few blocks to tell any two of so many bots apart, so all share the first rank: raise blocks_each"
        else:
            gap = _rounded(apart)
            yield f"two of {bots} bots some {gap} Elo apart stand in different tiers in half of all finals; {RAISE}"


def _rounded(elo: float) -> int:
    return ceil(elo / STEP) * STEP
