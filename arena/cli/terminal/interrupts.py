"""Handles Ctrl-C in commands that play with one bot."""

import asyncio
import os
import signal
from collections.abc import Coroutine
from types import FrameType
from typing import Any, Final, TypeVar

import click

from arena.cli.terminal.errors import INTERRUPTED
from arena.transport.machine.watchdog import running

AGAIN_S: Final = 2.0
"""The number of seconds after which a cancellation is repeated. A cancellation may be lost if the awaited result
arrives at the same time.
"""

T = TypeVar("T")


def run_interruptibly(work: Coroutine[Any, Any, T]) -> T:
    """Runs `work` to its end, and returns its result. An interrupt (Ctrl-C) cancels `work` and raises
    KeyboardInterrupt.

    A second interrupt ends this process at once. Running bots then end, too, because bots always end with the arena's
    process.
    """

    async def watched() -> T:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task

        def cancel() -> None:
            task.cancel()
            loop.call_later(AGAIN_S, cancel)

        def tear_down() -> None:
            loop.set_exception_handler(lambda *_: None)  # cancelled tasks would report errors
            cancel()

        def stop(_: int, __: FrameType | None) -> None:
            signal.signal(signal.SIGINT, _leave)
            loop.call_soon_threadsafe(tear_down)

        signal.signal(signal.SIGINT, stop)  # a handler of the loop would not run while a game's method hangs
        return await work

    before = signal.getsignal(signal.SIGINT)
    try:
        return asyncio.run(watched())
    except asyncio.CancelledError as error:
        raise KeyboardInterrupt from error
    finally:
        signal.signal(signal.SIGINT, before)


def _leave(_: int, frame: FrameType | None) -> None:
    place = running(frame)
    click.echo(f"interrupted in {place}" if place else "interrupted", err=True)
    os._exit(INTERRUPTED)
