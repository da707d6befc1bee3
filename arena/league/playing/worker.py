"""A worker: a process with its own host and bots, which plays segments.

Every worker walks the same segment and claims the next block by a counter it shares with the others, so blocks need
not be handed out; one that has claimed its share plays that before it claims more. Finished matches go to the parent
over a pipe, many at a time; when a worker finds no more blocks it says so, and waits for the next segment.
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
from arena.league.playing.results import Recorder
from arena.league.playing.words import Admitted, Orders, Report, Shared
from arena.league.schedule import processes
from arena.league.schedules.contract import Block
from arena.system.signals import ignore_interrupts, when_terminated
from arena.system.waiting import when_ready
from arena.transport import Host
from arena.transport.crew.usage import Usage
from arena.transport.machine.shortage import SHORTAGES, arena_failure

if TYPE_CHECKING:
    from arena.remote.gate import Gate
    from arena.remote.visiting import Remote

SEND_EVERY_S: Final = 0.05
WAIT_S: Final = 0.2
COUNT_EVERY_S: Final = 1.0
COLLECTED_AFTER: Final = (200_000, 20, 20)
"""Thresholds of the garbage collector: states are freed by their reference counts, and thousands of matches in flight
are looked through in vain."""
CLAIM_PATIENCE_S: Final = 5.0
"""How long to wait for the counter; a worker that was killed just then never gives it back."""


def run_worker(league: League, in_flight: int, shared: Shared, parent: Connection) -> None:
    """The worker process; it leaves when the parent closes the pipe, and tells of its own failure as an ArenaError."""
    ignore_interrupts()  # the parent decides, and says so by `draining`
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
        """The segments to play, and None when there are no more."""
        self._gate: Gate | None = None
        self._hear_no_more: Callable[[], None] = lambda: None
        self._idle = True
        self._said_idle = True
        self._count_s = 0.0
        """When to tell what bots used, in the time of the system's clock."""

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
        """The bots that come in by the gate: where all of them must be there, once each of them is."""
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
        """Takes in the next word of the parent."""
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
        """Blocks of which something is left to play; each is claimed when it is asked for."""
        claimed = self._shared.claimed
        blocks = iter(orders.segment.blocks)
        block = next(blocks, None)
        while block is not None and not self._shared.draining.value:
            lock = claimed.get_lock()
            if not lock.acquire(timeout=CLAIM_PATIENCE_S):
                return  # what is left is played in the next pass
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
        """Hands over what has finished, and says when the segment is over; without a listener, playing ends."""
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
    """Ends the worker and its bots at once when it is terminated, or when its parent dies."""
    parent = parent_process()
    assert parent is not None

    def orphaned() -> None:
        look_no_more()
        playing.cancel()

    look_no_more = when_ready(parent.sentinel, orphaned)
    when_terminated(asyncio.get_running_loop(), playing.cancel)
