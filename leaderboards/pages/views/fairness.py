"""The page on the fairness of a league: seats, opponents, time, runs and confinement."""

from typing import Any

from leaderboards.pages.charts import bar, scale_of
from leaderboards.pages.rendering import Page
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.views.league import league_page
from leaderboards.reports.fairness import Fairness
from leaderboards.reports.fairness_tables import LIKELY, SURE


def fairness_page(league: Followed) -> Page:
    """Returns the page on the fairness of a league."""
    with league.lock:
        if not league.beginning.blocks:
            return league_page(league, "fairness.html", "fairness", found=None)
        found = league.beginning.gathered.fairness(league.beginning.blocks, league.runs)
        values = {
            "found": found,
            "seats": _seats(found),
            "seat_verdict": "matters" if found.seats.p < SURE else "may" if found.seats.p < LIKELY else "nothing",
            "balance": _balance(found),
            "by_seat": dict(sorted(league.beginning.gathered.seats.items())),
        }
        return league_page(league, "fairness.html", "fairness", **values)


def _balance(found: Fairness) -> dict[str, Any]:
    counts = [one.matches for one in found.treatments]
    return {
        "least": min(counts),
        "most": max(counts),
        "seats": found.seat_imbalance(),
        "met_most": found.pairs[0] if found.pairs else None,
        "met_least": found.pairs[-1] if found.pairs else None,
    }


def _seats(found: Fairness) -> dict[str, Any]:
    scale = scale_of(found.seats.effects, 0.0)
    return {
        "zero": scale.at(0),
        "bars": [{"seat": seat, "bar": bar(scale, effect)} for seat, effect in enumerate(found.seats.effects)],
    }
