"""Finds the address by which clients reach this server, even if a proxy forwards the requests.

Rule 1: a header may say that a request came encrypted, but no header can say that it came unencrypted. So the server
never shows or stores a token as if an encrypted request had been unencrypted.
Rule 2: only a proxy on this machine may say from which network address a request came.
"""

from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from arena.remote.strangers import network
from arena.tls.listen_address import is_loopback

FORWARDED: Final = "x-forwarded-proto"
"""The header in which a proxy names the scheme that the client used; no page of another site can set it."""
FORWARDED_FOR: Final = "x-forwarded-for"
"""The header in which a proxy names the client's network address; its last entry is the address that the proxy itself
saw.
"""


def address_of(request: Request) -> str:
    """Returns the network address under which a client is counted: an IPv4 address or an IPv6 network.

    If the address is of another kind, it is returned unchanged; empty if it is not known.
    """
    peer = request.client.host if request.client else ""
    if is_loopback(peer):
        with suppress(ValueError):
            return network(",".join(request.headers.getlist(FORWARDED_FOR)).rpartition(",")[2].strip())
    with suppress(ValueError):
        return network(peer)
    return peer


def own_page(request: Request) -> str:
    """Returns the scheme of the page that sends the request, from the Origin header; empty unless it is a page of this
    server.
    """
    origin = urlsplit(request.headers.get("origin", ""))
    own = origin.scheme in ("http", "https") and origin.netloc == request.headers.get("host", "")
    return origin.scheme if own else ""


def scheme_of(request: Request) -> str:
    """Returns the scheme by which the client reaches this server: "https" or "http"."""
    forwarded = request.headers.get(FORWARDED, "").lower().replace(" ", "").split(",")
    told = request.url.scheme, own_page(request), *forwarded
    return "https" if "https" in told else "http"


def root_of(request: Request) -> str:
    """Returns the address by which the client reaches this server, without a trailing slash."""
    return f"{scheme_of(request)}://{request.headers.get('host', '')}"


def keep(response: Response, request: Request, name: str, token: str, seconds: int) -> None:
    """Sets a cookie with a token for `seconds` seconds; no script can read it, and no page of another site makes the
    browser send it.
    """
    secure = scheme_of(request) == "https"
    response.set_cookie(name, token, seconds, path="/", secure=secure, httponly=True, samesite="strict")
