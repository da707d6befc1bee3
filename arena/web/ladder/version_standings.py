"""Finds the standings of versions, the submissions of a bot, on the ladders of a server.

Rule: about another author's version, a person sees no more than on the pages that everybody sees.
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
"""A function that returns the leagues of the server's ladders with their newest results."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of a version in a ladder: its rank and its number of matches."""

    league: Followed
    bot: str
    """The version's name in the ladder's league."""
    rank: int | None
    """The version's rank in the league, from 1; None until the version has played."""
    of: int
    matches: int
    present: bool
    """Whether the version plays in the ladder now; False if it only played there in the past."""


class Standings:
    """The standings of all ladders. They are read once, so that many bots can be looked up quickly."""

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
        """Returns the standing of a version in each ladder in which it plays or played; empty if there is none."""
        return self._found.get((owner(one.person_id), one.content_hash), [])

    def of_remote(self, one: Remote) -> list[Standing]:
        """Returns the standing of a remote bot in its ladder as a list of one; empty until the bot has joined the
        league.
        """
        return self._found.get((owner(one.person_id), f"{one.ladder}/{one.name}"), [])


def standings_told(standings: Iterable[Standing], copies: Path | None = None) -> dict[str, Any]:
    """Returns standings as JSON values, with the last faults if `copies` is given.

    `copies`: the folder of the copies of bots that play; paths in a bot's output are shortened by it. It is None for a
    person who must not see the faults.
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
