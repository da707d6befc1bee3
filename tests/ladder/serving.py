"""Runs `arena serve --ladder` as a separate process, for tests that kill it."""

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from arena.ladder.ladder import Ladder
from arena.ladder.playing.files import LADDERS
from tests.end_to_end.processes import served_at
from tests.installed import arena_command, surroundings
from tests.web.certificates import Pair
from tests.web.ladder.authors import PATIENCE_S, Author, link_for
from tests.web.serving import free_port

EAGER: Final = Path(__file__).parent / "eager"
"""A folder for Python's module path, with a module that Python loads when a server starts.

The module keeps the server's processes at normal priority, and lets each ladder be played by one worker.
"""

LOOK_S: Final = 0.5
"""The seconds between two looks of `wait_for`. Each look may make a server compute a ladder's statistics anew."""


@contextmanager
def arena_serve(
    folder: Path, port: int, sandbox: str = "auto", examiners: int = 1, tls: Pair | None = None, path: Path = EAGER
) -> Iterator[subprocess.Popen[str]]:
    """Runs `arena serve` as a separate process, and kills it at the end.

    `path`: the first folder on the module path of the process's Python.
    """
    shown = ("--tls-certificate", str(tls.certificate), "--tls-key", str(tls.key)) if tls else ()
    network = ("--build-network", "registries") if sandbox == "none" else ()
    command = [
        *arena_command(),
        "serve",
        "--bind",
        f"127.0.0.1:{port}",
        "--sandbox",
        sandbox,
        *network,
        "--examiners",
        str(examiners),
        *shown,
    ]
    environment = surroundings(TMPDIR=folder.parent, PYTHONPATH=path)
    with subprocess.Popen(
        [*command, "--ladder", str(folder)], stderr=subprocess.PIPE, text=True, cwd=folder.parent, env=environment
    ) as process:
        try:
            served_at(process)
            yield process
        finally:
            process.kill()


def ladder_of(folder: Path, *names: str, database: str | None = None) -> tuple[Path, int, list[tuple[Author, str]]]:
    """Makes the folder of a ladder service that has no ladder yet.

    Returns this folder, a free port for the server, and for each name an author with the token of a sign-in link.
    `database`: the address of a database server for the service's rows; None to store them in a file.
    """
    (folder / "ladder" / LADDERS).mkdir(parents=True)
    with closing(Ladder(folder / "ladder", database=database)) as ladder:
        links = [link_for(ladder, name) for name in names]
    port = free_port()
    return folder / "ladder", port, [(Author(f"http://127.0.0.1:{port}"), link) for link in links]


def wait_for(look: Callable[[], bool], seconds: float = PATIENCE_S) -> None:
    until = time.monotonic() + seconds
    while not look():
        assert time.monotonic() < until
        time.sleep(LOOK_S)
