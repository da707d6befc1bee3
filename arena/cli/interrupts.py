"""Makes Ctrl-C end commands at once that play with a single bot."""

import asyncio
import os
import signal
from collections.abc import Coroutine
from types import FrameType
from typing import Any, Final, TypeVar

import click

from arena.cli.main import INTERRUPTED
from arena.transport.machine.watchdog import running

AGAIN_S: Final = 2.0
"""The time in seconds after which a task is cancelled again. The first cancellation may be lost if the task's awaited
result arrives at the same time.
"""

T = TypeVar("T")


def run_interruptibly(work: Coroutine[Any, Any, T]) -> T:
    """Runs `work` to its end and returns its result; Ctrl-C cancels it and raises KeyboardInterrupt.

    A second Ctrl-C ends the process at once. The bots' processes end whenever the arena's process ends, so none is
    left.
    """

    async def watched() -> T:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task

        def cancel() -> None:
            task.cancel()
            loop.call_later(AGAIN_S, cancel)

        def tear_down() -> None:
            loop.set_exception_handler(lambda *_: None)  # tasks that are torn down report errors
            cancel()

        def stop(_: int, __: FrameType | None) -> None:
            signal.signal(signal.SIGINT, _leave)
            loop.call_soon_threadsafe(tear_down)

        signal.signal(signal.SIGINT, stop)  # the loop's own handlers would wait for a game that does not end
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
