"""Finds the person who sends a request, from the token in its cookie or header.

Rule 1: a cookie alone does not permit changes, because a page of another site can make a browser send a request with
the cookie. So a request for a change must come from a page of this server, unless its header contains the token.
Rule 2: the number of requests with invalid tokens is limited for each network address, so that nobody can find a token
by trial.
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
    """Returns the token in the request's Authorization header or, without such a header, in its cookie; empty if the
    request has neither.
    """
    if shows_bearer(request):
        return request.headers["authorization"][len(BEARER) :].strip()
    return request.cookies.get(COOKIE, "")


def shows_bearer(request: Request) -> bool:
    """Returns whether the request has a bearer token in a header; browsers never add such a header by themselves."""
    return request.headers.get("authorization", "").lower().startswith(BEARER)


def who_asks(ladder: Ladder, request: Request) -> Who | None:
    """Returns the person who sends the request; None without a valid sign-in.

    Reads the database; also records a use of the token, or an attempt with an invalid token. Raises TooOftenError after
    too many attempts with invalid tokens from this address.
    """
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
    """Returns the person who sends the request.

    Raises ArenaError [not-signed-in] without a valid sign-in, [foreign] if a page of another site has caused a request
    that changes something, and TooOftenError after too many attempts with invalid tokens from this address.
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
    """Sets the cookie with a sign-in's token; the browser sends it with all later requests."""
    keep(response, request, COOKIE, token, COOKIE_S)


def forget(response: Response) -> None:
    """Deletes the cookie with the sign-in's token in the browser."""
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
