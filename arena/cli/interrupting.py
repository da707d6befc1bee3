"""Ctrl-C in commands that play alone with a bot."""

import asyncio
import os
import signal
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

import click

from arena.cli.main import INTERRUPTED

AGAIN_S: Final = 2.0
"""A cancellation can be lost where what was waited for came at the same moment; after this time there is another."""

T = TypeVar("T")


def run_interruptibly(work: Coroutine[Any, Any, T]) -> T:
    """Runs `work` to its end; raises KeyboardInterrupt when interrupted. A second interrupt ends the process at once.

    Bots end with their arena, however it ends.
    """

    async def watched() -> T:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task

        def cancel() -> None:
            task.cancel()
            loop.call_later(AGAIN_S, cancel)

        def stop() -> None:
            loop.add_signal_handler(signal.SIGINT, _leave)
            loop.set_exception_handler(lambda *_: None)  # what is torn down complains of that
            cancel()

        loop.add_signal_handler(signal.SIGINT, stop)
        return await work

    try:
        return asyncio.run(watched())
    except asyncio.CancelledError as error:
        raise KeyboardInterrupt from error


def _leave() -> None:
    click.echo("interrupted", err=True)
    os._exit(INTERRUPTED)
