"""Serves a single page until Ctrl-C."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from arena.tls.listen_address import Listening
from arena.web.compression import Body
from arena.web.security import HEADERS, Names
from arena.web.serving import WAITED_S, server_config

POLICY: Final = "Content-Security-Policy"
"""The security header that this server does not send, because the page itself contains a policy for its inline content.
"""


def page_app(page: bytes, names: Names) -> Starlette:
    """Returns an application that serves `page` at `/`, to requests whose host name is one of `names`."""
    headers = {name: value for name, value in HEADERS.items() if name != POLICY} | {"Cache-Control": "no-store"}

    body = Body.of(page)

    async def show(request: Request) -> Response:
        if not names.allow(request.headers):
            return PlainTextResponse("this server does not have this name\n", 403)
        return body.answer(request, "text/html", headers)

    return Starlette(routes=[Route("/", show)])


def serve_page(page: bytes, listening: Listening, tell: Callable[[str], None]) -> None:
    """Serves the page until Ctrl-C; first calls `tell` with the server's address."""
    server = uvicorn.Server(server_config(page_app(page, Names((listening.host,))), timeout_graceful_shutdown=WAITED_S))
    tell(listening.address())
    with listening.socket, suppress(KeyboardInterrupt):
        server.run(sockets=[listening.socket])
