"""The estimated shares of the win of a match that is shown, for viewers with eyes that see all.

Rule 1: of a match of a league they are told when it is shown, at a table when it is over: they tell of all hands.
Rule 2: to ask has them made, once; so no other site's page may ask, as far as browsers tell.
"""

from collections.abc import Callable
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from arena.asking.estimates.estimated import NONE, Estimated, Wanted
from arena.errors import ArenaError
from arena.match.frames import ALL
from arena.web.asked import HEADERS, STATUS, demand_own, number_of
from arena.web.languages import refusal_of
from arena.web.packing import Body
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.views.blocks import demand_shown

JSON: Final = "application/json"
ACCEPTED: Final = 202


class Estimates:
    """What one server tells of who will win; where it makes none it says that there is none."""

    def __init__(self, harmless: Callable[[ArenaError], ArenaError], *, makes: bool) -> None:
        """`harmless`: an error as all may read it."""
        self._harmless = harmless
        self._estimated = Estimated() if makes else None

    async def of_match(self, request: Request, league: Followed, ordinal: str, eyes: str) -> Response:
        """The estimates of a match of a league."""
        try:
            number = number_of("match", ordinal)
            return await self.answer(request, await run_in_threadpool(_wanted, league, number), eyes)
        except ArenaError as error:
            return JSONResponse(refusal_of(request, self._harmless(error)), STATUS.get(error.code, 404), HEADERS)

    async def answer(self, request: Request, wanted: Wanted, eyes: str) -> Response:
        """Those of a finished match; as long as they are being made, status 202. Raises ArenaError [secret], [busy]."""
        demand_own(request)
        if eyes != ALL:
            raise ArenaError("secret", f"the estimates tell what the eyes {eyes} cannot know", "look with all eyes")
        text = await self._estimated.ask(wanted) if self._estimated else NONE
        if text is None:
            return Response(status_code=ACCEPTED, headers=HEADERS)
        return (await run_in_threadpool(Body.of, text.encode())).answer(request, JSON, HEADERS)

    async def close(self) -> None:
        """Makes no more."""
        if self._estimated:
            await self._estimated.close()


def _wanted(league: Followed, ordinal: int) -> Wanted:
    with league.lock:
        demand_shown(league, ordinal)
        store = league.store
        return Wanted(league.match(ordinal).record, store.components(), store.folder)
