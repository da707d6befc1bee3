"""Answers requests for addresses below `/tables`: the pages, actions and streams of game tables."""

from collections.abc import Awaitable, Callable
from typing import Any, Final
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from arena.asking.decision import Decision
from arena.asking.estimates.estimate_cache import Wanted
from arena.errors import ArenaError
from arena.games.registry import shipped_components
from arena.match.frames import parse_eyes
from arena.tables.facts import FINISHED
from arena.tables.service import Opened, TableService
from arena.tables.table import Table
from arena.tables.table_settings import read_terms
from arena.web.bot_choices import Asked
from arena.web.compression import Body
from arena.web.connections.followers import Followers
from arena.web.estimates import Estimates
from arena.web.languages import language_of, refusal_of, told_in
from arena.web.posted_json import is_form, posted
from arena.web.public_address import keep
from arena.web.tables.access import (
    COOKIE_S,
    invitation_cookie,
    link_of,
    links_of,
    role_of,
    seat_cookie,
)
from arena.web.tables.lists import Lists
from arena.web.tables.lobby import at_start, tables_page
from arena.web.tables.pages import link_page, replay_page, table_page
from arena.web.tables.streams import Seen, Stops, follow
from leaderboards.pages.rendering import Page

STATUS: Final = {
    "bad-request": 400, "bad-table": 400, "bad-name": 400, "bad-step": 400, "bad-eyes": 400, "no-bot": 400,
    "foreign": 403, "not-invited": 403, "not-seated": 403, "not-owner": 403, "secret": 403, "bad-link": 403,
    "no-table": 404, "no-seat": 404, "no-page": 404,
    "too-many-tables": 503, "too-many-bots": 503, "too-many-followers": 503, "no-room": 507,
}  # fmt: skip
"""The HTTP status for each code of an ArenaError; any other code gives 409, a conflict with the current state."""
CONFLICT: Final = 409
FRESH: Final = {"Cache-Control": "no-store"}

Said = dict[str, Any]
Act = Callable[["TableRoutes", Table, Request, Said], Awaitable[Said]]


class TableRoutes:
    """All routes for the tables of a table service."""

    def __init__(
        self,
        table_service: TableService,
        demand_name: Callable[[Request], None],
        show: Callable[[Request, Page], Response],
        asked: Asked,
        estimates: Estimates,
        followers: Followers,
    ) -> None:
        """Prepares the routes of a table service.

        `demand_name`: raises an error if the request's host name is not one of this server's; `show`: returns the
        response with a page.
        """
        self._asked, self._estimates, self._followers = asked, estimates, followers
        self._table_service, self._demand_name, self._show = table_service, demand_name, show
        self._stops, self._lists = Stops(), Lists(table_service)

    def routes(self) -> list[Route]:
        """Returns all routes below `/tables`."""
        table = "/tables/{id}"
        return [
            Route("/tables", self._told(self._tables)),
            Route("/tables/", self._told(self._to_tables)),
            Route("/tables", self._told(self._open), methods=["POST"]),
            Route("/tables/events", self._told(self._list_events)),
            Route(table, self._told(self._table)),
            Route(f"{table}/link/{{token}}", self._told(self._link)),
            Route(f"{table}/table.json", self._told(self._table_json)),
            Route(f"{table}/links.json", self._told(self._links_json)),
            Route(f"{table}/match.json", self._told(self._match_json)),
            Route(f"{table}/events", self._told(self._events)),
            Route(f"{table}/replay", self._told(self._replay)),
            Route(f"{table}/asked", self._told(self._ask)),
            Route(f"{table}/{{eyes}}/estimates", self._told(self._estimate)),
            *(Route(f"{table}/{name}", self._told(self._acting(act)), methods=["POST"]) for name, act in ACTS.items()),
            Route(f"{table}/branches", self._told(self._branch), methods=["POST"]),
            Route(f"{table}/again", self._told(self._play_again), methods=["POST"]),
        ]

    def at_start(self, request: Request) -> Said:
        """Returns the values for the start page's section about tables, as the visitor may see them.

        The first call is slow.
        """
        return at_start(self._table_service, request)

    async def start(self) -> None:
        """Restores the stored tables and continues their matches."""
        await self._table_service.start()

    def stop_streams(self) -> None:
        """Ends all streams of tables and lists; must be called in the thread of the event loop."""
        self._stops.stopped = True
        self._lists.stop()
        for table in self._table_service.tables():
            table.ledger.tell()

    async def stop(self) -> None:
        """Ends all streams, and stops the table service."""
        self.stop_streams()
        await self._table_service.stop()

    # Answers.

    async def _tables(self, request: Request) -> Response:
        return _unkept(self._show(request, await run_in_threadpool(tables_page, self._table_service, request)))

    async def _to_tables(self, request: Request) -> Response:  # noqa: ARG002  # a route's signature
        return RedirectResponse("../tables", 308)

    async def _list_events(self, request: Request) -> Response:
        seen = request.headers.get("last-event-id") or request.query_params.get("after", "")
        return self._followers.stream(request, self._lists.follow(seen))

    async def _open(self, request: Request) -> Response:
        said = await posted(request)
        terms = read_terms(said)
        await run_in_threadpool(self._table_service.bots.offered, terms.game)
        opened = self._table_service.open(terms, said.get("me"), said.get("name", ""))
        opened.table.come(opened.table.role(opened.token))
        await opened.table.ledger.kept()
        return _opened(request, opened)

    async def _table(self, request: Request) -> Response:
        table = self._find(request)
        page = table_page(table, role_of(request, table), links_of(request, table))
        return _unkept(self._show(request, page))

    async def _link(self, request: Request) -> Response:
        """Stores the token of a link in a cookie, and returns the response with a page that leads on to the table."""
        table, token = self._find(request), request.path_params["token"]
        role = table.role(token)
        if not role.invited:
            raise ArenaError(
                "bad-link",
                "this link does not belong to this table",
                "copy the whole link, or ask the person who sent the link for a new one",
            )
        answer = _unkept(self._show(request, link_page(table)))
        name = invitation_cookie if role.seat is None else seat_cookie
        keep(answer, request, name(table.facts.id), token, COOKIE_S)
        table.come(role)
        await table.ledger.kept()
        return answer

    async def _table_json(self, request: Request) -> Response:
        table = self._find(request)
        return JSONResponse(_table(request, table), headers=FRESH)

    async def _links_json(self, request: Request) -> Response:
        return JSONResponse(links_of(request, self._find(request)), headers=FRESH)

    async def _match_json(self, request: Request) -> Response:
        table = self._find(request)
        own, wanted = role_of(request, table).eyes, request.query_params.get("eyes")
        eyes = own if wanted is None else parse_eyes(wanted, len(table.facts.seats))
        if eyes != own and table.facts.state != FINISHED:
            raise ArenaError(
                "secret",
                "until the match is over, you can see it only from your own viewpoint",
                "remove the parameter eyes=... from the address",
            )
        # Compression can leak nothing: the text has no secrets from the reader, and requests cannot add words to it.
        body = await run_in_threadpool(Body.of, table.ledger.document(eyes).encode())
        return body.answer(request, "application/json", FRESH)

    async def _events(self, request: Request) -> Response:
        table = self._find(request)
        role = role_of(request, table)
        self._table_service.demand_follower(table, role.eyes)
        table.ledger.count()  # a match that cannot be shown is refused before the stream begins
        seen = Seen.read(request.headers.get("last-event-id") or request.query_params.get("after", ""))
        stream = follow(table, lambda: role_of(request, table), seen, self._stops, language_of(request).name)
        return self._followers.stream(request, stream, sits=role.seat is not None)

    async def _replay(self, request: Request) -> Response:
        table = self._find(request)
        if table.facts.state != FINISHED:
            raise ArenaError(
                "secret",
                "the replay with all hidden information is shown only when the match is over",
                "watch the match on the table's page until the match is over",
            )
        return self._show(request, replay_page(table))

    async def _ask(self, request: Request) -> Response:
        table = self._find(request)
        role, terms = role_of(request, table), table.facts.terms

        async def decide(step: int) -> Decision:
            return table.decision(role, step)

        asked = table.facts.state == FINISHED or (terms.training and role.seat is not None)
        return await self._asked.answer(request, terms.game, decide if asked else None)

    async def _estimate(self, request: Request) -> Response:
        table = self._find(request)
        record, game = table.facts.record, table.facts.terms.game
        if table.facts.state != FINISHED or not record:
            raise ArenaError(
                "secret",
                "the estimate of who will win uses hidden information of all seats, so it is shown only after "
                "the match",
                "load the page again when the match is over",
            )
        wanted = Wanted(record, shipped_components(game), self._table_service.folder)
        return await self._estimates.answer(request, wanted, request.path_params["eyes"])

    async def _branch(self, request: Request) -> Response:
        said, table = await posted(request), self._find(request)
        return await self._enter(request, self._table_service.branch(table, role_of(request, table), said.get("step")))

    async def _play_again(self, request: Request) -> Response:
        await posted(request)
        table = self._find(request)
        return await self._enter(request, self._table_service.again(table, role_of(request, table)))

    async def _enter(self, request: Request, opened: Opened) -> Response:
        """Records a person's arrival at a table; returns the response with the table's id, address and links."""
        opened.table.come(opened.table.role(opened.token))
        await opened.table.ledger.kept()
        return _opened(request, opened)

    # Acts of people at a table.

    def _acting(self, act: Act) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            said = await posted(request)
            table = self._find(request)
            told = await act(self, table, request, said)
            table.stay()  # after the act, because a refused act must not keep the table open
            await table.ledger.kept()
            token = told.pop("token", "")
            answer = JSONResponse({"table": _table(request, table)} | told, headers=FRESH)
            if token:
                keep(answer, request, seat_cookie(table.facts.id), token, COOKIE_S)
            return answer

        return answer

    async def _sit(self, table: Table, request: Request, said: Said) -> Said:
        token = table.sit(role_of(request, table), said.get("seat"), said.get("name", ""))
        return {"token": token, "link": link_of(request, table.facts.id, token)} if token else {}

    async def _ready(self, table: Table, request: Request, said: Said) -> Said:
        table.ready(role_of(request, table), ready=said.get("ready", True) is True)
        return {}

    async def _leave(self, table: Table, request: Request, _: Said) -> Said:
        table.leave(role_of(request, table))
        return {}

    async def _hand_over(self, table: Table, request: Request, _: Said) -> Said:
        table.hand_over(role_of(request, table))
        return {}

    async def _take_back(self, table: Table, request: Request, _: Said) -> Said:
        table.take_back(role_of(request, table))
        return {}

    async def _choose(self, table: Table, request: Request, said: Said) -> Said:
        await table.choose(role_of(request, table), said.get("turn_id"), said.get("action"))
        return {}

    async def _stay(self, table: Table, request: Request, _: Said) -> Said:
        if role_of(request, table).seat is None:
            raise ArenaError(
                "not-seated",
                "only people with a seat at the table can keep the table open",
                "if you took a seat earlier, return to it with the link to that seat",
            )
        return {}

    async def _close(self, table: Table, request: Request, _: Said) -> Said:
        seat = role_of(request, table).seat
        if seat is None or seat != table.facts.owner:
            raise ArenaError(
                "not-owner",
                "only the person who opened a table can close the table",
                "leave the table instead; a bot then plays for you",
            )
        table.close("the person who opened the table has closed it")
        return {}

    async def _remove(self, table: Table, request: Request, _: Said) -> Said:
        await self._table_service.remove(table, role_of(request, table))
        return {}

    def _find(self, request: Request) -> Table:
        return self._table_service.find(request.path_params["id"])

    def _told(self, handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        """Wraps a handler, so that it answers with JSON when it refuses a request for an action, JSON or a stream.

        When it refuses a request for a page, it raises the ArenaError. If the browser itself has posted a form, the
        handler is not called; the response redirects to the table's page or the list of tables.
        """

        async def answer(request: Request) -> Response:
            self._demand_name(request)
            if request.method == "POST" and is_form(request):  # sent before the page's script was loaded
                table = request.path_params.get("id")
                return RedirectResponse(f"../{quote(table)}" if table else "tables", 303)
            try:
                return await handler(request)
            except ArenaError as error:
                if request.method == "POST" or request.url.path.endswith((".json", "/events", "/asked", "/estimates")):
                    return JSONResponse(refusal_of(request, error), status_of(error), headers=FRESH)
                raise

        return answer


ACTS: Final[dict[str, Act]] = {
    "sit": TableRoutes._sit,  # noqa: SLF001  # the class is in this module
    "ready": TableRoutes._ready,  # noqa: SLF001
    "leave": TableRoutes._leave,  # noqa: SLF001
    "hand-over": TableRoutes._hand_over,  # noqa: SLF001
    "take-back": TableRoutes._take_back,  # noqa: SLF001
    "choices": TableRoutes._choose,  # noqa: SLF001
    "stay": TableRoutes._stay,  # noqa: SLF001
    "remove": TableRoutes._remove,  # noqa: SLF001
    "close": TableRoutes._close,  # noqa: SLF001
}
"""The handler of each action that a page can post to a table, by the last part of the address."""


def status_of(error: ArenaError) -> int:
    """Returns the HTTP status for the error of a refused request."""
    return STATUS.get(error.code, CONFLICT)


def _addresses(request: Request, opened: Opened) -> dict[str, str | None]:
    table_id = opened.table.facts.id
    return {
        "id": table_id,
        "address": f"tables/{table_id}",
        "seat": link_of(request, table_id, opened.token) if opened.token else None,
        "invitation": link_of(request, table_id, opened.invitation) if opened.invitation else None,
    }


def _table(request: Request, table: Table) -> Said:
    return told_in(table.told(role_of(request, table)), language_of(request).name)


def _opened(request: Request, opened: Opened) -> Response:
    answer = JSONResponse(_addresses(request, opened), 201, headers=FRESH)
    table_id = opened.table.facts.id
    if opened.invitation:
        keep(answer, request, invitation_cookie(table_id), opened.invitation, COOKIE_S)
    if opened.token:
        keep(answer, request, seat_cookie(table_id), opened.token, COOKIE_S)
    return answer


def _unkept(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer
