"""Runs the web server in a child process, while the parent process plays a league.

Rule 1: the server's process ignores Ctrl-C, so viewers can still watch how the matches in progress end.
Rule 2: the server's process ends when the parent process ends, even if the parent process is killed.
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
"""The number by which the server's process raises its nice value, so that its priority is lower than the playing
process's.
"""


@contextmanager
def served_beside(references: Sequence[str], bind: str, prepare: Callable[[], None]) -> Iterator[str]:
    """Serves the leagues in a child process during a `with` block; yields the server's address.

    `prepare`: a picklable function that the child process calls before it serves, for example to load games. Raises
    ArenaError [bad-bind] if the server cannot listen at the address `bind`, the errors of `prepare`, and [no-server] if
    the child process ends without reporting an error.
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
    """Returns the address that the server's process sends.

    Raises the ArenaError that the process sends instead, or [no-server] if the process ended without sending anything.
    """
    try:
        said: str | ArenaError = here.recv()
    except EOFError as error:
        raise ArenaError(
            "no-server",
            "the process that serves the pages has ended unexpectedly",
            "run the command again; if this process ends again, leave --serve out",
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
