"""The HTTP endpoints `/live`, `/ready` and `/metrics`.

Rule 1: `/live` runs in the server's own event loop, so a server that hangs does not answer it.
Rule 2: only one check of the database runs at a time. If the check takes longer than PATIENCE_S seconds, `/ready`
answers "no" without waiting for the end of the check.
"""

import asyncio
from typing import Final

from prometheus_client import CollectorRegistry
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from arena.errors import ArenaError
from arena.ladder.examining.measures import STEP_S
from arena.ladder.ladder import Service
from arena.ladder.status import write_probe
from arena.web.health.facts import LadderFacts
from arena.web.response_log import FOLLOWERS, REFUSALS, REQUEST_S, REQUESTS

PATIENCE_S: Final = 2.0


class Health:
    """The health endpoints of a server, and of its ladder if it has one."""

    def __init__(self, ladder: Service | None = None) -> None:
        self._ladder = ladder
        self._registry = CollectorRegistry()
        for measure in (REQUESTS, REQUEST_S, REFUSALS, FOLLOWERS, STEP_S):
            self._registry.register(measure)
        if ladder:
            self._registry.register(LadderFacts(ladder))
        self._probing: asyncio.Task[None] | None = None

    def app(self) -> Starlette:
        """Returns the ASGI application with the three endpoints."""
        return Starlette(
            routes=[
                Route("/live", self._live),
                Route("/ready", self._ready),
                Route("/metrics", self._metrics),
            ]
        )

    async def _live(self, _: Request) -> Response:
        return PlainTextResponse("yes\n")

    async def _ready(self, _: Request) -> Response:
        hindrance = await self._hindrance()
        return PlainTextResponse(f"no: {hindrance}\n" if hindrance else "yes\n", 503 if hindrance else 200)

    async def _metrics(self, _: Request) -> Response:
        text = await run_in_threadpool(generate_latest, self._registry)
        return Response(text, media_type=CONTENT_TYPE_LATEST)

    async def _hindrance(self) -> str:
        """Returns the reason why this server should get no requests now; empty if it is ready."""
        if self._ladder is None:
            return ""
        if not self._ladder.is_working():
            return "the worker does not run"
        if self._probing is None or self._probing.done():
            self._probing = asyncio.create_task(run_in_threadpool(write_probe, self._ladder.ladder))
            self._probing.add_done_callback(_read_error)
        try:
            async with asyncio.timeout(PATIENCE_S):
                await asyncio.shield(self._probing)
        except (ArenaError, TimeoutError):
            return "the database cannot be written"
        return ""


def _read_error(task: asyncio.Task[None]) -> None:
    """Reads the error of a task that nobody may await any more, so that asyncio does not log the error."""
    if not task.cancelled():
        task.exception()
