"""Answers viewers who ask which action a bot would choose in a match.

Rule 1: viewers may ask about a match of a league only after the league shows the match. Until then, bots may still have
to play other matches with the same deal, so the deal must stay secret.
Rule 2: a question changes nothing. The server stores the bots' answers, and repeats them if a question is asked again.
Only a few questions may wait for bots. The server refuses questions that browsers send for pages of other sites, if
the browser reports the site. Over plain HTTP, browsers report the site only to a server on their own machine.
"""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse

from arena.asking.answers import Answers
from arena.asking.bots import askable_bot, askable_bots
from arena.asking.decision import Decision, decision_at
from arena.building.house import house_bot_names
from arena.errors import ArenaError
from arena.games.registry import create_game
from arena.sandbox.box import Box
from arena.web.languages import refusal_of
from leaderboards.pages.rendering import short
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.views.blocks import demand_shown

STATUS: Final = {
    "bot-failed": 502,
    "busy": 503,
    "ended": 503,
    "damaged": 503,
    "not-asked": 403,
    "secret": 403,
    "not-your-turn": 409,
    "not-training": 409,
}
"""The HTTP status for each code of an ArenaError; any other code gives 404."""
HEADERS: Final = {"Cache-Control": "no-cache"}
SITES: Final = ("same-origin", "none", "")
"""The values of the header Sec-Fetch-Site with which the server accepts a question.

They stand for a page of this server, an address that the user has entered, and an absent header.
"""
LONGEST_NUMBER: Final = 9
"""The maximum number of digits of a number in an address."""
LONGEST_NAME: Final = 40


Decide = Callable[[int], Awaitable[Decision]]
"""A function that returns the decision that was due after a given number of actions of the match.

It raises ArenaError if no decision was due, or if the viewer may not ask about the decision.
"""


class Asked:
    """Asks bots which action they would choose, for the viewers of one server. Without a sandbox, it asks no bot."""

    def __init__(
        self, box: Box | None, own: Mapping[str, Path] | None, harmless: Callable[[ArenaError], ArenaError]
    ) -> None:
        """Prepares to ask bots in the sandbox `box`.

        `own`: the manifests of bots that can be asked in addition to the house bots, which come with the arena;
        `harmless`: a function that removes from an error everything that must not be public.
        """
        self._answers = Answers(box) if box else None
        self._own, self._harmless = own or {}, harmless

    async def of_match(self, request: Request, league: Followed, ordinal: str) -> JSONResponse:
        """Answers a question, as `answer` does, about the match numbered `ordinal` of a league."""

        async def decide(step: int) -> Decision:
            return await run_in_threadpool(_decision, league, number, step)

        try:
            number = number_of("match", ordinal)
            await run_in_threadpool(demand_shown, league, number)
        except ArenaError as error:
            return self._refusal(request, error)
        return await self.answer(request, str(league.identity["game"]), decide)

    async def answer(self, request: Request, game: str, decide: Decide | None) -> JSONResponse:
        """Answers a question about a match; errors become JSON responses.

        If the query has no `bot`, the answer names the bots that can be asked. Otherwise the query must also have
        `step`, and the answer is the bot's choice at that step. If `decide` is None, no bot can be asked.
        """
        try:
            return JSONResponse(await self._told(request, game, decide), headers=HEADERS)
        except ArenaError as error:
            return self._refusal(request, error)

    def stop(self) -> None:
        """Stops waiting for bots' answers; must be called in the thread of the event loop."""
        if self._answers:
            self._answers.stop()

    async def close(self) -> None:
        """Ends the processes of all bots."""
        if self._answers:
            await self._answers.close()

    async def _told(self, request: Request, game: str, decide: Decide | None) -> dict[str, object]:
        demand_own(request)
        name, there = request.query_params.get("bot"), {**house_bot_names(), **self._own}
        if name is None:
            asked = decide is not None and self._answers is not None
            return {"bots": await run_in_threadpool(askable_bots, there, game) if asked else []}
        if decide is None or self._answers is None:
            raise ArenaError(
                "no-bot",
                "you cannot ask bots for their choices here",
                "at a table, wait until the match is over, or take a seat at a training table; for a match of a "
                "league, use a server started with arena serve",
            )
        decision = await decide(number_of("step", request.query_params.get("step", "")))
        bot = await run_in_threadpool(askable_bot, there, short(name, LONGEST_NAME), game)
        reply = await self._answers.ask(decision, bot)
        return {"bot": name, "step": decision.number, **decision.choice(reply.action), "took_ms": reply.took_ms}

    def _refusal(self, request: Request, error: ArenaError) -> JSONResponse:
        return JSONResponse(refusal_of(request, self._harmless(error)), STATUS.get(error.code, 404), HEADERS)


def demand_own(request: Request) -> None:
    """Raises ArenaError [not-asked] if a page of another site has made the browser send the request."""
    if request.headers.get("sec-fetch-site", "") not in SITES:
        raise ArenaError(
            "not-asked",
            "only pages of this server may send this request, but it came from another site",
            "open the match on this server, and repeat the request on the match's page",
        )


def number_of(name: str, text: str) -> int:
    """Returns the number that `text`, a part of an address, stands for.

    Raises ArenaError [no-NAME] if it is no number or too long; NAME is the value of `name`, for example `match`.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER):
        raise ArenaError(
            f"no-{name}",
            f"the {name} in the address is {short(text, LONGEST_NAME)!r}; expected a number",
            f"write the number of the {name} into the address, for example 3",
        )
    return int(text)


def _decision(league: Followed, ordinal: int, step: int) -> Decision:
    with league.lock:
        demand_shown(league, ordinal)
        record, components = league.match(ordinal).record, league.store.components()
    return decision_at(record, create_game(record.spec.game, components), step)
