"""How this server is reached by who asks: also from behind a proxy, which takes the encryption off.

Rule: a request may say that it came encrypted, not that it did not: so a token is never told or kept as if it had not.
"""

from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

FORWARDED: Final = "x-forwarded-proto"
"""By which a proxy says how it was reached; no page can have a browser send it elsewhere."""


def own_page(request: Request) -> str:
    """The scheme of the page of this server that asks, as browsers tell it; empty if none of it is known to."""
    origin = urlsplit(request.headers.get("origin", ""))
    own = origin.scheme in ("http", "https") and origin.netloc == request.headers.get("host", "")
    return origin.scheme if own else ""


def scheme_of(request: Request) -> str:
    """How who asks has reached this server."""
    forwarded = request.headers.get(FORWARDED, "").lower().replace(" ", "").split(",")
    told = request.url.scheme, own_page(request), *forwarded
    return "https" if "https" in told else "http"


def root_of(request: Request) -> str:
    """The address of this server for who asks, without a slash at its end."""
    return f"{scheme_of(request)}://{request.headers.get('host', '')}"


def keep(response: Response, request: Request, name: str, token: str, seconds: int) -> None:
    """Has the browser show this token from now on: no script can read it, and no other site can have it sent."""
    secure = scheme_of(request) == "https"
    response.set_cookie(name, token, seconds, path="/", secure=secure, httponly=True, samesite="strict")
