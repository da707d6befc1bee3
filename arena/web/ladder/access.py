"""Finds a request's sign-in in its cookie or header.

Rule 1: a cookie alone changes nothing: a request that changes something must come from a page of this server.
Rule 2: requests with invalid tokens are limited by address.
"""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from arena.errors import ArenaError
from arena.ladder.accounts.allowances import FAILURES, take
from arena.ladder.accounts.rights import Who
from arena.ladder.accounts.tokens import DAYS, Kind, used, whose
from arena.ladder.ladder import Ladder
from arena.web.posted_json import demand_own_page
from arena.web.public_address import address_of, keep

COOKIE: Final = "arena-ladder"
BEARER: Final = "bearer "
COOKIE_S: Final = DAYS[Kind.BROWSER] * 24 * 3600


def token_of(request: Request) -> str:
    """The token in the request's header, or else in its cookie; empty if there is none."""
    if shows_bearer(request):
        return request.headers["authorization"][len(BEARER) :].strip()
    return request.cookies.get(COOKIE, "")


def shows_bearer(request: Request) -> bool:
    """Whether the request has a bearer token in a header, which no browser sends by itself."""
    return request.headers.get("authorization", "").lower().startswith(BEARER)


def who_asks(ladder: Ladder, request: Request) -> Who | None:
    """The person who sends the request; None without a valid sign-in. Raises TooOftenError; reads the database."""
    token, now_ms = token_of(request), ladder.now_ms()
    if not token:
        return None
    with ladder.base.reading() as connection:
        who = whose(connection, token, now_ms)
    if who and who.noted:
        return who
    with ladder.base.writing() as connection:
        if who:
            used(connection, who, now_ms)
        else:
            take(connection, FAILURES, address_of(request), now_ms)
    return who


def demand_who(ladder: Ladder, request: Request) -> Who:
    """The person who sends the request, which another site must not have caused if it changes something.

    Raises ArenaError [not-signed-in], TooOftenError, and [foreign] for a change that another site wants.
    """
    if request.method not in ("GET", "HEAD") and not shows_bearer(request):
        demand_own_page(request)
    if who := who_asks(ladder, request):
        return who
    raise ArenaError(
        "not-signed-in",
        "you are not signed in, or your sign-in has ended",
        "open your sign-in link, or ask whoever runs this ladder for a new link",
    )


def keep_sign_in(response: Response, request: Request, token: str) -> None:
    """Sets the cookie with a sign-in's token, which the browser sends from then on."""
    keep(response, request, COOKIE, token, COOKIE_S)


def forget(response: Response) -> None:
    """Deletes the sign-in's cookie in the browser."""
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
