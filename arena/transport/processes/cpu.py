"""Measures the processor time of a process and all processes that it has started."""

from arena.system.processes.process_table import Sight


class Tally:
    """The CPU time of one process and all processes it has started, in microseconds, updated from each snapshot of the
    machine.

    The exact CPU time of an ended process is known only after its parent has waited for it. Until then, the time in the
    last snapshot that shows the process counts.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self._running: dict[tuple[int, int], int] = {}
        self._missed: dict[tuple[int, int], int] = {}
        """The CPU time in microseconds of each process that the last snapshot lacks, but the one before it has, by the
        process's number and start time. A process counts as ended only if two snapshots lack it, because one snapshot
        may miss a process whose parent has just ended.
        """
        self._ended_us = 0
        """The CPU time in microseconds of processes that no longer exist, from their last snapshots."""
        self.total_us = 0

    def look(self, sight: Sight) -> None:
        """Adds the CPU times from a new snapshot of the machine."""
        root = sight.process(self._number)
        if root is None:
            return
        below = list(sight.below(self._number))
        running = {(process.number, process.began): process.own_us for process in below}
        self._ended_us += sum(us for key, us in self._missed.items() if key not in running)
        self._missed = {key: us for key, us in self._running.items() if key not in running}
        self._running = running
        seen_us = sum(running.values())
        self.count(root.waited_us + seen_us + sum(process.waited_us for process in below))
        self.count(self._ended_us + sum(self._missed.values()) + seen_us)

    def count(self, total_us: int) -> None:
        """Sets the total to `total_us` microseconds if this is more than the present total."""
        self.total_us = max(self.total_us, total_us)
