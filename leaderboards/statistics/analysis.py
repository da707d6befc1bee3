"""The analysis of a league: strengths, intervals, comparisons and tiers."""

from collections.abc import Iterable
from dataclasses import dataclass

from leaderboards.statistics.blocks import BlockOutcome, canonical
from leaderboards.statistics.bootstrap import REPLICATES
from leaderboards.statistics.comparisons import Comparison, comparisons, tiers
from leaderboards.statistics.grouped import Estimate, Group, grouped
from leaderboards.statistics.repeats import counting
from leaderboards.statistics.score_differences import ScoreDifference, score_differences


@dataclass(frozen=True, slots=True)
class Analysis:
    """The strengths, comparisons and tiers of a league. The same results give the same analysis, to the last digit."""

    estimates: tuple[Estimate, ...]
    """The strength of each bot less the mean of the reference group, strongest first.

    Bots that no results compare with the reference group come last.
    """
    groups: tuple[Group, ...]
    """The groups of bots. Within a group, all differences in strength are finite. A group comes before all groups that
    it is always ahead of.
    """
    reference: tuple[str, ...]
    """The bots of the reference group, whose mean strength is 0, strongest first; empty if no group has two bots."""
    comparisons: tuple[Comparison, ...]
    """The comparison of each pair of bots, the stronger bot first."""
    tiers: tuple[tuple[str, ...], ...]
    """The tiers: the longest runs of bots, in order of strength, in which no two bots can be told apart.

    Bots that no results compare with the reference group are in no tier.
    """
    score_differences: tuple[ScoreDifference, ...]
    """The score differences of all pairs that played a complete block (one deal in all seatings) together."""
    fields: tuple[tuple[str, ...], ...]
    """The sets of bots that are joined by chains of matches. If there are several sets, strengths can be compared only
    within a set.
    """
    blocks: int
    matches: int
    """The number of matches in all blocks (deals in all seatings), including blocks that only repeat others."""
    repeats: int = 0
    """The number of blocks (deals in all seatings) that do not count, because each of their matches repeats a match of
    another block.
    """


def analyse(blocks: Iterable[BlockOutcome], replicates: int = REPLICATES) -> Analysis:
    """Returns the analysis of blocks, which may be in any order. `replicates`: the number of repetitions of the
    bootstrap; more repetitions make the intervals more exact.
    """
    played = list(blocks)
    ordered = canonical(counting(played))
    if not ordered:
        return Analysis((), (), (), (), (), (), (), blocks=0, matches=0)
    found = grouped(ordered, replicates)
    order = [bot for group in found.groups for bot in group.bots()]
    compared = comparisons(found, order)
    return Analysis(
        estimates=found.estimates(),
        groups=found.groups,
        reference=found.reference.bots() if found.reference else (),
        comparisons=compared,
        tiers=tiers([bot for group in found.groups if found.placed(group) for bot in group.bots()], compared),
        score_differences=score_differences(ordered, order),
        fields=found.fields,
        blocks=len(ordered),
        matches=sum(len(block.matches) for block in played),
        repeats=len(played) - len(ordered),
    )
