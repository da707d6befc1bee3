"""Serves a single page, and nothing else, until Ctrl-C."""

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
"""The header that is left out, because the page itself has a policy for its inline content."""


def page_app(page: bytes, names: Names) -> Starlette:
    """An application that serves `page` at `/` to requests for one of this server's names."""
    headers = {name: value for name, value in HEADERS.items() if name != POLICY} | {"Cache-Control": "no-store"}

    body = Body.of(page)

    async def show(request: Request) -> Response:
        if not names.allow(request.headers):
            return PlainTextResponse("this server does not have this name\n", 403)
        return body.answer(request, "text/html", headers)

    return Starlette(routes=[Route("/", show)])


def serve_page(page: bytes, listening: Listening, tell: Callable[[str], None]) -> None:
    """Serves the page until Ctrl-C; calls `tell` with the address when it begins."""
    server = uvicorn.Server(server_config(page_app(page, Names((listening.host,))), timeout_graceful_shutdown=WAITED_S))
    tell(listening.address())
    with listening.socket, suppress(KeyboardInterrupt):
        server.run(sockets=[listening.socket])
