"""A worker: a process with its own host and bots, which plays segments of a league.

All workers play the same segment at the same time. A worker claims the next few blocks of the segment by raising a
counter that all workers share, so the parent need not assign blocks. When the worker has played these blocks, it claims
more. It sends finished matches to the parent over a pipe, many at a time. When no unclaimed block is left, the worker
reports this and waits for the next segment.
"""

import asyncio
import errno
import gc
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, suppress
from itertools import chain, islice
from multiprocessing.connection import Connection
from multiprocessing.process import parent_process
from typing import TYPE_CHECKING, Final, NoReturn

from arena.errors import ArenaError
from arena.league.league import League
from arena.league.playing.messages import Admitted, Orders, Report, Shared
from arena.league.playing.results import Recorder
from arena.league.schedule import processes
from arena.league.schedules.contract import Block
from arena.system.signals import ignore_interrupts, when_terminated
from arena.system.waiting import when_ready
from arena.transport import Host
from arena.transport.crew.usage import Usage
from arena.transport.machine.shortage import SHORTAGES, arena_failure

if TYPE_CHECKING:
    from arena.remote.gate import Gate
    from arena.remote.remote_player import Remote

SEND_EVERY_S: Final = 0.05
WAIT_S: Final = 0.2
COUNT_EVERY_S: Final = 1.0
COLLECTED_AFTER: Final = (200_000, 20, 20)
"""Thresholds of the garbage collector. They are high because reference counts already free finished states, and the
collector would search thousands of running matches and find nothing to free.
"""
CLAIM_PATIENCE_S: Final = 5.0
"""The maximum time in seconds that a worker waits for the lock of the shared counter of claimed blocks, which a killed
worker may never release. After this time, the worker claims no more blocks of the segment.
"""


def run_worker(league: League, in_flight: int, shared: Shared, parent: Connection) -> None:
    """Runs a worker process until the parent closes the pipe; sends the parent an ArenaError if the worker fails."""
    ignore_interrupts()  # the parent handles interrupts, and ends the matches through `draining`
    gc.set_threshold(*COLLECTED_AFTER)
    try:
        league.bring_game()
        asyncio.run(_Worker(league, shared, parent).run(in_flight))
    except ArenaError as error:
        _give_up(parent, error)
    except OSError as error:
        if error.errno not in SHORTAGES:
            raise
        _give_up(parent, arena_failure(error, "in a worker process"))
    except MemoryError:
        _give_up(parent, arena_failure(OSError(errno.ENOMEM, os.strerror(errno.ENOMEM)), "in a worker process"))


class _Worker:
    def __init__(self, league: League, shared: Shared, parent: Connection) -> None:
        self._league = league
        self._recorder = Recorder(league, b"")
        self._shared = shared
        self._parent = parent
        self._orders: asyncio.Queue[Orders | None] = asyncio.Queue()
        """The parent's orders, one for each segment still to play; None after the parent has closed the pipe."""
        self._gate: Gate | None = None
        self._hear_no_more: Callable[[], None] = lambda: None
        self._idle = True
        self._said_idle = True
        self._count_s = 0.0
        """The time of the next report of the bots' usage, in seconds of the monotonic clock."""

    async def run(self, in_flight: int) -> None:
        league = self._league
        game, launches = league.create_game(), league.launches()
        async with AsyncExitStack() as stack:
            remotes = await self._remotes(stack)
            host = Host(
                game,
                launches,
                league.clock,
                in_flight,
                processes=processes(league),
                guests=remotes,
                in_order=league.offered,
            )
            await stack.enter_async_context(host)
            playing = asyncio.create_task(self._play(host))
            _stop_when_told(playing)
            drained = False
            while not playing.done():
                await asyncio.wait((playing,), timeout=SEND_EVERY_S)
                if self._shared.draining.value and not drained:
                    drained = True
                    host.drain()
                await self._send(host, playing)
            await self._send(host, playing)
            if not playing.cancelled():
                playing.result()
                if self._gate:
                    self._gate.done = not self._shared.draining.value

    async def _remotes(self, stack: AsyncExitStack) -> "list[Remote]":
        """Opens the gate and returns the remote bots that use it; empty if the league has no gate. Waits until all of
        them are connected or the run is ending, unless bots may connect during the league (`patient`).
        """
        terms, began_s = self._league.gate, time.monotonic()
        if not terms:
            return []
        from arena.remote.gate import Gate  # noqa: PLC0415  # few leagues have one

        self._gate = gate = await stack.enter_async_context(Gate(terms, self._league.clock))
        if terms.patient:
            gone = self._league.field.left()
            return gate.remotes(
                {bot.bot: bot.name for bot in self._league.bots if bot.remote() and bot.name not in gone}
            )
        while (missing := gate.missing()) and not self._shared.draining.value:
            self._parent.send(Report([], {}, False, {}, dict.fromkeys(missing, time.monotonic() - began_s), {}))
            await asyncio.sleep(WAIT_S)
        return gate.remotes()

    async def _play(self, host: Host) -> None:
        self._hear_no_more = when_ready(self._parent, self._heard)
        while orders := await self._orders.get():
            self._recorder = Recorder(self._league, orders.segment.played)
            self._idle = self._said_idle = False
            claims = self._claims(orders)
            for block in claims:
                share = chain((block,), islice(claims, orders.share - 1))
                await host.play(self._recorder.assignments(share), self._recorder.finished)
            self._idle = True

    def _heard(self) -> None:
        """Reads the parent's next message: puts orders into the queue, or passes the list of admitted bots to the
        gate.
        """
        try:
            word: Orders | Admitted = self._parent.recv()
        except (EOFError, OSError):
            self._hear_no_more()
            self._orders.put_nowait(None)
            return
        if isinstance(word, Orders):
            self._orders.put_nowait(word)
        elif self._gate:
            self._gate.admit(word.names)

    def _claims(self, orders: Orders) -> Iterator[Block]:
        """Yields the blocks of the segment that have matches left to play. Each block is claimed just before it is
        yielded, so that no other worker plays it.
        """
        claimed = self._shared.claimed
        blocks = iter(orders.segment.blocks)
        block = next(blocks, None)
        while block is not None and not self._shared.draining.value:
            lock = claimed.get_lock()
            if not lock.acquire(timeout=CLAIM_PATIENCE_S):
                return  # a killed worker may have the lock; the run plays these blocks later
            try:
                number = orders.segment.first + claimed.value - orders.claimed
                claimed.value += 1
            finally:
                lock.release()
            while block is not None and block.number < number:
                block = next(blocks, None)
            if block is not None and orders.segment.is_left(block.number):
                yield block

    async def _send(self, host: Host, playing: "asyncio.Task[None]") -> None:
        """Sends the parent a report if there is news: finished matches, usage of resources or the end of the segment.
        Cancels `playing` if the parent no longer listens.
        """
        over, now_s = self._idle and not self._said_idle, time.monotonic()
        usage: dict[str, Usage] = {}
        if over or now_s >= self._count_s:
            self._count_s = now_s + COUNT_EVERY_S
            usage = await host.take_usage()
        results = self._recorder.take()
        if not results and not usage and not over:
            return
        try:
            round_trips_ms = dict(self._gate.round_trips_ms()) if self._gate else {}
            there = self._gate.there() if self._gate else None
            self._parent.send(Report(results, host.withdrawn(), over, usage, host.waited_for(), round_trips_ms, there))
        except OSError:
            playing.cancel()
        self._said_idle |= over


def _give_up(parent: Connection, failure: ArenaError) -> NoReturn:
    with suppress(OSError):
        parent.send(failure)
    sys.exit(1)


def _stop_when_told(playing: "asyncio.Task[None]") -> None:
    """Makes this process cancel the task `playing`, and so end the bots, as soon as the worker is terminated or its
    parent dies.
    """
    parent = parent_process()
    assert parent is not None

    def orphaned() -> None:
        look_no_more()
        playing.cancel()

    look_no_more = when_ready(parent.sentinel, orphaned)
    when_terminated(asyncio.get_running_loop(), playing.cancel)
