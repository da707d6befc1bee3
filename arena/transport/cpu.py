"""CPU time of running processes, as Linux tells it; elsewhere nothing is known until a process has ended."""

import os
from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple, Self

US_PER_S: Final = 1_000_000
PROC: Final = "/proc"
PARENT, OWN, WAITED, BEGAN = 1, slice(11, 13), slice(13, 15), 19
"""Places of fields behind the program's name in /proc/PID/stat; the times are in ticks."""


class Process(NamedTuple):
    """A process, running or ended and not yet waited for."""

    number: int
    began: int
    """In ticks; with the number it tells one process from a later one."""
    own_us: int
    """Its CPU time."""
    waited_us: int
    """That of its children that it has waited for, and of theirs."""


class Sight:
    """All processes of the machine, at about one moment."""

    def __init__(self, processes: dict[int, Process], parents: dict[int, int]) -> None:
        self._processes = processes
        self._children: dict[int, list[int]] = defaultdict(list)
        for number, parent in parents.items():
            self._children[parent].append(number)

    @classmethod
    def now(cls) -> Self:
        """What can be seen now, a millisecond for a hundred processes; raises OSError."""
        tick_us = US_PER_S // os.sysconf("SC_CLK_TCK")
        processes, parents = {}, {}
        for number in map(int, filter(str.isdecimal, os.listdir(PROC))):  # noqa: PTH208  # pathlib takes twice the time
            try:
                file = os.open(f"{PROC}/{number}/stat", os.O_RDONLY)
            except (FileNotFoundError, PermissionError):  # it has ended, or is another user's
                continue
            try:
                told = os.read(file, 4_096)
            except ProcessLookupError:  # it has ended
                continue
            finally:
                os.close(file)
            fields = told.rpartition(b")")[2].split()  # the program's name, in brackets, may have any characters
            parents[number] = int(fields[PARENT])
            own_us, waited_us = (sum(map(int, fields[place])) * tick_us for place in (OWN, WAITED))
            processes[number] = Process(number, int(fields[BEGAN]), own_us, waited_us)
        return cls(processes, parents)

    @classmethod
    def none(cls) -> Self:
        """Nothing to be seen."""
        return cls({}, {})

    def process(self, number: int) -> Process | None:
        """The process with this number."""
        return self._processes.get(number)

    def child(self, number: int) -> int | None:
        """The oldest child of a process."""
        return min(self._children.get(number, ()), key=lambda child: self._processes[child].began, default=None)

    def below(self, number: int) -> Iterator[Process]:
        """The children of a process, and theirs."""
        seen, waiting = {number}, [number]
        while waiting:
            children = [child for child in self._children.get(waiting.pop(), ()) if child not in seen]
            seen.update(children)
            waiting += children
            yield from map(self._processes.__getitem__, children)


class Tally:
    """CPU time of all that one process has started, from look to look.

    What a process used counts when it is waited for, exactly; until then, and if nobody ever does, as it was last seen.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self._running: dict[tuple[int, int], int] = {}
        self._missed: dict[tuple[int, int], int] = {}
        """Not seen the last time; one whose parent ended just then comes back."""
        self._ended_us = 0
        """Of processes that are not seen any more, as they were seen last."""
        self.total_us = 0

    def look(self, sight: Sight) -> None:
        """Takes what is seen now into the account."""
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
        """Takes a total from another source; the largest holds."""
        self.total_us = max(self.total_us, total_us)
