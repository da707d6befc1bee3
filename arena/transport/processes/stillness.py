"""Prevents a bot from computing when it is not its turn, under strict timing.

Rule 1: the arena stops a bot's processes while the bot owes no answer, and continues them when the bot gets a turn.
Rule 2: the arena also checks the bot's CPU time, because it may miss a process that the bot has just started. If
the bot used more CPU time than all processors together could give it during its turns, it computed out of turn. This is
a fault.
"""

import time
from typing import Final

from arena.match import FaultKind
from arena.sandbox.kernel.groups import Group
from arena.system.processes.cores import available_cores
from arena.system.processes.process_table import US_PER_S, Process
from arena.system.processes.stopping import Stopping
from arena.transport.clocks.clock import NS_PER_S
from arena.transport.processes.excess import Excess

LOOKED_AT_S: Final = 2.0
"""The shortest period, in seconds, over which the bot's CPU time is compared with the length of its turns. Over a
shorter period the comparison would be inexact, because CPU time is measured in coarse ticks.
"""
SPARED_S: Final = 0.5
"""The tolerance in the check for computing out of turn: a bot may use this many seconds of CPU time more than its turns
allow.
"""


class Stillness:
    """Stops and continues a bot's process and all processes that it started; at first they are not stopped."""

    def __init__(self, group: Group | None = None) -> None:
        self._group = group
        """The cgroup that stops all processes at once; None if each process is stopped separately."""
        self._processes = Stopping()
        self._stopped = False
        self._had_ns = 0
        """The total length in nanoseconds of the bot's turns since the last check, without the present turn."""
        self._since_ns = time.monotonic_ns()
        """The start of the present turn or, between turns, of the wait for the next one, in nanoseconds."""
        self._looked_ns = 0
        """The time of the last check, at which `_cpu_us` was measured, in nanoseconds; 0 before the first check."""
        self._cpu_us = 0

    def stop(self) -> None:
        """Stops the processes, because it is not the bot's turn."""
        if not self._stopped:
            self._stopped = True
            self._turned()
            if self._group:
                self._group.stop()
            else:
                self._processes.stop()

    def resume(self) -> None:
        """Continues the processes, because the bot has a turn or must end."""
        if self._stopped:
            self._stopped = False
            self._turned()
            if self._group:
                self._group.resume()
            else:
                self._processes.resume()

    def look(self, processes: list[Process], cpu_us: int, seen_ns: int) -> Excess | None:
        """Checks whether the processes computed out of turn; returns the fault if they did, else None.

        `cpu_us`: the total CPU time of `processes`, measured at the time `seen_ns`.
        """
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
        # the next look counts the CPU time that was used after `seen_ns`, so it must allow this time, too
        self._had_ns = now - seen_ns
        self._since_ns = now
        if first or used_s <= had_s * available_cores() + SPARED_S:
            return None
        told = f"used {used_s:.1f} s of CPU time within {passed_s:.1f} s, of which it had the turn for {had_s:.1f} s"
        return Excess(FaultKind.OUT_OF_TURN, told)

    def close(self) -> None:
        """Forgets all processes, and closes their handles."""
        self._processes.close()

    def _turned(self) -> None:
        now = time.monotonic_ns()
        if self._stopped:
            self._had_ns += now - self._since_ns
        self._since_ns = now
