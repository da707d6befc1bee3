"""Shows strengths, intervals and pairs as text for people, and as values for scripts."""

from collections.abc import Iterator, Sequence
from math import inf, isinf
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

from arena.league.schedules.contract import counted
from leaderboards.reports.sheets import Sheet

if TYPE_CHECKING:  # numpy takes a moment to load
    from leaderboards.statistics.analysis import Analysis
    from leaderboards.statistics.comparisons import Comparison
    from leaderboards.statistics.grouped import Estimate, Group
    from leaderboards.statistics.score_differences import ScoreDifference

STRENGTH_HEADINGS: Final = ("Elo", "95 % from", "to", "tier")
PAIR_HEADINGS: Final = (
    "first",
    "second",
    "elo",
    "low",
    "high",
    "superiority",
    "p_value",
    "apart",
    "points",
    "points_low",
    "points_high",
    "shared_blocks",
)


def strength_cells(strength: "Estimate | None", tier: str) -> tuple[str, ...]:
    """Returns the cells for a strength in a table, in the order of STRENGTH_HEADINGS."""
    if not strength:
        return ("", "", "", "")
    return (elo_text(strength.elo), elo_text(strength.low), elo_text(strength.high), tier or "-")


def superiority_sheet(analysis: "Analysis") -> Sheet:
    """Returns a table of the likelihood, in percent, that the row's bot is stronger than the column's.

    A `*` marks two bots that the test of equality calls different. The test takes the number of pairs into account
    (Holm's correction); the percentage does not.
    """
    shares = {}
    for pair in analysis.comparisons:
        star = "*" if pair.separated() else ""
        shares[pair.first, pair.second] = f"{100 * pair.superiority:.1f}{star}"
        shares[pair.second, pair.first] = f"{100 - 100 * pair.superiority:.1f}{star}"
    return _matrix(analysis, shares)


def difference_sheet(analysis: "Analysis") -> Sheet:
    """Returns a table of the points per match by which the row's bot leads the column's bot, ± half the 95
    % interval.
    """
    differences = {}
    for pair in analysis.score_differences:
        differences[pair.first, pair.second] = points_text(pair, 1)
        differences[pair.second, pair.first] = points_text(pair, -1)
    return _matrix(analysis, differences)


def points_text(pair: "ScoreDifference", sign: int) -> str:
    """Returns the points per match by which the first bot of a pair leads, ± half the interval; with `sign` -1, the
    second bot's lead.
    """
    half = "∞" if isinf(pair.high) else f"{(pair.high - pair.low) / 2:.2f}"
    return f"{sign * pair.mean:+z.2f} ± {half}"


def tier_letters(analysis: "Analysis", bot: str) -> str:
    """Returns the letters of the tiers that a bot is in; `a` is the best tier."""
    return "".join(_letter(number) for number, tier in enumerate(analysis.tiers) if bot in tier)


def difference_cell(pair: "Comparison", *, ahead: bool) -> str:
    """Returns the lead in Elo of the first bot of a pair, with its 95 % interval; if `ahead` is False, the second bot's
    lead.
    """
    ends = (pair.elo, pair.low, pair.high) if ahead else (-pair.elo, -pair.high, -pair.low)
    middle, low, high = map(elo_text, ends)
    return f"{middle} ({low}..{high})"


def elo_sheet(analysis: "Analysis") -> Sheet:
    """Returns a table of the lead in Elo of the row's bot over the column's bot, with the 95 % interval of the pair."""
    texts = {}
    for pair in analysis.comparisons:
        texts[pair.first, pair.second] = difference_cell(pair, ahead=True)
        texts[pair.second, pair.first] = difference_cell(pair, ahead=False)
    return _matrix(analysis, texts)


def notes(analysis: "Analysis") -> list[str]:
    """Returns the sentences to show below the tables: which bots have the mean strength 0, how many blocks (deals in
    all seatings) repeat others, which groups of bots are always ahead or behind, and which bots no chain of matches
    connects.
    """
    if not analysis.blocks:
        return []
    said = [f"Elo after {counted(analysis.blocks, 'block')} is relative to {_mean_of(analysis)}"]
    if analysis.repeats:
        repeat = "1 block repeats" if analysis.repeats == 1 else f"{analysis.repeats} blocks repeat"
        said.append(
            f"{repeat} others, action by action, and do not count: the bots play the same matches again and again"
        )
    said += [_group_note(analysis, group) for group in analysis.groups if group.bots() != analysis.reference]
    if len(analysis.fields) > 1:
        fields = "; ".join(", ".join(field) for field in analysis.fields)
        said.append(f"no chain of matches connects these groups of bots, so compare bots only within a group: {fields}")
    return said


def outside(analysis: "Analysis") -> tuple[str, ...]:
    """Returns the bots outside the reference group, which is the group with the mean strength 0."""
    return tuple(one.bot for one in analysis.estimates if one.bot not in analysis.reference)


def unrelated(analysis: "Analysis", group: "Group") -> tuple[str, ...]:
    """Returns the bots that no results compare with a group: bots of other groups that are neither in its `ahead_of`
    nor in its `behind`.
    """
    known = {*group.bots(), *group.ahead_of, *group.behind}
    return tuple(one.bot for one in analysis.estimates if one.bot not in known)


def _mean_of(analysis: "Analysis") -> str:
    """Returns words for what Elo is relative to, such as `the field's mean`, with as few names as possible."""
    others = outside(analysis)
    if not analysis.reference:
        return "nothing, as any two bots that met always finished in the same order"
    if not others:
        return "the field's mean"
    if len(others) < len(analysis.reference):
        return f"the mean of all but {', '.join(others)}"
    *first, last = analysis.reference
    return f"the mean of {', '.join(first)} and {last}" if first else last


def _group_note(analysis: "Analysis", group: "Group") -> str:
    """Returns a sentence on a group: the bots that it is always ahead of, always behind or cannot be compared with, and
    the strengths within the group.
    """
    others = len(analysis.estimates) - len(group.estimates)
    relations = (
        ("always ahead of", group.ahead_of),
        ("always behind", group.behind),
        ("cannot be compared with", unrelated(analysis, group)),
    )
    told = [
        f"{relation} {'all others' if len(bots) == others else ', '.join(bots)}" for relation, bots in relations if bots
    ]
    sentence = f"{', '.join(group.bots())}: {' and '.join(told)}"
    if len(group.estimates) < 2:
        return sentence
    within = ", ".join(
        f"{one.bot} {elo_text(one.elo)} ({elo_text(one.low)}..{elo_text(one.high)})" for one in group.estimates
    )
    return f"{sentence}; among themselves {within}"


def to_values(analysis: "Analysis") -> dict[str, object]:
    """Returns the whole analysis as values for JSON, where null replaces infinite or unknown numbers."""
    return {
        "matches": analysis.matches,
        "blocks": analysis.blocks,
        **({"repeats": analysis.repeats} if analysis.repeats else {}),
        "strengths": [_estimate(estimate) for estimate in analysis.estimates],
        "tiers": analysis.tiers,
        "groups": [
            {
                "bots": group.bots(),
                "reference": group.bots() == analysis.reference,
                "always_ahead_of": group.ahead_of,
                "always_behind": group.behind,
                "strengths": [_estimate(estimate) for estimate in group.estimates],
            }
            for group in analysis.groups
        ],
        "fields": analysis.fields,
        "comparisons": [
            {
                "first": pair.first,
                "second": pair.second,
                "elo": finite(pair.elo),
                "low": finite(pair.low),
                "high": finite(pair.high),
                "superiority": pair.superiority,
                "p_value": pair.p_value,
                "apart": pair.separated(),
                "always_ahead": pair.always(),
            }
            for pair in analysis.comparisons
        ],
        "score_differences": [
            {
                "first": pair.first,
                "second": pair.second,
                "mean": pair.mean,
                "low": finite(pair.low),
                "high": finite(pair.high),
                "blocks": pair.blocks,
            }
            for pair in analysis.score_differences
        ],
    }


def pair_rows(analysis: "Analysis") -> Iterator[dict[str, object]]:
    """Yields one row for each pair, with the keys PAIR_HEADINGS. The first bot of the pair is the stronger one, and
    `points` is its lead in score per match; "" if the two played no complete block together.
    """
    points = {(one.first, one.second): one for one in analysis.score_differences}
    for pair in analysis.comparisons:
        difference = points.get((pair.first, pair.second))
        values: Sequence[object] = (
            pair.first,
            pair.second,
            pair.elo,
            pair.low,
            pair.high,
            pair.superiority,
            pair.p_value,
            pair.separated(),
            *((difference.mean, difference.low, difference.high) if difference else ("", "", "")),
            difference.blocks if difference else 0,
        )
        yield dict(zip(PAIR_HEADINGS, values, strict=True))


def always(elo: float | None) -> str | None:
    """Returns `ahead` or `behind` for an infinite strength, None for any other."""
    return "ahead" if elo == inf else "behind" if elo == -inf else None


def elo_text(value: float | None) -> str:
    """Returns a strength as text for people; `-` if it is unknown."""
    if value is None:
        return "-"
    return f"{value:+z.0f}" if not isinf(value) else "∞" if value > 0 else "-∞"


def finite(value: float | None) -> float | None:
    """Returns the number, or None if it is infinite, since JSON has no infinite numbers."""
    return None if value is None or isinf(value) else value


def _estimate(estimate: "Estimate") -> dict[str, object]:
    return {
        "place": estimate.place,
        "bot": estimate.bot,
        "elo": finite(estimate.elo),
        "low": finite(estimate.low),
        "high": finite(estimate.high),
        "always": always(estimate.elo),
        "blocks": estimate.blocks,
    }


def _matrix(analysis: "Analysis", texts: dict[tuple[str, str], str]) -> Sheet:
    bots = [estimate.bot for estimate in analysis.estimates]
    rows = tuple((row, *(texts.get((row, column), "") for column in bots)) for row in bots)
    return Sheet(("", *bots), rows)


def _letter(number: int) -> str:
    return ascii_lowercase[number] if number < len(ascii_lowercase) else f"({number + 1})"
