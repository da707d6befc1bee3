"""What a worker tells its parent."""

import asyncio
import ctypes
from multiprocessing import Pipe, get_context

from arena.league.worker import Report, Shared, _Worker
from arena.transport.crew.usage import Usage
from tests.league.leagues import league_of


class Host:
    """Has something to tell whenever it is asked."""

    async def take_usage(self) -> dict[str, Usage]:
        return {"ann": Usage()}

    def withdrawn(self) -> dict[str, str]:
        return {}

    waited_for = withdrawn


def test_the_end_of_a_segment_is_said_once_because_the_parent_may_read_it_in_the_next() -> None:
    context = get_context("spawn")
    shared = Shared(context.Value("q", 0), context.RawValue(ctypes.c_bool, False))
    parent, end = Pipe()
    worker, host = _Worker(league_of("ann", "ben", "cid"), shared, end), Host()

    async def tells() -> Report:
        worker._count_s = 0.0
        await worker._send(host, asyncio.create_task(asyncio.sleep(0)))  # type: ignore[arg-type]
        told: Report = parent.recv()
        return told

    worker._idle, worker._said_idle = False, False
    assert not asyncio.run(tells()).over
    worker._idle = True
    assert [asyncio.run(tells()).over for _ in range(3)] == [True, False, False]
