"""Looks up the standings of bots' versions on the ladders of a server.

Rule: an author sees no more of another author's version than the ladder's pages show everybody.
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
"""A function that returns the leagues of the server's ladders with their present results."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The rank and the number of matches of a version in a ladder."""

    league: Followed
    bot: str
    """The version's name in `league`."""
    rank: int | None
    """The rank in the league, from 1; None until the version has played."""
    of: int
    matches: int
    present: bool
    """Whether the version plays in the ladder now; False if it played there only in the past."""


class Standings:
    """The standings of all ladders, read once so that many bots can be looked up."""

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
        """Returns the standing of a version in each ladder of which it is or was a member; empty if there is no such
        ladder.
        """
        return self._found.get((owner(one.person_id), one.content_hash), [])

    def of_remote(self, one: Remote) -> list[Standing]:
        """Returns a list with the standing of a remote bot in its ladder; empty until the bot has played there."""
        return self._found.get((owner(one.person_id), f"{one.ladder}/{one.name}"), [])


def standings_told(standings: Iterable[Standing], copies: Path | None = None) -> dict[str, Any]:
    """Returns the standings of a version as JSON values.

    `copies`: the folder with the bots' copies. With it, the values include faults and the bot's output, from which the
    folder's path is removed; the caller must check that the reader may see them.
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
