"""Tests of a worker's reports to its parent."""

import asyncio
import ctypes
from collections.abc import Callable, Iterable
from dataclasses import replace
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection

from arena.league.league import League
from arena.league.playing.messages import Orders, Report, Shared
from arena.league.playing.segments import Segments
from arena.league.playing.worker import _Worker
from arena.transport import Assignment, Finished
from arena.transport.crew.usage import Usage
from tests.league.histories import Memory
from tests.league.leagues import league_of


class Host:
    """Replaces a worker's host, but plays no matches; stores the number of matches in each call of `play`."""

    def __init__(self) -> None:
        self.begun: list[int] = []

    async def play(self, assignments: Iterable[Assignment], _finished: Callable[[Finished], None]) -> None:
        self.begun.append(len(list(assignments)))
        await asyncio.sleep(0)

    async def take_usage(self) -> dict[str, Usage]:
        return {"ann": Usage()}

    def withdrawn(self) -> dict[str, str]:
        return {}

    waited_for = withdrawn


def shared() -> Shared:
    context = get_context("spawn")
    return Shared(context.Value("q", 0), context.RawValue(ctypes.c_bool, False))


def begun(league: League, memory: Memory, workers: int) -> list[list[int]]:
    """Lets `workers` workers share the league's next segment. Returns a list for each worker, with the number of
    matches in each group that it begins together.
    """
    segment = next(Segments(league, memory, None).unplayed())
    in_common, hosts = shared(), [Host() for _ in range(workers)]
    ends: list[Connection] = []
    for _ in hosts:
        parent, end = Pipe()
        parent.send(Orders(segment, 0, segment.share(workers)))
        parent.close()
        ends.append(end)

    async def play() -> None:
        playing = zip(hosts, ends, strict=True)
        await asyncio.gather(*(_Worker(league, in_common, end)._play(host) for host, end in playing))  # type: ignore[arg-type]

    asyncio.run(play())
    return [host.begun for host in hosts]


def test_the_first_worker_that_wakes_leaves_the_others_their_share_of_a_round() -> None:
    league = replace(league_of(*"abcdefghi", seats=3, rounds=0), schedule="ladder", blocks=60)
    memory = Memory(league)
    whole = next(Segments(league, memory, None).unplayed()).end * 3
    assert begun(league, memory, 2) == [[whole // 2], [whole // 2]]
    for block in list(next(Segments(league, memory, None).unplayed()).blocks)[:7]:
        memory.play(block)
    assert sum(map(sum, begun(league, memory, 3))) == whole - 21
    assert max(map(max, begun(league, memory, 3))) <= -(-(whole // 3 - 7) // 3) * 3


def test_the_end_of_a_segment_is_said_once_because_the_parent_may_read_it_in_the_next() -> None:
    parent, end = Pipe()
    worker, host = _Worker(league_of("ann", "ben", "cid"), shared(), end), Host()

    async def tells() -> Report:
        worker._count_s = 0.0
        await worker._send(host, asyncio.create_task(asyncio.sleep(0)))  # type: ignore[arg-type]
        told: Report = parent.recv()
        return told

    worker._idle, worker._said_idle = False, False
    assert not asyncio.run(tells()).over
    worker._idle = True
    assert [asyncio.run(tells()).over for _ in range(3)] == [True, False, False]
