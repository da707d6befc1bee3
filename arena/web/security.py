"""Security headers, and the check of the host name with which a request reaches the server.

Rule 1: in the pages of this server, browsers load and run only this server's own files. So script code that is hidden
in the name of a bot or a person never runs.
Rule 2: a request is answered only if its Host header contains one of this server's host names or an IP address.
This prevents DNS rebinding: another site lets its own host name point to this server, so that its script in a visitor's
browser can read this server's pages. IP addresses are safe, because no site can choose where they point.
"""

import re
from collections.abc import Iterable
from ipaddress import ip_address
from socket import gethostname
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOST: Final = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9_.-]+))(?::[0-9]{0,5})?")
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Headed:
    """Middleware that adds the security headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, and adds the security headers to its response."""

        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self._app(scope, receive, headed)


class Names:
    """The host names of this server; requests for any other host name are refused."""

    def __init__(self, own: Iterable[str] = ()) -> None:
        self._own = {"localhost", gethostname().lower(), *(name.lower() for name in own)}

    def allow(self, headers: Headers) -> bool:
        """Returns whether the Host header is one of the server's names, a name below localhost, or an IP address."""
        host = name_of(headers.get("host", ""))
        return host in self._own or host.endswith(".localhost") or _is_number(host)


def name_of(host: str) -> str:
    """Returns the host name in a Host header, without the port; empty if the header is malformed, for example if it
    contains an `@`, a path or a space.
    """
    found = HOST.fullmatch(host)
    return (found["six"] or found["name"]).rstrip(".").lower() if found else ""


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
