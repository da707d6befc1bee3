"""Serves each player's estimated chance of winning, after each step of a match, to viewers who may see all hands.

Rule 1: estimates are computed from all hands, so they would reveal hidden cards. The server sends them only
after a league shows the match, or after a table's match is over.
Rule 2: the first request for a match makes the server compute its estimates, which takes processor time. So the server
refuses requests that browsers send for pages of other sites, if the browser reports the site.
"""

from collections.abc import Callable
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from arena.asking.estimates.estimate_cache import NONE, Estimated, Wanted
from arena.errors import ArenaError
from arena.match.frames import ALL
from arena.web.bot_choices import HEADERS, STATUS, demand_own, number_of
from arena.web.compression import Body
from arena.web.languages import refusal_of
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.views.blocks import demand_shown

JSON: Final = "application/json"
ACCEPTED: Final = 202


class Estimates:
    """The estimates that one server serves.

    If the server computes no estimates, its responses contain an empty list of estimates.
    """

    def __init__(self, harmless: Callable[[ArenaError], ArenaError], *, makes: bool) -> None:
        """Prepares the estimates; `makes`: whether the server computes estimates.

        `harmless`: a function that removes from an error everything that must not be public.
        """
        self._harmless = harmless
        self._estimated = Estimated() if makes else None

    async def of_match(self, request: Request, league: Followed, ordinal: str, eyes: str) -> Response:
        """Returns the response with the estimates of the match numbered `ordinal` of a league.

        `eyes`: the point of view of the request, as for `answer`. Errors become JSON responses.
        """
        try:
            number = number_of("match", ordinal)
            return await self.answer(request, await run_in_threadpool(_wanted, league, number), eyes)
        except ArenaError as error:
            return JSONResponse(refusal_of(request, self._harmless(error)), STATUS.get(error.code, 404), HEADERS)

    async def answer(self, request: Request, wanted: Wanted, eyes: str) -> Response:
        """Returns the response with a match's estimates, or status 202 while they are being computed.

        `eyes`: the point of view that the request's address names. Raises ArenaError [secret] unless `eyes` shows all
        hands, [not-asked] if a page of another site has caused the request, and [busy] if too many matches wait for
        estimates.
        """
        demand_own(request)
        if eyes != ALL:
            raise ArenaError(
                "secret",
                f"the estimates use hidden information, which the viewpoint {eyes} does not show",
                "request the viewpoint that shows everything: the address must end in /all/estimates",
            )
        text = await self._estimated.ask(wanted) if self._estimated else NONE
        if text is None:
            return Response(status_code=ACCEPTED, headers=HEADERS)
        return (await run_in_threadpool(Body.of, text.encode())).answer(request, JSON, HEADERS)

    async def close(self) -> None:
        """Stops the computation of estimates."""
        if self._estimated:
            await self._estimated.close()


def _wanted(league: Followed, ordinal: int) -> Wanted:
    with league.lock:
        demand_shown(league, ordinal)
        store = league.store
        return Wanted(league.match(ordinal).record, store.components(), store.folder)
