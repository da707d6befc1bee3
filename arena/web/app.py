"""The ASGI application of the web server: pages, assets and streams of events."""

import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final, NamedTuple

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from arena.errors import ArenaError
from arena.ladder.ladder import Service
from arena.match.frames import ALL
from arena.sandbox.box import Box
from arena.tables.service import TableService
from arena.web.assets import Assets
from arena.web.bot_choices import Asked
from arena.web.compression import Body
from arena.web.connections.followers import Followers
from arena.web.estimates import Estimates
from arena.web.ladder.ladder_requests import STATUS as LADDER_STATUS
from arena.web.ladder.ladder_requests import retry_of
from arena.web.ladder.routes import LadderRoutes
from arena.web.languages import Chosen, Language, language_of
from arena.web.league_streams import Channel
from arena.web.response_log import REFUSAL, Observed
from arena.web.security import Headed, Names, name_of
from arena.web.tables.routes import STATUS as TABLE_STATUS
from arena.web.tables.routes import TableRoutes
from leaderboards.pages.addresses import INDEX
from leaderboards.pages.rendering import Page, html
from leaderboards.pages.shown.collection import Collection
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.shown.reader import Reader
from leaderboards.pages.site import file_at, is_file, page_at
from leaderboards.pages.texts import texts
from leaderboards.pages.views.leagues import error_page

FRESH_S: Final = 0.5
"""The seconds for which a league's results count as fresh after they were read.

A page requested within this time does not cause another reading.
"""
PATIENCE_S: Final = 3.0
"""The maximum number of seconds that a league's page waits for new results, and again for the players' strengths.

After this time, the page shows what is ready.
"""
LIST_PATIENCE_S: Final = 1.0
"""The maximum number of seconds that a page about several leagues waits while their new results are read."""
MOST_KEPT: Final = 256
"""The maximum number of rendered pages that the server keeps in memory."""
HTML: Final = "text/html"
PAGE_HEADERS: Final = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
STATUS: Final = TABLE_STATUS | LADDER_STATUS | {
    "no-page": 404, "no-league": 404, "no-match": 404, "no-block": 404, "no-bot": 404, "no-pair": 404,
    "no-store": 404, "no-tables": 404,
    "misdirected": 421, "too-many-followers": 503,
}  # fmt: skip
"""The HTTP status for each code of an ArenaError; any other code gives 503."""


class Wanted(NamedTuple):
    """A key that identifies a rendered page: everything on which the page depends, except the state of the league."""

    address: str
    language: Language
    eyes: str
    """The point of view from which a match is shown: one seat, a spectator who sees no hidden cards, or all hands."""


class Server:
    """The web server for a collection of leagues, and optionally for a table service and a ladder."""

    def __init__(
        self,
        collection: Collection,
        names: Names,
        table_service: TableService | None = None,
        box: Box | None = None,
        ladder: Service | None = None,
    ) -> None:
        """Prepares the server; `app` returns its application.

        `box`: the sandbox for bots that tell viewers which action they would choose. Without it, viewers can ask no
        bot, and the server estimates no chances of winning.
        """
        self._collection, self._names = collection, names
        self._asked = Asked(box, table_service.bots.paths if table_service else None, collection.told)
        self._estimates = Estimates(collection.told, makes=box is not None)
        self._followers = Followers()
        self._tables = None
        if table_service:
            self._tables = TableRoutes(
                table_service, self._demand_name, self._shown, self._asked, self._estimates, self._followers
            )
        self._ladder = None
        if ladder:
            self._ladder = LadderRoutes(ladder, self._demand_name, self._shown, self._ladders, self._contest)
        self._channels: dict[str, Channel] = {}
        self._reader = Reader()
        self._looked_s: dict[str, float] = {}
        self._kept: OrderedDict[tuple[Wanted | str, str], Body] = OrderedDict()
        self._assets = Assets()

    def app(self) -> ASGIApp:
        """Returns the ASGI application; its error responses have the security headers as well."""
        app = Starlette(
            routes=[
                Route("/assets/{path:path}", self._asset),
                *(self._tables.routes() if self._tables else (Route("/tables", self._no_tables),)),
                *(self._ladder.routes() if self._ladder else ()),
                Route("/{league}/events", self._events),
                Route("/{league}/matches/{ordinal}/asked", self._ask),
                Route("/{league}/matches/{ordinal}/{eyes}/estimates", self._estimate),
                Route("/{address:path}", self._page),
            ],
            middleware=[Middleware(Observed), Middleware(Chosen)],
            exception_handlers={HTTPException: self._http_error, ArenaError: self._arena_error, Exception: self._error},
            lifespan=self._lifespan,
        )
        return Headed(app)

    def stop(self) -> None:
        """Ends all streams, and stops waiting for bots' answers. Must be called in the thread of the event loop."""
        self._asked.stop()
        for channel in self._channels.values():
            channel.stop()
        if self._tables:
            self._tables.stop_streams()

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        if self._tables:
            await self._tables.start()
        if self._ladder:
            self._ladder.start()
        try:
            yield
        finally:
            self.stop()
            await self._asked.close()
            await self._estimates.close()
            self._reader.stop()
            if self._tables:
                await self._tables.stop()
            if self._ladder:
                await self._ladder.stop()
            self._collection.close()

    async def _asset(self, request: Request) -> Response:
        self._demand_name(request)
        return await self._assets.answer(request)

    async def _page(self, request: Request) -> Response:
        self._demand_name(request)
        address = request.path_params["address"]
        if not address or address.endswith("/"):
            address += INDEX
        if is_file(address):
            data = await run_in_threadpool(self._packed, address)
            return Response(data.plain, media_type="application/gzip", headers={"Cache-Control": "no-cache"})
        language = language_of(request)
        wanted = Wanted(address, language, request.query_params.get("eyes", ALL))
        body = self._ready(wanted)
        if body is None:
            body = await run_in_threadpool(self._rendered, request, wanted)
        return body.answer(request, HTML, PAGE_HEADERS)

    async def _no_tables(self, request: Request) -> Response:
        self._demand_name(request)
        raise ArenaError(
            "no-tables",
            "this server does not offer tables for playing",
            "use a server started with arena serve; if this server was started with arena serve, another server uses "
            "the same folder of tables: start this server again with --tables OTHER_FOLDER",
        )

    async def _events(self, request: Request) -> Response:
        self._demand_name(request)
        league = await run_in_threadpool(self._collection.find, request.path_params["league"])
        after = request.headers.get("last-event-id") or request.query_params.get("after", "")
        wanted = texts(language_of(request).name) if "parts" in request.query_params else None
        if league.slug not in self._channels:
            for slug in [slug for slug in self._channels if not self._collection.known(slug)]:
                self._channels.pop(slug).stop()  # the league was removed
            self._channels[league.slug] = Channel(league)
        channel = self._channels[league.slug]
        return self._followers.stream(request, channel.follow(after, wanted))

    async def _ask(self, request: Request) -> Response:
        self._demand_name(request)
        league = await run_in_threadpool(self._collection.find, request.path_params["league"])
        await run_in_threadpool(self._refresh, league)
        return await self._asked.of_match(request, league, request.path_params["ordinal"])

    async def _estimate(self, request: Request) -> Response:
        self._demand_name(request)
        words = request.path_params
        league = await run_in_threadpool(self._collection.find, words["league"])
        await run_in_threadpool(self._refresh, league)
        return await self._estimates.of_match(request, league, words["ordinal"], words["eyes"])

    def _ready(self, wanted: Wanted) -> Body | None:
        """Returns the page if an earlier request has rendered it and it is up to date, else None; never waits.

        The page is up to date if the league's results were read less than FRESH_S seconds ago, and show the same state
        of the league as the page.
        """
        league = self._collection.known(wanted.address.partition("/")[0])
        if league is None or not self._fresh(league):
            return None
        return self._kept.get((wanted, league.state()))

    def _rendered(self, request: Request, wanted: Wanted) -> Body:
        """Returns the page, rendered from the present results; may block, because new results may have to be read
        first.
        """
        address, language, eyes = wanted
        tables = self._tables.at_start(request) if self._tables and address == INDEX else None

        def made() -> Body:
            return Body.of(self._html(page_at(self._collection, address, eyes, tables), language))

        if address == INDEX:  # not cached: leagues are still being read, and soon the page may show more
            self._look_at(self._collection.look()[0])
            return made()
        return self._once((wanted, self._state(address)), made)

    def _packed(self, address: str) -> Body:
        """Returns the file of results at this address; the first request loads the file into memory, because it never
        changes.
        """
        self._state(address)
        return self._once((address, ""), lambda: Body(file_at(self._collection, address), None))

    def _once(self, key: tuple[Wanted | str, str], make: Callable[[], Body]) -> Body:
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = make()
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return kept

    def _state(self, address: str) -> str:
        """Reads new results of the league in this address; returns a text that changes whenever the league's pages
        change.
        """
        slug, _, rest = address.partition("/")
        if not rest or slug == "rules":
            return ""
        league = self._collection.find(slug)
        self._refresh(league)
        return league.state()

    def _ladders(self) -> list[Followed]:
        """Returns the leagues of the server's ladders, after reading their new results."""
        found = [league for league in self._collection.look()[0] if league.private]
        self._look_at(found)
        return found

    def _contest(self, name: str) -> Followed | None:
        """Returns the league in which the challenge of this name is played, after reading the league's new results.

        Returns None if the league has not begun, or if an error prevents showing it.
        """
        try:
            if league := self._collection.unlisted(name):
                self._refresh(league)
        except ArenaError:  # the league's own page shows the error
            return None
        return league

    def _fresh(self, league: Followed) -> bool:
        """Returns whether the league's results were read less than FRESH_S ago."""
        return time.monotonic() - self._looked_s.get(league.slug, -FRESH_S) < FRESH_S

    def _look_at(self, leagues: Sequence[Followed]) -> None:
        """Reads the new results of these leagues, for at most LIST_PATIENCE_S seconds.

        Errors are ignored, because each league's own page reports them.
        """
        with suppress(ArenaError):  # the league's own page shows the error
            self._read(leagues, LIST_PATIENCE_S)

    def _refresh(self, league: Followed) -> None:
        """Reads a league's new results, and recomputes the players' strengths; waits at most PATIENCE_S seconds for
        each of the two.
        """
        self._read([league], PATIENCE_S)
        league.strengthen(PATIENCE_S)

    def _read(self, leagues: Sequence[Followed], patience_s: float) -> None:
        stale = [league for league in leagues if not self._fresh(league)]
        for league in self._reader.read(stale, patience_s):
            self._looked_s[league.slug] = time.monotonic()

    def _demand_name(self, request: Request) -> None:
        if not self._names.allow(request.headers):
            name = name_of(request.headers.get("host", "")) or "-"
            hint = (
                "open the page by the server's IP address; if the name is right, start the server again with "
                "--host and this name"
            )
            raise ArenaError("misdirected", f"this server does not serve pages under the host name {name}", hint)

    async def _http_error(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        sentence = "this address does not accept this method of HTTP" if error.status_code == 405 else error.detail
        return self._told(request, error.status_code, ArenaError("http", sentence))

    async def _arena_error(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, ArenaError)
        answer = self._told(request, STATUS.get(error.code, 503), error)
        answer.headers.update(retry_of(error))
        return answer

    async def _error(self, request: Request, _: Exception) -> Response:
        sentence = "the server failed to make this page; the reason is in the terminal or the log of the server"
        return self._told(request, 500, ArenaError("arena", sentence))

    def _told(self, request: Request, status: int, error: ArenaError) -> Response:
        """Returns a response with a page that shows an error."""
        request.scope[REFUSAL] = error.code
        address = request.url.path.lstrip("/") or INDEX
        return self._shown(request, error_page(address, status, self._collection.told(error)), status)

    def _shown(self, request: Request, page: Page, status: int = 200) -> Response:
        """Returns a response with a page, rendered in the request's language."""
        return _answer(self._html(page, language_of(request)), status)

    def _html(self, page: Page, language: Language) -> bytes:
        rooms = [name for name, room in (("tables", self._tables), ("ladder", self._ladder)) if room]
        text = html(page, texts(language.name), live=True, chosen=language.chosen, rooms=rooms)
        return text.encode("utf-8", "replace")


def _answer(text: bytes, status: int = 200) -> Response:
    return Response(text, status, PAGE_HEADERS, HTML)
