"""What holds for all tests."""

import ctypes
import gc
import os
import signal
import sys
from collections.abc import Iterator

import pytest

from arena.cli import COLLECTED_AFTER
from arena.system.processes.guard import SET_CHILD_SUBREAPER
from tests.servers import MISSING, Postgres

pytest_plugins = ("tests.suite.sizes", "tests.suite.costs", "tests.suite.skips", "tests.suite.proved")

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # tests start a thousand interpreters: one of them compiles the arena
sys.dont_write_bytecode = False
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell has what it starts in the background ignore it


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests and with a browser first, so that in the end no worker is left alone with one."""
    slow = {
        item.path for item in items if item.get_closest_marker("slow") or "browser" in getattr(item, "fixturenames", ())
    }
    items.sort(key=lambda item: item.path not in slow)


def pytest_collection_finish() -> None:
    """Spares the garbage collector thousands of tests, which are there until the end."""
    gc.set_threshold(COLLECTED_AFTER)
    gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def _taking_no_orphans() -> Iterator[None]:
    """A test of bots lets this process adopt what loses its parent, and that would be there, ended, to the last; every
    guard would look through it.
    """
    yield
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 0, 0, 0, 0)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A server for all tests that leave it as it is."""
    if MISSING:
        pytest.skip(MISSING)
    server = Postgres()
    server.start()
    yield server
    server.remove()
