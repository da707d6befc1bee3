"""The public address of this server, even if clients reach it through a proxy.

Rule 1: a request counts as encrypted if it arrives encrypted, or if a header declares https. No header can make a
request that arrives encrypted count as unencrypted, so no header can remove the protection of cookies with tokens.
Rule 2: only a proxy on this machine may report the client's address. Anybody else could report a false address.
"""

from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from arena.remote.strangers import network
from arena.tls.listen_address import is_loopback

FORWARDED: Final = "x-forwarded-proto"
"""The header in which a proxy reports the scheme (http or https) of the client's request.

A page of another site cannot set this header.
"""
FORWARDED_FOR: Final = "x-forwarded-for"
"""The header in which a proxy reports the client's address.

Only its last entry is reliable, because the proxy itself has added this entry.
"""


def address_of(request: Request) -> str:
    """Returns the network address by which a client's requests are counted: an IPv4 address or an IPv6 network.

    The result is empty if the client's address is unknown.
    """
    peer = request.client.host if request.client else ""
    if is_loopback(peer):
        with suppress(ValueError):
            return network(",".join(request.headers.getlist(FORWARDED_FOR)).rpartition(",")[2].strip())
    with suppress(ValueError):
        return network(peer)
    return peer


def own_page(request: Request) -> str:
    """Returns the scheme in the request's Origin header, "http" or "https".

    The result is empty if the header is missing, or does not name this server.
    """
    origin = urlsplit(request.headers.get("origin", ""))
    own = origin.scheme in ("http", "https") and origin.netloc == request.headers.get("host", "")
    return origin.scheme if own else ""


def scheme_of(request: Request) -> str:
    """Returns the scheme by which the client has reached this server: "https" or "http"."""
    forwarded = request.headers.get(FORWARDED, "").lower().replace(" ", "").split(",")
    told = request.url.scheme, own_page(request), *forwarded
    return "https" if "https" in told else "http"


def root_of(request: Request) -> str:
    """Returns the address by which the client reaches this server: scheme and host, without a slash at the end."""
    return f"{scheme_of(request)}://{request.headers.get('host', '')}"


def keep(response: Response, request: Request, name: str, token: str, seconds: int) -> None:
    """Sets a cookie with a token for `seconds` seconds.

    No script can read the cookie, and browsers do not send it with requests that other sites cause.
    """
    secure = scheme_of(request) == "https"
    response.set_cookie(name, token, seconds, path="/", secure=secure, httponly=True, samesite="strict")
