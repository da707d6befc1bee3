"""The page of pairs: which bot of each pair is better, how certainly, and by how much."""

from collections.abc import Iterator
from itertools import combinations
from math import isinf
from statistics import fmean
from typing import Any, Final

from arena.errors import ArenaError
from leaderboards.pages.charts import bar, interval, scale_of
from leaderboards.pages.rendering import Page
from leaderboards.pages.shown.followed import Analysed, Followed
from leaderboards.pages.views.league import bot_of, league_page
from leaderboards.statistics.blocks import BlockOutcome

MOST_BLOCKS: Final = 200
"""The most blocks (deals in all seatings) in the list on a pair's page, which shows the latest blocks."""


def pairs_page(league: Followed) -> Page:
    """Returns the page with the results of all pairs of bots as a matrix."""
    with league.lock:
        analysed = league.analysed
        if not analysed:
            return league_page(league, "pairs.html", "pairs", order=[], cells={}, blocks=0)
        cells: dict[tuple[str, str], dict[str, Any]] = {}
        for pair in analysed.analysis.comparisons:
            apart = pair.separated()
            cells[pair.first, pair.second] = {"share": 100 * pair.superiority, "apart": apart, "better": True}
            cells[pair.second, pair.first] = {"share": 100 - 100 * pair.superiority, "apart": apart, "better": False}
        order = [one.bot for one in analysed.analysis.estimates]
        return league_page(league, "pairs.html", "pairs", order=order, cells=cells, blocks=analysed.analysis.blocks)


def pair_page(league: Followed, first_slug: str, second_slug: str) -> Page:
    """Returns the page of two bots.

    Raises ArenaError [no-bot] if the league does not have one of the bots, or [no-pair] if the bots are not in
    alphabetical order.
    """
    first, second = bot_of(league, first_slug), bot_of(league, second_slug)
    if first >= second:
        raise ArenaError(
            "no-pair",
            f"the address of a pair's page must name two bots in alphabetical order, but names {first} and {second}",
            "choose a pair from the league's page of pairs",
        )
    with league.lock:
        shared = list(_differences(league, first, second))
        shown = shared[-MOST_BLOCKS:]
        scale = scale_of([difference for _, difference in shown], 0.0)
        values = {
            "first": first,
            "second": second,
            "shared": len(shared),
            "verdict": verdict(league.analysed, first, second) if league.analysed else None,
            "zero": scale.at(0),
            "rows": [
                {"block": number, "difference": difference, "bar": bar(scale, difference)}
                for number, difference in reversed(shown)
            ],
        }
        return league_page(league, f"pairs/{first_slug}/{second_slug}.html", "pair", **values)


def pair_addresses(league: Followed, slug: dict[str, str]) -> list[str]:
    """Returns the addresses of the pages of all pairs of bots."""
    return [f"pairs/{slug[first]}/{slug[second]}.html" for first, second in combinations(sorted(league.bots), 2)]


def verdict(analysed: Analysed, first: str, second: str) -> dict[str, Any]:
    """Returns the results of the analysis for two bots, from the first bot's side: its likelihood of being stronger,
    and its lead in Elo and in points.
    """
    analysis = analysed.analysis
    found: dict[str, Any] = {"blocks": analysed.analysis.blocks, "met": False, "points": None}
    for pair in analysis.comparisons:
        if {pair.first, pair.second} == {first, second}:
            ahead = pair.first == first
            found |= {
                "met": True,
                "likelihood": 100 * (pair.superiority if ahead else 1 - pair.superiority),
                "elo": pair.elo if ahead else -pair.elo,
                "low": pair.low if ahead else -pair.high,
                "high": pair.high if ahead else -pair.low,
                "always": (pair.first, pair.second) if pair.always() else None,
                "p_value": pair.p_value,
                "apart": pair.separated(),
            }
    for difference in analysis.score_differences:
        if {difference.first, difference.second} == {first, second}:
            sign = 1 if difference.first == first else -1
            ends = sorted((sign * difference.low, sign * difference.high))
            scale = scale_of([sign * difference.mean, *ends], 0.0)
            found["points"] = {
                "mean": sign * difference.mean,
                "half": None if isinf(ends[1]) else (ends[1] - ends[0]) / 2,
                "blocks": difference.blocks,
                "picture": interval(scale, sign * difference.mean, *ends),
                "zero": scale.at(0),
            }
    return found


def _differences(league: Followed, first: str, second: str) -> Iterator[tuple[int, float]]:
    """Yields the number of each block (one deal in all seatings) in which both bots played, and the first bot's lead
    over the second in mean score in that block.
    """
    for number, block in enumerate(league.beginning.blocks):
        bots = block.matches[0].bots
        if first in bots and second in bots:
            yield number, mean_score(block, first) - mean_score(block, second)


def mean_score(block: BlockOutcome, bot: str) -> float:
    """Returns a bot's points per match in a block, which is one deal in all seatings."""
    return fmean(match.scores[match.bots.index(bot)] for match in block.matches)
