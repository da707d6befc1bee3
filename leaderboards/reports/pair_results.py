"""Shows the results of every pair of bots, as text for people and values for scripts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from leaderboards.reports.outcome_blocks import blocks_of
from leaderboards.reports.sheets import Sheet
from leaderboards.reports.strength_tables import finite, points_text
from leaderboards.statistics.blocks import canonical
from leaderboards.statistics.circles import circle
from leaderboards.statistics.fit import Fit, fit
from leaderboards.statistics.meetings import Meeting, meetings
from leaderboards.statistics.plackett_luce import strengths
from leaderboards.statistics.repeats import counting
from leaderboards.store import StoredMatch

RESULT_HEADINGS: Final = (
    "first",
    "second",
    "matches",
    "won",
    "drawn",
    "lost",
    "blocks",
    "balance",
    "low",
    "high",
    "p_value",
    "apart",
    "points",
    "points_low",
    "points_high",
)


@dataclass(frozen=True, slots=True)
class PairResults:
    """The results of all pairs of bots that met."""

    order: tuple[str, ...]
    """The bots, in order of strength, strongest first."""
    meetings: tuple[Meeting, ...]
    circle: tuple[str, ...]
    """The bots of a circle: each bot is certainly ahead of the next bot, and the last bot ahead of the first. Empty if
    there is no circle.
    """
    fit: Fit | None
    """The result of a test: does one strength for each bot explain the results of all pairs? None if the results allow
    no test (see `fit`).
    """


def pair_results(matches: Iterable[StoredMatch]) -> PairResults:
    """Returns the results of all pairs, from matches in schedule order."""
    blocks = canonical(counting(block.outcome for block in blocks_of(matches)))
    elo = strengths(blocks).elo
    order = sorted(elo, key=lambda bot: (-elo[bot], bot))
    met = meetings(blocks, order)
    return PairResults(tuple(order), met, circle(met), fit(blocks))


def result_sheets(found: PairResults) -> dict[str, Sheet]:
    """Returns the tables of results by title; each table shows the row's bot against the column's bot."""
    counts, balances, points = {}, {}, {}
    for one in found.meetings:
        pair, turned = (one.first, one.second), (one.second, one.first)
        counts[pair], counts[turned] = f"{one.won}-{one.drawn}-{one.lost}", f"{one.lost}-{one.drawn}-{one.won}"
        balances[pair], balances[turned] = _balance(one, 1), _balance(one, -1)
        points[pair], points[turned] = points_text(one.points, 1), points_text(one.points, -1)
    return {
        "matches the row won, drew and lost against the column": _matrix(found, counts),
        "won less lost, in % of the matches, with the 95 % interval of the pair; *: surely not level": _matrix(
            found, balances
        ),
        "points a match by which the row beats the column": _matrix(found, points),
    }


def result_notes(found: PairResults) -> list[str]:
    """Returns the sentences to show below the tables; empty if no bots met.

    The first says whether bots beat each other in a circle. The second says whether strengths explain the results.
    """
    if not found.meetings:
        return []
    return [_circle_note(found), _fit_note(found)]


def result_rows(found: PairResults) -> Iterator[dict[str, object]]:
    """Yields one row for each pair, with the keys RESULT_HEADINGS; the stronger bot of the pair is first."""
    for one in found.meetings:
        points = one.points
        values = (
            one.first,
            one.second,
            one.matches(),
            one.won,
            one.drawn,
            one.lost,
            one.blocks,
            one.balance,
            one.low,
            one.high,
            one.p_value,
            one.separated(),
            points.mean,
            points.low,
            points.high,
        )
        yield dict(zip(RESULT_HEADINGS, values, strict=True))


def results_to_values(found: PairResults) -> dict[str, object]:
    """Returns all results as values for JSON, where null replaces infinite or unknown numbers."""
    tested, departure = found.fit, found.fit.departure if found.fit else None
    return {
        "pairs": [
            {key: finite(value) if isinstance(value, float) else value for key, value in row.items()}
            for row in result_rows(found)
        ],
        "circle": list(found.circle) or None,
        "fit": tested
        and departure
        and {
            "p_value": tested.p_value,
            "fails": tested.fails(),
            "pairs": tested.pairs,
            "departure": departure._asdict(),
        },
    }


def _circle_note(found: PairResults) -> str:
    if not found.circle:
        return "no circle: no bots are surely ahead of each other all the way round"
    *others, last = (f"{one} of {other}" for one, other in _steps(found.circle))
    return f"a circle: surely ahead are {', '.join(others)} and {last}; no order of these bots is right"


def _steps(circle: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    return zip(circle, (*circle[1:], circle[0]), strict=True)


def _fit_note(found: PairResults) -> str:
    if found.fit is None:
        return "whether one strength fits each bot cannot be tested: too few pairs with enough wins on both sides"
    p = f"p = {found.fit.p_value:.4f}"
    if not found.fit.fails():
        return f"nothing here speaks against one strength for each bot ({p})"
    first, second, share, expected = found.fit.departure
    return (
        f"one strength for each bot does not explain these results ({p}): {first} is ahead of {second} in "
        f"{100 * share:.0f} % of their matches, where strengths say {100 * expected:.0f} %"
    )


def _balance(one: Meeting, sign: int) -> str:
    low, high = sorted((100 * sign * one.low, 100 * sign * one.high))
    star = "*" if one.separated() else ""
    return f"{100 * sign * one.balance:+z.0f}{star} ({low:+z.0f}..{high:+z.0f})"


def _matrix(found: PairResults, texts: dict[tuple[str, str], str]) -> Sheet:
    rows = tuple((row, *(texts.get((row, column), "") for column in found.order)) for row in found.order)
    return Sheet(("", *found.order), rows)
