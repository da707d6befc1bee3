"""Finds out from a request's cookie or header which person sends it.

Rule 1: a cookie alone is not enough to change something: such a request must also come from a page of this server.
Rule 2: the number of requests with invalid tokens is limited for each network address.
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
    """Returns the token in the request's header, or else in its cookie; empty if there is none."""
    if shows_bearer(request):
        return request.headers["authorization"][len(BEARER) :].strip()
    return request.cookies.get(COOKIE, "")


def shows_bearer(request: Request) -> bool:
    """Returns whether the request has a bearer token in a header; a browser does not send such a header by itself."""
    return request.headers.get("authorization", "").lower().startswith(BEARER)


def who_asks(ladder: Ladder, request: Request) -> Who | None:
    """Returns the person who sends the request; None without a valid sign-in.

    Reads the database. Raises TooOftenError if too many invalid tokens came from the request's address.
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
    """Returns the person who sends the request, and makes sure that no other site has caused a request that changes
    something.

    Raises ArenaError [not-signed-in] without a valid sign-in, ArenaError [foreign] for a change that does not come from
    a page of this server, and TooOftenError after too many invalid tokens.
    """
    if request.method not in ("GET", "HEAD") and not shows_bearer(request):
        demand_own_page(request)
    if who := who_asks(ladder, request):
        return who
    raise ArenaError(
        "not-signed-in", "you are not signed in, or no longer are", "open the link you were given, or ask for a new one"
    )


def keep_sign_in(response: Response, request: Request, token: str) -> None:
    """Sets the cookie with a sign-in's token; from then on the browser sends it with each request."""
    keep(response, request, COOKIE, token, COOKIE_S)


def forget(response: Response) -> None:
    """Makes the browser delete the cookie of its sign-in."""
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
