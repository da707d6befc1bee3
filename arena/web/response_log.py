"""Counts and logs every response.

Rule: the log names the route and the outcome of a request, never its address, headers or body, because these contain
links and tokens.
"""

import logging
import secrets
import time
from typing import Final

from prometheus_client import Counter, Gauge, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bound_contextvars

LOG: Final = logging.getLogger(__name__)
REFUSAL: Final = "arena.refusal"
"""The key, in a request's scope, for the code of the ArenaError with which the request was refused."""
METHODS: Final = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
STREAM: Final = b"text/event-stream"
REQUESTS: Final = Counter(
    "arena_requests", "Answers, by the route they took.", ("method", "route", "status"), registry=None
)
REQUEST_S: Final = Histogram("arena_request_seconds", "How long answers took that are no streams.", registry=None)
REFUSALS: Final = Counter("arena_refusals", "What was refused, by its code.", ("code",), registry=None)
FOLLOWERS: Final = Gauge("arena_followers", "Streams that are open.", registry=None)


class Observed:
    """Middleware that counts and logs the responses of an application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request to the application, then counts and logs the response."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        with bound_contextvars(request=secrets.token_hex(4)):
            await _Answer(scope).given(self._app, receive, send)


class _Answer:
    """A response in progress, which is counted and logged when it ends."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._begun_s = time.monotonic()
        self._status = 500
        """The HTTP status of the response; 500 if the application fails before it sends a status."""
        self._is_stream = False

    async def given(self, app: ASGIApp, receive: Receive, send: Send) -> None:
        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._start(message)
            await send(message)

        try:
            await app(self._scope, receive, noted)
        finally:
            self._end()

    def _start(self, message: Message) -> None:
        self._status = message["status"]
        types = [value for name, value in message.get("headers", ()) if name.lower() == b"content-type"]
        self._is_stream = any(value.startswith(STREAM) for value in types)
        if self._is_stream:
            FOLLOWERS.inc()

    def _end(self) -> None:
        took_s = time.monotonic() - self._begun_s
        method = self._scope["method"] if self._scope["method"] in METHODS else "other"
        route = getattr(self._scope.get("route"), "path", "none")
        refusal = self._scope.get(REFUSAL)
        REQUESTS.labels(method, route, self._status).inc()
        if refusal:
            REFUSALS.labels(refusal).inc()
        if self._is_stream:
            FOLLOWERS.dec()
        else:
            REQUEST_S.observe(took_s)
        told = {"method": method, "route": route, "status": self._status, "ms": int(took_s * 1000)}
        LOG.info("request", extra=told | ({"refusal": refusal} if refusal else {}))
