"""The standings of versions on the ladders of a server.

Rule: of a version that is not one's own no more is told than on the pages everybody sees.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from arena.ladder.playing.entrants import owner
from arena.ladder.remotes import Remote
from arena.ladder.submissions.submissions import Submission
from leaderboards.pages.addresses import slugs
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.views.faults import faults_of

MOST_FAILURES: Final = 5
Leagues = Callable[[], list[Followed]]
"""The ladders, as they are now."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a version stands in a ladder."""

    league: Followed
    bot: str
    """What it is called there."""
    rank: int | None
    """None until it has played."""
    of: int
    matches: int
    present: bool
    """Whether it is there now, or was."""


class Standings:
    """The tables of all ladders, read once for many versions."""

    def __init__(self, leagues: Iterable[Followed]) -> None:
        self._found: dict[tuple[str, str], list[Standing]] = {}
        for league in leagues:
            with league.lock:
                lines = {line.bot: line for line in league.standings().lines} if league.beginning.blocks else {}
                members = league.field.members
            for member in members:
                line = lines.get(member.name)
                rank, matches = (line.rank, line.matches) if line else (None, 0)
                standing = Standing(league, member.name, rank, len(lines), matches, member.present())
                key = member.content_hash.hex() or f"{league.place}/{member.bot}"
                self._found.setdefault((member.owner, key), []).append(standing)

    def of(self, one: Submission) -> list[Standing]:
        """In each ladder in which it has been."""
        return self._found.get((owner(one.person_id), one.content_hash), [])

    def of_remote(self, one: Remote) -> list[Standing]:
        """In its ladder, if it has been at a table there."""
        return self._found.get((owner(one.person_id), f"{one.ladder}/{one.name}"), [])


def standings_told(standings: Iterable[Standing], copies: Path | None = None) -> dict[str, Any]:
    """How a version stands, wherever it has been.

    `copies`: where the bot played, to shorten its output for people who may see it.
    """
    return {"ladders": [_told(standing, copies) for standing in standings]}


def _told(standing: Standing, copies: Path | None) -> dict[str, Any]:
    league, bot = standing.league, standing.bot
    told: dict[str, Any] = {
        "ladder": league.name,
        "slug": league.slug,
        "address": f"{league.slug}/bots/{slugs(league.bots)[bot]}.html",
        "bot": bot,
        "place": standing.rank,
        "of": standing.of,
        "matches": standing.matches,
        "plays": standing.present,
    }
    if copies:
        failures, count = faults_of(league, bot, MOST_FAILURES, own=True)
        failures = [one | {"output": one["output"].replace(f"{copies}/", "")} for one in failures]
        told |= {"faults": failures, "more_faults": count - len(failures)}
    return told
