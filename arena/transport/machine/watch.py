"""Measures all processes regularly, so that bots that use too much can be stopped."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from arena.system.processes.process_table import Sight

EVERY_S: Final = 0.5
SHARE: Final = 50
"""The minimum pause after a measurement of all processes, as a multiple of the processor time that the measurement
took.
"""


class Watch:
    """Regularly calls `on_sight` with a new snapshot of all processes. If `on_sight` adds processes to the snapshot's
    `heavy`, their memory is measured, and `on_sight` is called again with the same snapshot.
    """

    def __init__(self, on_sight: Callable[[Sight], None]) -> None:
        self._on_sight = on_sight
        self._task: asyncio.Task[None] | None = None

    def start(self) -> asyncio.Task[None]:
        """Starts the regular measurements; returns the task that makes them."""
        self._task = asyncio.create_task(self._watch())
        return self._task

    def stop(self) -> None:
        """Stops the regular measurements."""
        if self._task:
            self._task.cancel()

    async def look(self) -> float:
        """Measures all processes and calls `on_sight`; returns the processor time of the measurement, in seconds.

        If no measurement is possible now, does not call `on_sight` and returns 0.
        """
        try:
            sight, cost_s = await asyncio.to_thread(_sight)  # so that matches go on meanwhile
        except (OSError, RuntimeError):  # no descriptor or thread is free now; the next look measures again
            return 0.0
        self._on_sight(sight)
        return cost_s + await self._weigh(sight) if sight.heavy else cost_s

    async def _weigh(self, sight: Sight) -> float:
        try:
            cost_s = await asyncio.to_thread(_weigh, sight)
        except RuntimeError:
            return 0.0
        self._on_sight(sight)
        return cost_s

    async def _watch(self) -> None:
        while True:
            cost_s = await self.look()
            await asyncio.sleep(max(EVERY_S, SHARE * cost_s))


def _weigh(sight: Sight) -> float:
    began_s = time.thread_time()
    sight.weigh()
    return time.thread_time() - began_s


def _sight() -> tuple[Sight, float]:
    began_s = time.thread_time()
    return Sight.now(), time.thread_time() - began_s
