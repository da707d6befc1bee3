"""Collects, for each bot in a final, the results that the bot's grade uses."""

from collections.abc import Collection, Mapping, Sequence
from decimal import ROUND_HALF_EVEN, Decimal
from math import isinf
from typing import Final

from arena.course.grading.arithmetic import Evidence, Lead
from leaderboards.reports.standings import table_of
from leaderboards.reports.strength_tables import tier_letters
from leaderboards.statistics.analysis import Analysis, analyse
from leaderboards.statistics.blocks import block_outcomes
from leaderboards.store import StoredMatch

TENTH: Final = Decimal("0.1")


def evidence_of(
    matches: Sequence[StoredMatch], own: Collection[str], baselines: Mapping[str, str]
) -> dict[str, Evidence]:
    """The results of each of the class's bots in a finished final, by bot.

    `own`: the names of the class's bots. `baselines`: maps each baseline's name in grades to the name under which it
    plays.
    """
    lines = {line.bot: line for line in table_of(matches).standings(None).lines}
    analysis = analyse(block_outcomes(match.record for match in matches))
    estimates = {estimate.bot: estimate for estimate in analysis.estimates}
    found = {}
    for bot in own:
        estimate, line = estimates[bot], lines[bot]
        found[bot] = Evidence(
            matches=line.matches,
            blocks=estimate.blocks,
            faults=line.faults,
            elo=None if estimate.elo is None else tenths(estimate.elo),
            low=_end(estimate.low),
            high=_end(estimate.high),
            tier=tier_letters(analysis, bot) or "-",
            before=len(standing_before(analysis, bot) & frozenset(own)),
            others=len(own) - 1,
            leads={name: lead_of(analysis, bot, at_table) for name, at_table in baselines.items()},
        )
    return found


def standing_before(analysis: Analysis, bot: str) -> frozenset[str]:
    """Returns the bots whose tiers are all better than this bot's best tier.

    If this bot has no tier, returns the bots that are surely stronger.
    """
    best = next((number for number, tier in enumerate(analysis.tiers) if bot in tier), None)
    if best is None:
        return frozenset(pair.first for pair in analysis.comparisons if pair.second == bot and pair.separated())
    better = {other for tier in analysis.tiers[:best] for other in tier}
    return frozenset(better - {*analysis.tiers[best]})


def lead_of(analysis: Analysis, bot: str, baseline: str) -> Lead:
    """Returns the lead of a bot over a baseline; raises KeyError if they never played in the same match.

    `baseline`: the name under which the baseline plays.
    """
    for pair in analysis.comparisons:
        if {pair.first, pair.second} == {bot, baseline}:
            elo, low = (pair.elo, pair.low) if pair.first == bot else (-pair.elo, -pair.high)
            return Lead(tenths(elo), _end(low))
    raise KeyError(baseline)


def _end(value: float) -> Decimal | None:
    return None if isinf(value) else tenths(value)


def tenths(value: float) -> Decimal:
    """Returns a number rounded to tenths (half a tenth to the even digit); an infinite number stays infinite."""
    if isinf(value):
        return Decimal(value)
    return Decimal(repr(value)).quantize(TENTH, ROUND_HALF_EVEN) + 0
