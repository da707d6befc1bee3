"""Stops and continues processes by signals, without touching a later process that has the same number."""

import os
import signal
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from arena.system.kinds import LINUX
from arena.system.processes.process_table import Process, began


class Stopping:
    """A group of processes that are stopped and continued together; `learn` sets which processes belong to it."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], Any] = {}
        """A handle for each process, by its number and start: a descriptor on Linux, a psutil object on other
        systems.
        """
        self._stopped = False

    def learn(self, processes: Iterable[Process]) -> None:
        """Sets the processes that this object stops and continues. A new process is stopped at once if the known ones
        are stopped; an ended process is forgotten.
        """
        there = {(process.number, process.began) for process in processes}
        for gone in self._known.keys() - there:
            _forget(self._known.pop(gone))
        for new in there - self._known.keys():
            if (known := _known(*new)) is not None:
                self._known[new] = known
                if self._stopped:
                    _tell(known, stop=True)

    def stop(self) -> None:
        """Stops all processes of the group, and each process that joins it before `resume` is called."""
        self._stopped = True
        for known in self._known.values():
            _tell(known, stop=True)

    def resume(self) -> None:
        """Continues all processes of the group."""
        self._stopped = False
        for known in self._known.values():
            _tell(known, stop=False)

    def close(self) -> None:
        """Forgets all processes, and closes their handles."""
        for known in self._known.values():
            _forget(known)
        self._known.clear()


if LINUX:

    def _known(number: int, began_then: int) -> Any:  # noqa: ANN401  # the type depends on the system
        """A descriptor of the process with this number and start; None if the process has ended or a descriptor cannot
        be opened.
        """
        with suppress(OSError):
            descriptor = os.pidfd_open(number)
            if began(number) == began_then:
                return descriptor
            os.close(descriptor)
        return None

    def _tell(known: Any, *, stop: bool) -> None:  # noqa: ANN401  # as above
        with suppress(OSError):  # it has ended
            signal.pidfd_send_signal(known, signal.SIGSTOP if stop else signal.SIGCONT)

    def _forget(known: Any) -> None:  # noqa: ANN401  # as above
        os.close(known)

else:
    import psutil

    def _known(number: int, began_then: int) -> Any:  # noqa: ANN401, ARG001  # as above; psutil remembers the start
        """The psutil object of a process; None if it has ended."""
        with suppress(psutil.Error):
            return psutil.Process(number)
        return None

    def _tell(known: Any, *, stop: bool) -> None:  # noqa: ANN401  # as above
        with suppress(psutil.Error):  # it has ended; psutil touches no later process with its number
            known.suspend() if stop else known.resume()

    def _forget(known: Any) -> None:  # noqa: ANN401  # as above
        """Does nothing, because there is no descriptor to close."""
