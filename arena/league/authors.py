"""Keeps bots of one author from playing in the same match, since they could help each other.

Rule 1: a bot's author is the author that its manifest names; upper and lower case and extra spaces in the name do not
matter.

Rule 2: a bot is refused if its manifest names no author, so that nobody evades rule 1 by leaving out the name.
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
"""The default of the author's name, for a manifest file that names no author."""
FITTING: Final = (ROUND_ROBIN, "balanced", LADDER)
"""The schedules that can keep bots of the same author in different matches."""


def kept_apart(league: League, path: Path) -> League:
    """Returns the league with bots of the same author in different matches. Raises ArenaError [bad-league] if that is
    impossible: the schedule does not support it, a bot has no author, or there are fewer authors than seats.
    """
    if league.schedule not in FITTING:
        raise ArenaError(
            "bad-league",
            f"{path}: meet_authors = false cannot be used with the schedule {league.schedule!r}",
            f"remove meet_authors, or set schedule to {' or '.join(FITTING)}",
        )
    for bot in league.bots:
        if bot.author == NAMELESS:
            raise ArenaError(
                "bad-league",
                f"{path}: with meet_authors = false, every bot must name its author, but {bot.name} does not",
                f"set the key 'author' in the bot.toml of {bot.name}",
            )
    groups = by_author(league.bots)
    if len(groups) < league.seats:
        raise ArenaError(
            "bad-league",
            f"{path}: with meet_authors = false, the bots must have at least {league.seats} different authors, one for "
            f"each seat, but they have {len(groups)}",
            "add bots of other authors, set the key 'seats' to a lower number, or remove meet_authors, so that bots of "
            "one author may play together",
        )
    if league.schedule == LADDER:
        return replace(league, owners_apart=True)
    return replace(league, apart=tuple(group for group in groups if len(group) > 1))


def by_author(bots: Iterable[Manifest]) -> list[tuple[str, ...]]:
    """Returns the names of the bots in groups, one group for each author; upper and lower case and extra spaces in
    authors' names do not matter.
    """
    groups: dict[str, list[str]] = {}
    for bot in bots:
        groups.setdefault(" ".join(bot.author.split()).casefold(), []).append(bot.name)
    return [tuple(group) for group in groups.values()]
