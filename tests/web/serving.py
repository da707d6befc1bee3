"""A server for tests, which runs in another thread of the test's process, and the path of Chromium."""

import asyncio
import http.client
import secrets
import socket
import sys
import threading
import traceback
from collections.abc import Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar
from urllib.parse import urlsplit

import uvicorn

from arena.ladder.ladder import Service
from arena.ladder.playing.files import CHALLENGES, RESULTS
from arena.sandbox.box import UNCONFINED, Box
from arena.tables.service import TableService
from arena.tls.listen_address import listen
from arena.tls.server_certificate import Tls
from arena.web.app import Server
from arena.web.security import Names
from arena.web.serving import server_config
from leaderboards.pages.shown.collection import Collection

T = TypeVar("T")
PATIENCE_S: Final = 60.0
CHROMIUMS: Final = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
"""The possible paths of Chromium. The variant without windows comes first: it opens a page in an eighth of the
processor time.
"""
CHROMIUM: Final = next((path for path in CHROMIUMS if path.exists()), CHROMIUMS[-1])


class Answer(NamedTuple):
    """A server's response to a request."""

    status: int
    headers: Mapping[str, str]
    text: str


@contextmanager
def serving(
    *references: Path | str,
    port: int = 0,
    table_service: TableService | None = None,
    box: Box | None = UNCONFINED,
    ladder: Service | None = None,
    tls: Tls | None = None,
) -> Iterator[str]:
    """Serves leagues, the tables of a table service, and a ladder; yields the server's address, without a slash at its
    end.

    `box`: the sandbox for bots that tell viewers which action they would choose; None: viewers can ask no bot.
    """
    strangers = [ladder.ladder.folder / name for name in (RESULTS, CHALLENGES)] if ladder else []
    server = Server(
        Collection([str(reference) for reference in references], *strangers), Names(), table_service, box, ladder
    )
    running = uvicorn.Server(server_config(server.app(), tls, timeout_graceful_shutdown=1))
    with listen(f"127.0.0.1:{port}").socket as listening:
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"{'https' if tls else 'http'}://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.stop()
            running.should_exit = True
            thread.join(PATIENCE_S)
            assert not thread.is_alive(), _where_threads_are()


def _where_threads_are() -> str:
    """Returns the stacks of all threads as text."""
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    stacks = {
        names.get(number, str(number)): frame for number, frame in sys._current_frames().items()
    }  # Python has no public function for this
    return "\n".join(f"{name}:\n{''.join(traceback.format_stack(frame))}" for name, frame in stacks.items())


def run(work: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine in another thread and returns its result, because the browser's event loop may be running in
    this thread.
    """
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, work).result()


def free_port() -> int:
    """Returns a port from 10,000 to 29,999 on which no program listens.

    When a program asks for any free port, the system gives it a higher one. Such a program therefore cannot take the
    returned port before the test uses it.
    """
    while True:
        port = 10_000 + secrets.randbelow(20_000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def get(address: str, headers: Mapping[str, str] | None = None, method: str = "GET") -> Answer:
    """Sends a request; returns the response."""
    parts = urlsplit(address)
    with closing(http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE_S)) as connection:
        connection.request(
            method, f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}", headers=headers or {}
        )
        answer = connection.getresponse()
        found = {key.lower(): value for key, value in answer.getheaders()}
        return Answer(answer.status, found, answer.read().decode(errors="replace"))
