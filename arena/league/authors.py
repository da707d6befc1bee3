"""Keeps bots of one author from one table, where they could help each other.

Rule 1: an author is who the manifest says, whatever the case of its letters and the spaces in it.
Rule 2: nobody gets around it by not saying who he is.
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

from arena.building.manifest import Manifest
from arena.errors import ArenaError
from arena.league.league import League
from arena.league.schedules.registry import LADDER, ROUND_ROBIN

NAMELESS: Final = "unknown"
"""What a manifest without an author says."""
FITTING: Final = (ROUND_ROBIN, "balanced", LADDER)
"""Schedules that know who must not meet."""


def kept_apart(league: League, path: Path) -> League:
    """The league of a file in which no author meets himself; raises ArenaError [bad-league] where that cannot be."""
    if league.schedule not in FITTING:
        raise ArenaError(
            "bad-league",
            f"{path}: meet_authors = false does not fit schedule {league.schedule!r}",
            f"remove it, or set schedule to {' or '.join(FITTING)}",
        )
    for bot in league.bots:
        if bot.author == NAMELESS:
            raise ArenaError(
                "bad-league",
                f"{path}: meet_authors is false, and {bot.name} does not say who wrote it",
                f"set author in the bot.toml of {bot.name}",
            )
    groups = by_author(league.bots)
    if len(groups) < league.seats:
        raise ArenaError(
            "bad-league",
            f"{path}: meet_authors is false, and the bots are of {len(groups)} authors; "
            f"expected at least {league.seats}, one for each seat",
            "add bots of other authors, lower seats, or remove meet_authors",
        )
    if league.schedule == LADDER:
        return replace(league, owners_apart=True)
    return replace(league, apart=tuple(group for group in groups if len(group) > 1))


def by_author(bots: Iterable[Manifest]) -> list[tuple[str, ...]]:
    """The names of the bots in groups, one for each author."""
    groups: dict[str, list[str]] = {}
    for bot in bots:
        groups.setdefault(" ".join(bot.author.split()).casefold(), []).append(bot.name)
    return [tuple(group) for group in groups.values()]
