"""Answers requests to sign in and to sign out."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from arena.errors import ArenaError
from arena.ladder.accounts.allowances import ACTS, FAILURES
from arena.ladder.accounts.people import Person
from arena.ladder.accounts.rights import Scope, Who
from arena.ladder.accounts.tokens import Kind, exchange, own_link, revoke, whose_link
from arena.web.ladder.access import forget, keep_sign_in
from arena.web.ladder.ladder_requests import FRESH, Answering, number_of
from arena.web.ladder.page_values import sign_in_page
from arena.web.posted_json import posted
from arena.web.public_address import address_of, root_of


class Signing:
    """The routes for sign-ins and sign-in links."""

    def __init__(self, answering: Answering) -> None:
        self._answering, self._ladder, self._base = answering, answering.ladder, answering.base

    def routes(self) -> list[Route]:
        """Returns the routes for sign-ins and sign-in links."""
        told = self._answering.told
        return [
            Route("/ladder/sign-in/{token}", told(self._ask_sign_in)),
            Route("/ladder/sign-in/{token}", told(self._sign_in), methods=["POST"]),
            Route("/ladder/links", told(self._link), methods=["POST"]),
            Route("/ladder/sign-out", told(self._sign_out), methods=["POST"]),
            Route("/ladder/sign-ins/{number}/revoke", told(self._revoke), methods=["POST"]),
        ]

    async def _ask_sign_in(self, request: Request) -> Response:
        token = request.path_params["token"]
        person = await run_in_threadpool(self._whose_link, request, token)
        return self._answering.show(request, sign_in_page(token, person.name))

    async def _sign_in(self, request: Request) -> Response:
        """Signs a person in, and uses up the person's sign-in link.

        A browser gets the token as a cookie. A command-line client gets it as JSON; its request has neither an Origin
        header nor a Sec-Fetch-Site header.
        """
        kind = Kind.BROWSER
        if "origin" in request.headers or "sec-fetch-site" in request.headers:
            await posted(request)
        else:
            kind = Kind.COMMAND  # browsers always send one of the two headers, and no page can prevent it
        token = request.path_params["token"]
        await run_in_threadpool(self._whose_link, request, token)
        made = await run_in_threadpool(self._exchange, token, kind)
        if made is None:
            raise _bad_link()
        person, secret = made
        if kind is Kind.COMMAND:
            return JSONResponse({"token": secret, "name": person.name}, headers=FRESH)
        answer = JSONResponse({"address": "ladder"}, headers=FRESH)
        keep_sign_in(answer, request, secret)
        return answer

    async def _link(self, request: Request) -> Response:
        """Returns the response with a new sign-in link, with which the person can sign in on another device."""
        who = await self._answering.demand(request)
        token = await run_in_threadpool(self._own_link, who)
        return JSONResponse({"link": f"{root_of(request)}/ladder/sign-in/{token}"}, 201, headers=FRESH)

    async def _sign_out(self, request: Request) -> Response:
        who = await self._answering.demand(request)
        await run_in_threadpool(self._ended, who, who.token_id)
        answer = JSONResponse({"address": "ladder"}, headers=FRESH)
        forget(answer)
        return answer

    async def _revoke(self, request: Request) -> Response:
        number = number_of(request, "no-sign-in")
        who = await self._answering.demand(request)
        who.demand(Scope.ACCOUNT)
        await run_in_threadpool(self._ended, who, number)
        return JSONResponse({"address": "ladder"}, headers=FRESH)

    def _whose_link(self, request: Request, token: str) -> Person:
        now_ms = self._ladder.now_ms()
        with self._base.reading() as connection:
            person = whose_link(connection, token, now_ms)
        if person is None:
            self._answering.take(FAILURES, address_of(request))
            raise _bad_link()
        return person

    def _exchange(self, token: str, kind: Kind) -> tuple[Person, str] | None:
        with self._base.writing() as connection:
            return exchange(connection, token, kind, self._ladder.now_ms())

    def _own_link(self, who: Who) -> str:
        self._answering.take(ACTS, who.token_id)
        with self._base.writing() as connection:
            return own_link(connection, who, self._ladder.now_ms())

    def _ended(self, who: Who, token_id: int) -> None:
        """Ends a sign-in.

        There is no rate limit for this, because otherwise the thief of a token could reach the limit before the owner
        ends the sign-in.
        """
        with self._base.writing() as connection:
            revoke(connection, who, token_id, self._ladder.now_ms())


def _bad_link() -> ArenaError:
    return ArenaError(
        "bad-link",
        "this sign-in link does not work, or was used already",
        "ask whoever runs this ladder for a new link",
    )
