"""The page that explains the figures of a league to newcomers."""

from math import isfinite
from typing import Any, Final

from leaderboards.pages.rendering import Page
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.views.league import league_page
from leaderboards.reports.standings import Line, Standings

TENFOLD: Final = 400
"""The lead in Elo at which the odds of finishing ahead are 10 to 1."""


def numbers_page(league: Followed) -> Page:
    """Returns the page that explains the figures of a league."""
    with league.lock:
        standings = league.standings()
        values = {
            "seats": league.seats,
            "block_matches": league.block_matches,
            "matches": standings.matches,
            "different": standings.different,
            "first": standings.lines[0] if standings.lines else None,
            "example": _example(standings),
        }
        return league_page(league, "numbers.html", "numbers", **values)


def _example(standings: Standings) -> dict[str, Any] | None:
    """Returns figures of the first, the second and the last bot in the table, as an example.

    Leaves out bots that have left the league, and bots whose strength is unknown or has an infinite interval. None if
    fewer than two bots remain.
    """
    known = [(line, one.elo) for line in standings.lines if (one := line.strength) and one.elo is not None]
    known = [(line, elo) for line, elo in known if _bounded(line) and not line.left]
    if not known[1:]:
        return None
    (best, highest), (second, _), (last, lowest) = known[0], known[1], known[-1]
    return {
        "one": best,
        "next": second,
        "last": last,
        "apart": highest - lowest,
        "ahead": 100 / (1 + 10 ** ((lowest - highest) / TENFOLD)),
        "shares": not {*best.tier}.isdisjoint(second.tier),
    }


def _bounded(line: Line) -> bool:
    """Returns whether the interval of the bot's strength is finite at both ends."""
    one = line.strength
    return one is not None and isfinite(one.low) and isfinite(one.high)
