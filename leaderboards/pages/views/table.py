"""The page of a league: progress, table and strengths with intervals."""

from typing import Any, Final

from arena.league.schedules.registry import EVERY_SCHEDULE
from arena.league.until import parse_until
from leaderboards.pages.addresses import INDEX
from leaderboards.pages.charts import Interval, Scale, apart, interval, line, scale_of
from leaderboards.pages.rendering import Page
from leaderboards.pages.shown.followed import Analysed, Followed
from leaderboards.pages.views.league import league_page
from leaderboards.reports.standings import Line
from leaderboards.reports.strength_tables import outside, unrelated

PARTS: Final = ("progress", "table", "history")
"""The sections of the template that change while the league is being played."""
MOST_COLOURS: Final = 8
"""The number of bots with a coloured and named line in the chart; the lines of other bots are grey, without names."""
NAME_GAP: Final = 11
"""The height of each bot's name beside the chart, in percent of the chart's height; enough to tap a name on a phone."""


def table_page(league: Followed) -> Page:
    """Returns the page of a league. The page states how many blocks (deals in all seatings) the strengths are based on,
    because the rest of the table may be based on more blocks.
    """
    with league.lock:
        standings, analysed = league.standings(), league.analysed
        lines = standings.lines
        values = {
            "about": _about(league),
            "progress": progress_values(league),
            "lines": _lines(lines),
            "two_seats": any(one.results for one in lines),
            "different": standings.different,
            "strengths": _strengths(analysed) if analysed and lines else None,
            "history": _history(league) if lines else None,
        }
        return league_page(league, INDEX, "table", **values)


def progress_values(league: Followed) -> dict[str, Any]:
    """Returns the values that show the progress of a league."""
    extent, blocks = league.extent, len(league.beginning.blocks)
    return {
        "blocks": blocks,
        "matches": league.beginning.matches(),
        "stored": league.stored,
        "total_blocks": league.total_blocks(),
        "total": (extent.matches or None) if extent else None,
        "until": parse_until(extent.until) if extent else None,
        "reached": bool(extent and extent.reached),
        "finished": bool(extent and extent.finished(league.stored)),
        "being_played": league.being_played,
        "reading": not league.whole,
    }


def _about(league: Followed) -> dict[str, Any]:
    identity, info = league.identity, league.info
    edition = str(identity["edition"])
    phrases = dict(zip(info.editions, info.phrases, strict=True)) if info else {}
    return {
        "edition": edition,
        "phrase": phrases.get(edition, ""),
        "seats": league.seats,
        "bots": len(league.field.present()),
        "schedule": str(identity["schedule"]),
        "known_schedule": identity["schedule"] in EVERY_SCHEDULE,
        "bank_s": identity["bank_ms"] / 1000,
        "increment_s": identity["increment_ms"] / 1000,
    }


def _lines(lines: tuple[Line, ...]) -> list[dict[str, Any]]:
    known = [one.strength for one in lines if one.strength]
    scale = scale_of([end for one in known for end in (one.elo or 0.0, one.low, one.high)], 0.0)
    return [
        {
            "rank": one.rank,
            "bot": one.bot,
            "version": one.version,
            "left": one.left,
            "strength": one.strength,
            "tier": one.tier,
            "picture": _picture(scale, one),
            "zero": scale.at(0),
            "mu": one.rating.mu,
            "matches": one.matches,
            "results": one.results or (),
            "mean_score": one.mean_score,
            "win_share": one.win_share,
            "faults": one.faults,
        }
        for one in lines
    ]


def _picture(scale: Scale, one: Line) -> Interval | None:
    """Returns the positions of a bot's strength and its interval in the chart; None if the strength is unknown."""
    if not one.strength or one.strength.elo is None:
        return None
    return interval(scale, one.strength.elo, one.strength.low, one.strength.high)


def _strengths(analysed: Analysed) -> dict[str, Any]:
    """Returns the values for the notes on strengths. Among them are the number of analysed blocks (deals in all
    seatings), the bots of the reference group (their mean strength is 0), and the other groups.
    """
    analysis = analysed.analysis
    return {
        "blocks": analysis.blocks,
        "fields": analysis.fields if len(analysis.fields) > 1 else (),
        "reference": analysis.reference,
        "outside": outside(analysis),
        "groups": [
            (group, unrelated(analysis, group)) for group in analysis.groups if group.bots() != analysis.reference
        ],
        "bots": len(analysis.estimates),
    }


def _history(league: Followed) -> dict[str, Any] | None:
    points = league.beginning.history
    if len(points) < 2:
        return None
    across = Scale(points[0].blocks, points[-1].blocks)
    up = scale_of(rating for point in points for rating in point.ratings.values())
    lines = [
        line(bot, [(point.blocks, point.ratings[bot]) for point in points if bot in point.ratings], across, up)
        for bot in points[-1].ratings
    ]
    lines.sort(key=lambda one: (-one.last, one.name))
    named = lines[:MOST_COLOURS]
    return {
        "lines": lines,
        "named": list(zip(named, apart([one.end for one in named], NAME_GAP), strict=True)),
        "gap": NAME_GAP,
        "others": lines[MOST_COLOURS:],
        "across": across.ticks(),
        "up": up.ticks(),
        "blocks": points[-1].blocks,
    }
