"""Runs the server in a process of its own, beside the process that plays a league.

Rule 1: the process ignores Ctrl-C, so viewers can still watch the matches in flight end.
Rule 2: the process ends when the process that started it ends, in whatever way.
"""

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Final

from arena.errors import ArenaError
from arena.system.processes.priority import stand_back
from arena.tls.listen_address import listen
from arena.web.serving import serve
from leaderboards.pages.shown.collection import Collection

YIELDING: Final = 10
"""How much lower the server's priority is than that of the playing process, as a nice value."""


@contextmanager
def served_beside(references: Sequence[str], bind: str, prepare: Callable[[], None]) -> Iterator[str]:
    """Serves the leagues while the block runs, which gets the address; raises ArenaError [bad-bind].

    `prepare` is called first in the server's process, for example to load games that this process knows; it must be
    picklable.
    """
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_serve, args=(there, tuple(references), bind, prepare), daemon=True)
    process.start()
    there.close()
    try:
        yield _said(here)
    finally:
        here.close()
        process.terminate()
        process.join()


def _said(here: Connection) -> str:
    """The address that the server's process sends; raises the ArenaError that it sends instead, or [no-server]."""
    try:
        said: str | ArenaError = here.recv()
    except EOFError as error:
        raise ArenaError(
            "no-server", "the pages cannot be served: their process ended", "play without --serve"
        ) from error
    if isinstance(said, ArenaError):
        raise said
    return said


def _serve(teller: Connection, references: Sequence[str], bind: str, prepare: Callable[[], None]) -> None:
    stand_back(YIELDING)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        prepare()
        serve(Collection(references), listen(bind), (), teller.send)
    except ArenaError as error:
        teller.send(error)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent
    parent.join()
    os._exit(0)
