"""Collects the routes below `/ladder`, and answers requests for the ladder's main page."""

from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from arena.ladder.accounts.rights import Scope, Who
from arena.ladder.accounts.tokens import sign_ins
from arena.ladder.ladder import Service
from arena.ladder.playing.files import gates
from arena.ladder.remotes import own_remotes
from arena.ladder.submissions.submissions import count_submissions, own_submissions
from arena.web.ladder.access import who_asks
from arena.web.ladder.feed import Feeding
from arena.web.ladder.ladder_requests import FRESH, Answering
from arena.web.ladder.page_values import ladder_page, who_told
from arena.web.ladder.remote_bot_requests import Offering, remotes_told
from arena.web.ladder.sign_in import Signing
from arena.web.ladder.submission_requests import Handing
from arena.web.ladder.version_standings import Leagues, Standings
from leaderboards.pages.rendering import Page
from leaderboards.pages.shown.followed import Followed


class LadderRoutes:
    """All routes of a server's ladders, including their main page."""

    def __init__(
        self,
        service: Service,
        demand_name: Callable[[Request], None],
        show: Callable[[Request, Page], Response],
        leagues: Leagues,
        contest: Callable[[str], Followed | None],
    ) -> None:
        """Makes the routes of a server's ladders; the parameters have the same meanings as those of `Answering`."""
        self._service, self._ladder, self._base = service, service.ladder, service.ladder.base
        self._answering = Answering(service, demand_name, show, leagues, contest)

    def routes(self) -> list[Route]:
        """Returns all routes below `/ladder`."""
        told = self._answering.told
        return [
            Route("/ladder", told(self._page)),
            Route("/ladder/", told(self._to_page)),
            Route("/ladder/me.json", told(self._me)),
            *Signing(self._answering).routes(),
            *Handing(self._answering).routes(),
            *Offering(self._answering).routes(),
            *Feeding(self._answering).routes(),
        ]

    def start(self) -> None:
        """Starts the service, which examines submissions and plays the ladders' matches."""
        self._service.start()

    async def stop(self) -> None:
        """Stops the service; its next start repeats unfinished jobs."""
        await self._service.stop()

    async def _page(self, request: Request) -> Response:
        who = await run_in_threadpool(who_asks, self._ladder, request)
        return self._answering.show(request, await run_in_threadpool(self._ladder_page, who))

    async def _to_page(self, request: Request) -> Response:  # noqa: ARG002  # a route's signature
        return RedirectResponse("../ladder", 308)

    async def _me(self, request: Request) -> Response:
        return JSONResponse(who_told(await self._answering.demand(request)), headers=FRESH)

    def _ladder_page(self, who: Who | None) -> Page:
        now_ms, leagues = self._ladder.now_ms(), self._answering.leagues()
        if who is None:
            return ladder_page(None, [], 0, [], [], [], now_ms, leagues)
        with self._base.reading() as connection:
            looks = who.may(Scope.LOOK)
            found, total = (own_submissions(connection, who), count_submissions(connection, who)) if looks else ([], 0)
            remotes = own_remotes(connection, who) if looks else []
            own = sign_ins(connection, who, now_ms) if who.may(Scope.ACCOUNT) else []
        told = remotes_told(self._service, remotes, Standings(leagues)) if remotes else []
        return ladder_page(who, found, total, told, sorted(gates(self._ladder.folder)), own, now_ms, leagues)
