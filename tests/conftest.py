"""Settings and fixtures for all tests."""

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

# tests start a thousand interpreters; with bytecode files, only one of them has to compile the arena
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# a shell starts background commands with SIGINT ignored, and the tests send SIGINT
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sorts files with slow tests and browser tests to the front, so that no worker is still busy with such a file when
    the others have finished.
    """
    slow = {
        item.path for item in items if item.get_closest_marker("slow") or "browser" in getattr(item, "fixturenames", ())
    }
    items.sort(key=lambda item: item.path not in slow)


def pytest_collection_finish() -> None:
    """Excludes the collected tests, thousands of objects that exist until the end, from garbage collection."""
    gc.set_threshold(COLLECTED_AFTER)
    gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def _taking_no_orphans() -> Iterator[None]:
    """Stops this process from adopting orphaned processes after the tests of a module.

    Some tests of bots make this process adopt processes that have lost their parent. After an adopted process ends, it
    stays in the table of processes until the last test. Many such processes would slow down later checks of the table.
    """
    yield
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 0, 0, 0, 0)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Starts one PostgreSQL server for all tests that do not change or stop the server itself."""
    if MISSING:
        pytest.skip(MISSING)
    server = Postgres()
    server.start()
    yield server
    server.remove()
