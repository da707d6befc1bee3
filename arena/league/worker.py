"""One worker: a process with its own host and its own copies of the bots, playing blocks until none is left.

Every worker walks the same schedule and claims the next block by a counter it shares with the others, so nothing has
to be handed out. Finished matches go to the parent over a pipe, many at a time.
"""

import asyncio
import ctypes
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import parent_process
from multiprocessing.sharedctypes import Synchronized
from typing import Final, NamedTuple

from arena.league.league import League
from arena.league.results import Recorder, Result
from arena.league.schedule import Block, round_robin
from arena.transport import Host

SEND_EVERY_S: Final = 0.05
CLAIM_PATIENCE_S: Final = 5.0
"""How long to wait for the counter; a worker that was killed just then never gives it back."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What the workers of one run share."""

    claimed: "Synchronized[int]"
    """The number of blocks claimed so far."""
    draining: ctypes.c_bool
    """True when no further block shall begin."""


class Report(NamedTuple):
    """What a worker tells its parent: matches that are over, and bots that were withdrawn, with the reason."""

    results: list[Result]
    withdrawn: dict[str, str]


def run_worker(league: League, played: bytes, in_flight: int, shared: Shared, parent: Connection) -> None:
    """The worker process; `played` has a byte for each match of the schedule, 1 where it has a record."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides, and says so by `draining`
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))
    worker = _Worker(league, played, shared, parent)
    asyncio.run(worker.run(in_flight))


class _Worker:
    def __init__(self, league: League, played: bytes, shared: Shared, parent: Connection) -> None:
        self._league = league
        self._recorder = Recorder(league, played)
        self._shared = shared
        self._parent = parent

    async def run(self, in_flight: int) -> None:
        league = self._league
        launches = [bot.launch() for bot in league.bots]
        async with Host(league.create_game(), launches, league.clock, in_flight) as host:
            assignments = self._recorder.assignments(self._claims())
            playing = asyncio.create_task(host.play(assignments, self._recorder.finished))
            _stop_when_told(playing)
            drained = False
            while not playing.done():
                await asyncio.wait((playing,), timeout=SEND_EVERY_S)
                if self._shared.draining.value and not drained:
                    drained = True
                    host.drain()
                self._send(host, playing)
            self._send(host, playing)
            if not playing.cancelled():
                playing.result()

    def _claims(self) -> Iterator[Block]:
        claimed = self._shared.claimed
        blocks = round_robin(self._league)
        block = next(blocks, None)
        while block is not None:
            lock = claimed.get_lock()
            if not lock.acquire(timeout=CLAIM_PATIENCE_S):
                return  # what is left is played in the next pass
            try:
                number = claimed.value
                claimed.value += 1
            finally:
                lock.release()
            while block is not None and block.number < number:
                block = next(blocks, None)
            if block is not None:
                yield block

    def _send(self, host: Host, playing: "asyncio.Task[None]") -> None:
        """Hands over what has finished; where nobody takes it any more, playing ends."""
        results = self._recorder.take()
        if not results:
            return
        try:
            self._parent.send(Report(results, host.withdrawn()))
        except OSError:
            playing.cancel()


def _stop_when_told(playing: "asyncio.Task[None]") -> None:
    """Ends the worker and its bots at once when it is terminated, or when its parent dies."""
    loop, parent = asyncio.get_running_loop(), parent_process()
    assert parent is not None

    def orphaned() -> None:
        loop.remove_reader(parent.sentinel)
        playing.cancel()

    loop.add_reader(parent.sentinel, orphaned)
    loop.add_signal_handler(signal.SIGTERM, playing.cancel)
