"""The public address of this server, also behind a proxy.

Rule 1: a request may say that it came encrypted, not that it did not: so a token is never told or kept as if it had
not.
Rule 2: whence a request came a proxy on this machine may say, and nobody else.
"""

from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from arena.remote.strangers import network
from arena.tls.listening import is_loopback

FORWARDED: Final = "x-forwarded-proto"
"""By which a proxy says how it was reached; no page can have a browser send it elsewhere."""
FORWARDED_FOR: Final = "x-forwarded-for"
"""By which a proxy says who asked it; what it has seen itself stands last."""


def address_of(request: Request) -> str:
    """Whence it is asked, as it is counted: an IPv4 address, or a network of IPv6; empty where that is not known."""
    peer = request.client.host if request.client else ""
    if is_loopback(peer):
        with suppress(ValueError):
            return network(",".join(request.headers.getlist(FORWARDED_FOR)).rpartition(",")[2].strip())
    with suppress(ValueError):
        return network(peer)
    return peer


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
    """The address of this server for the client, without a trailing slash."""
    return f"{scheme_of(request)}://{request.headers.get('host', '')}"


def keep(response: Response, request: Request, name: str, token: str, seconds: int) -> None:
    """Has the browser show this token from now on: no script can read it, and no other site can have it sent."""
    secure = scheme_of(request) == "https"
    response.set_cookie(name, token, seconds, path="/", secure=secure, httponly=True, samesite="strict")
