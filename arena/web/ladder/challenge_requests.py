"""Answers requests for challenges: unrated matches of an author's bot against a rival of the author's choice.

Rule: about another author's bot, an author sees only what the pages of the ladder show everybody.
"""

import asyncio
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from arena.errors import ArenaError
from arena.ladder.accounts.allowances import ACTS
from arena.ladder.accounts.people import name_key
from arena.ladder.accounts.rights import Scope, Who
from arena.ladder.challenges.challenge_states import Stand, Stands, stands_of
from arena.ladder.challenges.new_challenge import ask
from arena.ladder.challenges.rows import Challenge, challenges_of
from arena.ladder.playing.contests import challenge_name
from arena.ladder.playing.files import gates, ladder_files
from arena.ladder.submissions.states import State
from arena.ladder.submissions.submissions import Submission, find_submission
from arena.web.ladder.ladder_requests import FRESH, Answering, number_of
from arena.web.ladder.page_values import time_text
from arena.web.ladder.version_standings import Standing
from arena.web.posted_json import json_of
from leaderboards.pages.shown.followed import Followed

SLASH: Final = "/"
"""The separator in LADDER/BOT, the name of a ladder followed by the name of a bot; no ladder's name contains it."""


class Challenging:
    """The route with which an author requests a challenge, and the conversion of challenges to JSON values."""

    def __init__(self, answering: Answering) -> None:
        self._answering, self._ladder, self._base = answering, answering.ladder, answering.base
        self._making = asyncio.Lock()

    def routes(self) -> list[Route]:
        """Returns the route with which an author requests a challenge."""
        address = "/ladder/submissions/{number}/challenges"
        return [Route(address, self._answering.told(self._ask), methods=["POST"])]

    async def _ask(self, request: Request) -> Response:
        number, who = number_of(request, "no-submission"), await self._answering.demand(request)
        who.demand(Scope.HAND_IN)
        ladder, rival = _named((await json_of(request)).get("rival"))
        async with self._making:  # one at a time, so that waiting requests do not occupy threads
            told = await run_in_threadpool(self._asked, who, number, ladder, rival)
        return JSONResponse(told, 201, headers=FRESH)

    def _asked(self, who: Who, number: int, ladder: str, rival: str) -> dict[str, Any]:
        self._answering.take(ACTS, who.token_id)
        made = ask(self._ladder, who, number, ladder, rival)
        with self._base.reading() as connection:
            one = find_submission(connection, who, number)
        return next(told for told in self.told(one) if told["number"] == made.number)

    def told(self, one: Submission) -> list[dict[str, Any]]:
        """Returns the challenges of a version of a bot as JSON values, the newest first."""
        with self._base.reading() as connection:
            challenges = challenges_of(connection, one.number)
        stands = stands_of(self._ladder.folder, [challenge.number for challenge in challenges])
        return [self._told(one, challenge, stands[challenge.number]) for challenge in challenges]

    def rivals(self, who: Who, one: Submission, standings: list[Standing]) -> dict[str, list[str]]:
        """Returns the bots that the version's author may challenge, for each ladder in which the version plays.

        Empty if `who` is not the author or may not submit bots, or if the version is not active.
        """
        if one.person_id != who.person_id or not who.may(Scope.HAND_IN) or one.state is not State.ACTIVE:
            return {}
        ladders = {file.stem for file in ladder_files(self._ladder.folder)} - gates(self._ladder.folder).keys()
        found = {}
        for standing in standings:
            if standing.present and standing.league.place in ladders:
                there = standing.league.field.present()
                found[standing.league.place] = [
                    member.name for member in there if name_key(member.bot) != name_key(one.bot)
                ]
        return {ladder: names for ladder, names in found.items() if names}

    def _told(self, one: Submission, challenge: Challenge, stands: Stands) -> dict[str, Any]:
        league = self._answering.contest(challenge_name(challenge.number))
        ahead, level, behind = _counted(league, one, challenge) if league else (0, 0, 0)
        matches = ahead + level + behind
        unread = stands.state is Stand.OVER and bool(league and league.extent and matches < league.extent.matches)
        return {
            "number": challenge.number,
            "ladder": challenge.rival.ladder,
            "rival": challenge.rival.name,
            "asked": time_text(challenge.at_ms),
            "state": stands.state,
            "pending": stands.is_pending() or unread,
            "place": stands.place,
            "sentence": stands.sentence,
            "page": f"{league.slug}/index.html" if league else "",
            "matches": matches,
            "ahead": ahead,
            "level": level,
            "behind": behind,
        }


def _counted(league: Followed, one: Submission, challenge: Challenge) -> tuple[int, int, int]:
    """Returns the numbers of matches in which a version finished ahead of its rival, level with it, and behind it."""
    names = {content: name for name, content in league.identity.get("bots", {}).items()}
    own, rival = names.get(one.content_hash, ""), names.get(challenge.rival.content_hash, "")
    with league.lock:
        matches = [match for block in league.beginning.blocks for match in block.matches]
    found = [dict(zip(match.bots, match.ranks, strict=True)) for match in matches]
    leads = [ranks[rival] - ranks[own] for ranks in found if own in ranks and rival in ranks]
    return sum(lead > 0 for lead in leads), leads.count(0), sum(lead < 0 for lead in leads)


def _named(said: object) -> tuple[str, str]:
    """Returns the ladder and the bot of a text LADDER/BOT; raises ArenaError [bad-request] if it has another form."""
    ladder, slash, rival = said.partition(SLASH) if isinstance(said, str) else ("", "", "")
    if not (ladder and slash and rival):
        raise ArenaError(
            "bad-request",
            "the field named rival in the request does not have the form LADDER/BOT",
            "write the name of a ladder, a slash, and the name of a bot in this ladder",
        )
    return ladder, rival
