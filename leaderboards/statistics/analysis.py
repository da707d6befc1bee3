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
    """The strengths, comparisons and tiers of a league; equal results give an equal analysis, to the last digit."""

    estimates: tuple[Estimate, ...]
    """Each bot's strength less the mean of the reference group, strongest first.

    Bots that results do not compare with that group come last."""
    groups: tuple[Group, ...]
    """The groups; those always ahead of others come first. There is only one if results bound all strengths."""
    reference: tuple[str, ...]
    """The bots whose mean strength is 0, strongest first; empty if the results bound no strength."""
    comparisons: tuple[Comparison, ...]
    """The comparison of each pair of bots, the stronger bot first."""
    tiers: tuple[tuple[str, ...], ...]
    """The longest runs of bots in the order of strength in which no two can be told apart; bots that cannot be
    compared with the reference are left out."""
    score_differences: tuple[ScoreDifference, ...]
    """The score differences of all pairs that share a whole block."""
    fields: tuple[tuple[str, ...], ...]
    """Sets of bots joined by chains of matches; if there are several, compare strengths only within a set."""
    blocks: int
    matches: int
    """The matches in these blocks and in their repeats."""
    repeats: int = 0
    """The number of blocks that do not count, because every match of theirs repeats one of another block."""


def analyse(blocks: Iterable[BlockOutcome], replicates: int = REPLICATES) -> Analysis:
    """Computes the analysis of blocks, given in any order; more replicates make its intervals more exact."""
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
