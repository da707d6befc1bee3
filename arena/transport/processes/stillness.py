"""Stops a bot from computing out of turn with strict timing.

Rule 1: its processes are stopped for as long as it owes nothing, and go on when it is asked.
Rule 2: what is not stopped, because it is too new to be known, is seen by the CPU time it takes: more than all
processors could give while the bot had the turn cannot have been its own time.
"""

import time
from typing import Final

from arena.match import FaultKind
from arena.sandbox.kernel.groups import Group
from arena.system.processes.cores import available_cores
from arena.system.processes.sight import US_PER_S, Process
from arena.system.processes.stopping import Stopping
from arena.transport.clocks.clock import NS_PER_S
from arena.transport.processes.excess import Excess

LOOKED_AT_S: Final = 2.0
"""Over at least this time CPU is counted, for ticks are coarse."""
SPARED_S: Final = 0.5
"""That much CPU time of it may be anybody's."""


class Stillness:
    """Of one process of a bot with all it starts; it may compute until it is stopped first."""

    def __init__(self, group: Group | None = None) -> None:
        self._group = group
        """All of it is stopped at once where there is one."""
        self._processes = Stopping()
        self._stopped = False
        self._had_ns = 0
        """How long it could compute before the present turn."""
        self._since_ns = time.monotonic_ns()
        """When that turn, or the wait for one, began."""
        self._looked_ns = 0
        """When the CPU time was taken with which the next is compared; 0 before it was stopped first."""
        self._cpu_us = 0

    def stop(self) -> None:
        """It has no turn."""
        if not self._stopped:
            self._stopped = True
            self._turned()
            if self._group:
                self._group.stop()
            else:
                self._processes.stop()

    def resume(self) -> None:
        """It has a turn, or is to end."""
        if self._stopped:
            self._stopped = False
            self._turned()
            if self._group:
                self._group.resume()
            else:
                self._processes.resume()

    def look(self, processes: list[Process], cpu_us: int, seen_ns: int) -> Excess | None:
        """Learns of its processes and of all its CPU time, as seen then; whether it took other bots' time."""
        if not self._group:
            self._processes.learn(processes)
        now = time.monotonic_ns()
        if not self._looked_ns and not self._stopped:
            return None
        passed_s = (now - self._looked_ns) / NS_PER_S
        if self._looked_ns and passed_s < LOOKED_AT_S:
            return None
        had_s = (self._had_ns + (0 if self._stopped else now - self._since_ns)) / NS_PER_S
        used_s = (cpu_us - self._cpu_us) / US_PER_S
        first = not self._looked_ns
        self._looked_ns, self._cpu_us = now, cpu_us
        self._had_ns = now - seen_ns  # what it used since then is counted next time, and may have been its own
        self._since_ns = now
        if first or used_s <= had_s * available_cores() + SPARED_S:
            return None
        told = f"used {used_s:.1f} s of CPU time within {passed_s:.1f} s, of which it had the turn for {had_s:.1f} s"
        return Excess(FaultKind.OUT_OF_TURN, told)

    def close(self) -> None:
        """Forgets all processes."""
        self._processes.close()

    def _turned(self) -> None:
        now = time.monotonic_ns()
        if self._stopped:
            self._had_ns += now - self._since_ns
        self._since_ns = now
