"""The order-free analysis as tables for people, and as values for scripts."""

from math import isinf
from string import ascii_lowercase
from typing import Final

from leaderboards.reports.sheets import Sheet
from leaderboards.statistics.analysis import Analysis
from leaderboards.statistics.bootstrap import Estimate

STRENGTH_HEADINGS: Final = ("rank", "bot", "Elo", "95 % from", "to", "tier", "blocks")


def strength_sheet(analysis: Analysis) -> Sheet:
    """A row a bot, strongest first; bots that share a letter of their tiers cannot be told apart."""
    rows = []
    for rank, estimate in enumerate(analysis.estimates, start=1):
        rows.append(
            (
                str(rank),
                estimate.bot,
                _number(estimate.elo),
                _number(estimate.low),
                _number(estimate.high),
                tier_letters(analysis, estimate.bot),
                str(estimate.blocks),
            )
        )
    return Sheet(STRENGTH_HEADINGS, tuple(rows))


def superiority_sheet(analysis: Analysis) -> Sheet:
    """How likely the bot of the row is stronger than that of the column, in percent; `*` where 95 % is reached.

    The star counts all pairs (Holm); the percentage does not.
    """
    shares = {}
    for pair in analysis.comparisons:
        star = "*" if pair.separated() else ""
        shares[pair.first, pair.second] = f"{100 * pair.superiority:.1f}{star}"
        shares[pair.second, pair.first] = f"{100 - 100 * pair.superiority:.1f}{star}"
    return _matrix(analysis, shares)


def difference_sheet(analysis: Analysis) -> Sheet:
    """By how many points a match the bot of the row beats that of the column, with half its 95 % interval."""
    differences = {}
    for pair in analysis.score_differences:
        half = "∞" if isinf(pair.high) else f"{(pair.high - pair.low) / 2:.2f}"
        differences[pair.first, pair.second] = f"{pair.mean:+.2f} ± {half}"
        differences[pair.second, pair.first] = f"{-pair.mean:+.2f} ± {half}"
    return _matrix(analysis, differences)


def tier_letters(analysis: Analysis, bot: str) -> str:
    """The letters of the tiers a bot is in: `a` is the best."""
    return "".join(_letter(number) for number, tier in enumerate(analysis.tiers) if bot in tier)


def notes(analysis: Analysis) -> list[str]:
    """What must be said beside the tables."""
    said = [f"{analysis.matches} matches in {analysis.blocks} blocks; Elo is relative to the field's mean"]
    if len(analysis.fields) > 1:
        fields = "; ".join(", ".join(field) for field in analysis.fields)
        said.append(f"no chain of matches joins these fields, so compare bots only within one: {fields}")
    return said


def to_values(analysis: Analysis) -> dict[str, object]:
    """Everything, as JSON can hold it; an infinite end of an interval is null."""
    return {
        "matches": analysis.matches,
        "blocks": analysis.blocks,
        "strengths": [_estimate(estimate) for estimate in analysis.estimates],
        "tiers": analysis.tiers,
        "fields": analysis.fields,
        "comparisons": [
            {
                "first": pair.first,
                "second": pair.second,
                "elo": pair.elo,
                "superiority": pair.superiority,
                "p_value": pair.p_value,
            }
            for pair in analysis.comparisons
        ],
        "score_differences": [
            {
                "first": pair.first,
                "second": pair.second,
                "mean": pair.mean,
                "low": _finite(pair.low),
                "high": _finite(pair.high),
                "blocks": pair.blocks,
            }
            for pair in analysis.score_differences
        ],
    }


def _estimate(estimate: Estimate) -> dict[str, object]:
    return {
        "bot": estimate.bot,
        "elo": estimate.elo,
        "low": _finite(estimate.low),
        "high": _finite(estimate.high),
        "blocks": estimate.blocks,
    }


def _matrix(analysis: Analysis, texts: dict[tuple[str, str], str]) -> Sheet:
    bots = [estimate.bot for estimate in analysis.estimates]
    rows = tuple((row, *(texts.get((row, column), "") for column in bots)) for row in bots)
    return Sheet(("", *bots), rows)


def _letter(number: int) -> str:
    return ascii_lowercase[number] if number < len(ascii_lowercase) else f"({number + 1})"


def _number(value: float) -> str:
    return f"{value:+.0f}" if not isinf(value) else "∞" if value > 0 else "-∞"


def _finite(value: float) -> float | None:
    return None if isinf(value) else value
