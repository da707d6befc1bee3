"""Measures the processor time of everything that a process has started."""

from arena.system.processes.process_table import Sight


class Tally:
    """The CPU time of one process and all that it has started, in microseconds, added up at each look.

    A process counts exactly once its parent has waited for it; until then, and if none ever does, as it was last seen.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self._running: dict[tuple[int, int], int] = {}
        self._missed: dict[tuple[int, int], int] = {}
        """The CPU time of processes that the last look did not show, by number and start; one whose parent has just
        ended appears again.
        """
        self._ended_us = 0
        """The CPU time in microseconds of processes that no longer exist, as they were seen last."""
        self.total_us = 0

    def look(self, sight: Sight) -> None:
        """Adds what `sight` shows."""
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
        """Raises the total to `total_us` if that is larger; the number may come from any source."""
        self.total_us = max(self.total_us, total_us)
