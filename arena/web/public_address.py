"""The public address of this server, also behind a proxy.

Rule 1: a header may say that a request came encrypted, but never that it did not. So no token is shown or kept as if
it had come unencrypted.
Rule 2: only a proxy on this machine may say from which address a request came.
"""

from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from arena.remote.strangers import network
from arena.tls.listen_address import is_loopback

FORWARDED: Final = "x-forwarded-proto"
"""The header in which a proxy says by which scheme it was reached; no page of another site can set it."""
FORWARDED_FOR: Final = "x-forwarded-for"
"""The header in which a proxy names the client's address; the last entry is what the proxy itself saw."""


def address_of(request: Request) -> str:
    """The address under which a client is counted: an IPv4 address or an IPv6 network; empty if it is not known."""
    peer = request.client.host if request.client else ""
    if is_loopback(peer):
        with suppress(ValueError):
            return network(",".join(request.headers.getlist(FORWARDED_FOR)).rpartition(",")[2].strip())
    with suppress(ValueError):
        return network(peer)
    return peer


def own_page(request: Request) -> str:
    """The scheme of the page that sends the request, from Origin; empty if it is no page of this server."""
    origin = urlsplit(request.headers.get("origin", ""))
    own = origin.scheme in ("http", "https") and origin.netloc == request.headers.get("host", "")
    return origin.scheme if own else ""


def scheme_of(request: Request) -> str:
    """The scheme by which the client has reached this server: "https" or "http"."""
    forwarded = request.headers.get(FORWARDED, "").lower().replace(" ", "").split(",")
    told = request.url.scheme, own_page(request), *forwarded
    return "https" if "https" in told else "http"


def root_of(request: Request) -> str:
    """The address by which the client reaches this server, without a trailing slash."""
    return f"{scheme_of(request)}://{request.headers.get('host', '')}"


def keep(response: Response, request: Request, name: str, token: str, seconds: int) -> None:
    """Sets a cookie with a token for these seconds; no script can read it, and no other site can send it."""
    secure = scheme_of(request) == "https"
    response.set_cookie(name, token, seconds, path="/", secure=secure, httponly=True, samesite="strict")
