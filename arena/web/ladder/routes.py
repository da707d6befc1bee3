"""What is answered below `/ladder`."""

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from arena.errors import ArenaError
from arena.ladder.allowances import ACTS, FAILURES, HAND_INS, Allowance, TooOftenError, take
from arena.ladder.keeping.base import Connection
from arena.ladder.keeping.blobs import Receiving
from arena.ladder.ladder import Service
from arena.ladder.notes import notes_of
from arena.ladder.people import Person
from arena.ladder.rights import Scope, Who
from arena.ladder.submissions import (
    Receipt,
    count_submissions,
    demand_room,
    find_submission,
    own_submissions,
    receive,
    roll_back,
    withdraw,
)
from arena.ladder.tokens import Kind, exchange, own_link, revoke, sign_ins, whose_link
from arena.web.ladder.access import address_of, demand_who, forget, keep, scheme_of, who_asks
from arena.web.ladder.receiving import length_of, no_room, read_into
from arena.web.ladder.telling import (
    ladder_page,
    receipt_told,
    sign_in_page,
    submission_page,
    submission_told,
    who_told,
)
from arena.web.languages import refusal_of
from arena.web.posting import posted
from leaderboards.pages.rendering import Page

STATUS: Final = {
    "bad-request": 400, "bad-key": 400, "not-signed-in": 401, "foreign": 403, "not-allowed": 403, "bad-link": 403,
    "no-submission": 404, "no-sign-in": 404, "no-page": 404, "no-length": 411, "too-large": 413, "too-often": 429,
    "too-many-waiting": 429, "no-room-left": 403, "ladder-failed": 503, "no-room": 507,
}  # fmt: skip
"""By code of an ArenaError; any other is 409: it does not fit how things are."""
CONFLICT: Final = 409
FRESH: Final = {"Cache-Control": "no-store"}
KEY: Final = re.compile("[0-9a-f]{32}")
WAIT_S: Final = 60
"""What who has too many on their way is told to wait."""
LONGEST_NUMBER: Final = 9
"""Digits."""
PAGES: Final = re.compile(r"/ladder(/submissions/\d+|/sign-in/[^/]*)?")
"""What is told as a page when it is refused; all else is JSON."""

T = TypeVar("T")


class LadderRoutes:
    """The routes of a ladder."""

    def __init__(
        self, service: Service, demand_name: Callable[[Request], None], show: Callable[[Request, Page], Response]
    ) -> None:
        """`demand_name`: refuses who asks for this server by a name not its own; `show`: answers with a page."""
        self._service, self._demand_name, self._show = service, demand_name, show
        self._ladder, self._base = service.ladder, service.ladder.base

    def routes(self) -> list[Route]:
        """The routes."""
        one = "/ladder/submissions/{number}"
        return [
            Route("/ladder", self._told(self._page)),
            Route("/ladder/", self._told(self._to_page)),
            Route("/ladder/me.json", self._told(self._me)),
            Route("/ladder/sign-in/{token}", self._told(self._ask_sign_in)),
            Route("/ladder/sign-in/{token}", self._told(self._sign_in), methods=["POST"]),
            Route("/ladder/links", self._told(self._link), methods=["POST"]),
            Route("/ladder/sign-out", self._told(self._sign_out), methods=["POST"]),
            Route("/ladder/sign-ins/{number}/revoke", self._told(self._revoke), methods=["POST"]),
            Route("/ladder/hand-ins/{key}", self._told(self._hand_in), methods=["PUT"]),
            Route("/ladder/submissions.json", self._told(self._list)),
            Route(f"{one}.json", self._told(self._submission_json)),
            Route(one, self._told(self._submission)),
            Route(f"{one}/archive", self._told(self._archive)),
            Route(f"{one}/withdraw", self._told(self._acting(withdraw)), methods=["POST"]),
            Route(f"{one}/roll-back", self._told(self._acting(roll_back)), methods=["POST"]),
        ]

    def start(self) -> None:
        """Begins to work off what was handed in."""
        self._service.start()

    async def stop(self) -> None:
        """Ends the work."""
        await self._service.stop()

    # Signing in.

    async def _ask_sign_in(self, request: Request) -> Response:
        token = request.path_params["token"]
        person = await run_in_threadpool(self._whose_link, request, token)
        return self._show(request, sign_in_page(token, person.name))

    async def _sign_in(self, request: Request) -> Response:
        """Uses the link up; a command says so in what it posts, and is told the token."""
        kind = Kind.BROWSER
        if "origin" in request.headers or "sec-fetch-site" in request.headers:
            await posted(request)
        else:
            kind = Kind.COMMAND  # browsers say where a request comes from; no page can leave it out
        token = request.path_params["token"]
        await run_in_threadpool(self._whose_link, request, token)
        made = await run_in_threadpool(self._exchange, token, kind)
        if made is None:
            raise _bad_link()
        person, secret = made
        if kind is Kind.COMMAND:
            return JSONResponse({"token": secret, "name": person.name}, headers=FRESH)
        answer = JSONResponse({"address": "ladder"}, headers=FRESH)
        keep(answer, request, secret)
        return answer

    async def _link(self, request: Request) -> Response:
        """A link to sign in elsewhere."""
        who = await self._demand(request)
        token = await run_in_threadpool(self._own_link, who)
        host = request.headers.get("host", "")
        return JSONResponse({"link": f"{scheme_of(request)}://{host}/ladder/sign-in/{token}"}, 201, headers=FRESH)

    async def _sign_out(self, request: Request) -> Response:
        who = await self._demand(request)
        await run_in_threadpool(self._ended, who, who.token_id)
        answer = JSONResponse({"address": "ladder"}, headers=FRESH)
        forget(answer)
        return answer

    async def _revoke(self, request: Request) -> Response:
        number = _number(request, "no-sign-in")
        who = await self._demand(request)
        who.demand(Scope.ACCOUNT)
        await run_in_threadpool(self._ended, who, number)
        return JSONResponse({"address": "ladder"}, headers=FRESH)

    # Looking.

    async def _page(self, request: Request) -> Response:
        who = await run_in_threadpool(who_asks, self._ladder, request)
        return self._show(request, await run_in_threadpool(self._ladder_page, who))

    async def _to_page(self, request: Request) -> Response:  # noqa: ARG002  # a route's signature
        return RedirectResponse("../ladder", 308)

    async def _me(self, request: Request) -> Response:
        return JSONResponse(who_told(await self._demand(request)), headers=FRESH)

    async def _list(self, request: Request) -> Response:
        who = await self._demand(request)
        found, total = await self._read(
            lambda connection: (own_submissions(connection, who), count_submissions(connection, who))
        )
        now_ms = self._ladder.now_ms()
        told = {"submissions": [submission_told(one, now_ms) for one in found], "total": total}
        return JSONResponse(told, headers=FRESH)

    async def _submission(self, request: Request) -> Response:
        number, who = _number(request, "no-submission"), await self._demand(request)
        one, notes = await self._read(lambda connection: _with_log(connection, who, number))
        return self._show(request, submission_page(who, one, notes, self._ladder.now_ms()))

    async def _submission_json(self, request: Request) -> Response:
        number, who = _number(request, "no-submission"), await self._demand(request)
        one, notes = await self._read(lambda connection: _with_log(connection, who, number))
        return JSONResponse(submission_told(one, self._ladder.now_ms(), notes), headers=FRESH)

    async def _archive(self, request: Request) -> Response:
        """The very bytes that were handed in, for who handed them in."""
        number, who = _number(request, "no-submission"), await self._demand(request)
        one = await self._read(lambda connection: find_submission(connection, who, number))
        if one.person_id != who.person_id:
            raise ArenaError("not-allowed", "only its author downloads a bot", "ask its author")
        place = self._ladder.blobs.place(one.digest)
        return FileResponse(
            place,
            media_type="application/octet-stream",
            filename=f"submission-{number}{await run_in_threadpool(_ending_of, place)}",
            headers=FRESH,
        )

    # Handing in, and what follows.

    async def _hand_in(self, request: Request) -> Response:
        key = request.path_params["key"]
        if not KEY.fullmatch(key):
            raise ArenaError("bad-key", "the address of a hand-in ends in 32 digits of 0 to 9 and a to f", "draw them")
        who = await self._demand(request)
        who.demand(Scope.HAND_IN)
        size = length_of(request)
        await run_in_threadpool(self._allow_hand_in, who, key, size)
        with self._ladder.blobs.receiving() as receiving:
            digest = await read_into(receiving, request, size)
            receipt = await run_in_threadpool(self._receive, who, key, digest, receiving)
        self._service.wake()
        return JSONResponse(receipt_told(receipt), 201, headers=FRESH)

    def _acting(self, act: Callable[[Connection, Who, int, int], None]) -> Callable[[Request], Awaitable[Response]]:
        def done(who: Who, number: int) -> dict[str, Any]:
            now_ms = self._ladder.now_ms()
            self._take(ACTS, who.token_id)
            with self._base.writing() as connection:
                act(connection, who, number, now_ms)
                return submission_told(find_submission(connection, who, number), now_ms)

        async def answer(request: Request) -> Response:
            number, who = _number(request, "no-submission"), await self._demand(request)
            told = await run_in_threadpool(done, who, number)
            self._service.wake()
            return JSONResponse(told, headers=FRESH)

        return answer

    # In threads of their own, for the database may keep them waiting.

    def _whose_link(self, request: Request, token: str) -> Person:
        now_ms = self._ladder.now_ms()
        with self._base.reading() as connection:
            person = whose_link(connection, token, now_ms)
        if person is None:
            self._take(FAILURES, address_of(request))
            raise _bad_link()
        return person

    def _exchange(self, token: str, kind: Kind) -> tuple[Person, str] | None:
        with self._base.writing() as connection:
            return exchange(connection, token, kind, self._ladder.now_ms())

    def _own_link(self, who: Who) -> str:
        self._take(ACTS, who.token_id)
        with self._base.writing() as connection:
            return own_link(connection, who, self._ladder.now_ms())

    def _ended(self, who: Who, token_id: int) -> None:
        """Costs nothing: who took a token from its owner must not be able to use up the means against it."""
        with self._base.writing() as connection:
            revoke(connection, who, token_id, self._ladder.now_ms())

    def _ladder_page(self, who: Who | None) -> Page:
        now_ms = self._ladder.now_ms()
        if who is None:
            return ladder_page(None, [], 0, [], now_ms)
        with self._base.reading() as connection:
            looks = who.may(Scope.LOOK)
            found, total = (own_submissions(connection, who), count_submissions(connection, who)) if looks else ([], 0)
            own = sign_ins(connection, who, now_ms) if who.may(Scope.ACCOUNT) else []
        return ladder_page(who, found, total, own, now_ms)

    def _allow_hand_in(self, who: Who, key: str, size: int) -> None:
        self._take(HAND_INS, who.person_id)
        with self._base.reading() as connection:
            demand_room(connection, who, key, size)

    def _receive(self, who: Who, key: str, digest: str, receiving: Receiving) -> Receipt:
        """Keeps the archive if it may be kept: it has its name before its receipt is there, and not without one."""
        try:
            with self._base.writing() as connection:
                receipt = receive(connection, who, key, digest, receiving.size, self._ladder.now_ms())
                receiving.keep()
                return receipt
        except OSError as error:
            raise no_room() from error

    def _take(self, allowance: Allowance, whose: object) -> None:
        with self._base.writing() as connection:
            take(connection, allowance, whose, self._ladder.now_ms())

    async def _demand(self, request: Request) -> Who:
        return await run_in_threadpool(demand_who, self._ladder, request)

    async def _read(self, look: Callable[[Connection], T]) -> T:
        def read() -> T:
            with self._base.reading() as connection:
                return look(connection)

        return await run_in_threadpool(read)

    def _told(self, handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        """The answers of a handler, kept by nobody; what it refuses is JSON where no page was asked for."""

        async def answer(request: Request) -> Response:
            self._demand_name(request)
            try:
                told = await handler(request)
            except ArenaError as error:
                if request.method in ("GET", "HEAD") and PAGES.fullmatch(request.url.path):
                    raise
                return JSONResponse(refusal_of(request, error), status_of(error), FRESH | retry_of(error))
            told.headers["Cache-Control"] = "no-store"
            return told

        return answer


def _ending_of(archive: Path) -> str:
    """What a file with these bytes is called at its end."""
    try:
        with archive.open("rb") as file:
            beginning = file.read(2)
    except OSError:  # told where the file is sent
        return ""
    return {b"\x1f\x8b": ".tar.gz", b"PK": ".zip"}.get(beginning, ".tar")


def status_of(error: ArenaError) -> int:
    """The HTTP status of a refusal."""
    return STATUS.get(error.code, CONFLICT)


def _with_log(connection: Connection, who: Who, number: int) -> Any:  # noqa: ANN401  # two things of two rooms
    return find_submission(connection, who, number), notes_of(connection, number)


def _number(request: Request, code: str) -> int:
    """The number in an address; what is none is not there."""
    said = request.path_params["number"]
    if not (said.isascii() and said.isdecimal() and len(said) <= LONGEST_NUMBER):
        raise ArenaError(code, "there is nothing at this address", "the page of the ladder tells what you have")
    return int(said)


def _bad_link() -> ArenaError:
    return ArenaError(
        "bad-link", "this link opens nothing, or nothing any more", "ask who runs this ladder for a new one"
    )


def retry_of(error: ArenaError) -> dict[str, str]:
    """When to come again, as a header, for who has asked too often."""
    if isinstance(error, TooOftenError):
        return {"Retry-After": str(error.retry_s)}
    return {"Retry-After": str(WAIT_S)} if error.code == "too-many-waiting" else {}
