"""Authentication, rate limits and refusals, which all requests below `/ladder` share."""

import re
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from arena.errors import ArenaError
from arena.files.rates import TooOftenError
from arena.ladder.accounts.allowances import Allowance, take
from arena.ladder.accounts.rights import Who
from arena.ladder.keeping.base import Connection
from arena.ladder.ladder import Service
from arena.ladder.limits import RETRY_S as LIMITS_S
from arena.web.ladder.access import demand_who
from arena.web.ladder.version_standings import Leagues
from arena.web.languages import refusal_of
from leaderboards.pages.rendering import Page
from leaderboards.pages.shown.followed import Followed

STATUS: Final = {
    "bad-request": 400, "bad-key": 400, "not-signed-in": 401, "foreign": 403, "not-allowed": 403, "bad-link": 403,
    "no-submission": 404, "no-remote-bot": 404, "no-remote-ladder": 404, "no-sign-in": 404, "no-page": 404,
    "bad-name": 400, "no-length": 411, "too-large": 413, "too-often": 429,
    "too-many-waiting": 429, "no-room-left": 403, "ladder-failed": 503, "database-away": 503, "no-room": 507,
    "no-room-now": 503, "queue-full": 503, "no-ladder": 404, "no-rival": 404, "no-challenge": 503,
}  # fmt: skip
"""The HTTP status for each code of an ArenaError; any other code gives 409, a conflict with the current state."""
CONFLICT: Final = 409
FRESH: Final = {"Cache-Control": "no-store"}
RETRY_S: Final = LIMITS_S | {"too-many-waiting": 60, "too-many-followers": 60, "database-away": 5}
"""The seconds after which a client should try again, for each code of an ArenaError whose cause may soon pass."""
LONGEST_NUMBER: Final = 9
"""The maximum number of digits of a number in an address."""
PAGES: Final = re.compile(r"/ladder(/submissions/\d+|/sign-in/[^/]*|/feeds/[^/]*)?")
"""A pattern for the addresses of pages.

A refused GET or HEAD request for such an address gets a page; every other refused request gets JSON.
"""

T = TypeVar("T")


class Answering:
    """The functions and services that all handlers of requests below `/ladder` share."""

    def __init__(
        self,
        service: Service,
        demand_name: Callable[[Request], None],
        show: Callable[[Request, Page], Response],
        leagues: Leagues,
        contest: Callable[[str], Followed | None],
    ) -> None:
        """Prepares what the handlers of the ladder `service` share.

        `demand_name`: raises an error if the request's host name is not one of this server's; `show`: returns the
        response with a page. `contest`: takes a challenge's name, and returns the challenge's league with its new
        results; None if the league has not begun or cannot be shown.
        """
        self.leagues, self.contest = leagues, contest
        self.service, self._demand_name, self.show = service, demand_name, show
        self.ladder, self.base = service.ladder, service.ladder.base

    def take(self, allowance: Allowance, whose: object) -> None:
        """Uses up one action of an allowance in the database; raises TooOftenError if none is left.

        `whose`: the person's id, the sign-in's id or the network address for which the actions are counted.
        """
        with self.base.writing() as connection:
            take(connection, allowance, whose, self.ladder.now_ms())

    async def demand(self, request: Request) -> Who:
        """Returns the person who sends the request; raises the errors of `demand_who`.

        The database is read in another thread, because reading may block.
        """
        return await run_in_threadpool(demand_who, self.ladder, request)

    async def read(self, look: Callable[[Connection], T]) -> T:
        """Returns the result of `look`, a function that reads from the database.

        The function is called in another thread, because it may block.
        """

        def read() -> T:
            with self.base.reading() as connection:
                return look(connection)

        return await run_in_threadpool(read)

    def told(self, handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        """Wraps a handler: responses are not cached, and refusals are JSON unless the request was for a page."""

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


def status_of(error: ArenaError) -> int:
    """Returns the HTTP status for the error of a refused request."""
    return STATUS.get(error.code, CONFLICT)


def number_of(request: Request, code: str) -> int:
    """Returns the number in the request's address; raises ArenaError with the code `code` if it is no number."""
    said = request.path_params["number"]
    if not (said.isascii() and said.isdecimal() and len(said) <= LONGEST_NUMBER):
        raise ArenaError(
            code,
            "this server does not have a page at this address",
            "choose one of the bots and submissions that the ladder's page lists",
        )
    return int(said)


def retry_of(error: ArenaError) -> dict[str, str]:
    """Returns the header Retry-After for the error of a refused request; empty if a later attempt would fail, too."""
    if isinstance(error, TooOftenError):
        return {"Retry-After": str(error.retry_s)}
    wait_s = RETRY_S.get(error.code)
    return {"Retry-After": str(wait_s)} if wait_s else {}
