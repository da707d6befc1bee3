"""A program under a guard (a process that runs the program and ends everything it started), as the arena sees it.

The code of the guard itself is in `guard.py`, which documents the messages between the guard and the arena.
"""

import asyncio
import contextlib
import os
import signal
import subprocess
import time
from typing import Final, Self

from arena.errors import ArenaError
from arena.sandbox.kernel.groups import Group
from arena.sandbox.program import ENDED, Prepared
from arena.system.processes.children import forget
from arena.system.processes.guard_control import Guard, content, end_group, end_process, order, start_guard, wake
from arena.system.processes.process_table import Process, Sight
from arena.system.processes.strays import end_strays
from arena.transport.machine.shortage import SHORTAGES, arena_failure
from arena.transport.processes.cpu import Tally

STARTED_S: Final = 60.0
"""How many seconds a guard may take to start a program."""
HELP_S: Final = 1.0
"""How many seconds a guard may take to end all its processes before the arena also kills them itself."""
MOST_HELPS: Final = 10
"""How many times the arena kills a guard's processes itself before it gives up."""
LAST_S: Final = 1.0
"""How many seconds the arena waits for a guard to end if the task that ends the guard is cancelled."""
LOOK_S: Final = 0.002
MOST_STARTS: Final = 3
"""The most guards that are tried for one program. A running bot of the same user may end a guard that has not started
its program yet; then the arena tries another guard.
"""
BY_SIGNAL: Final = 128
"""The number that bubblewrap, the sandbox program, adds to the number of the signal that ended the program; the sum is
bubblewrap's exit status.
"""


class Guarded:
    """A program that runs under its own guard."""

    def __init__(
        self,
        process: Guard,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        prepared: Prepared,
    ) -> None:
        self.guard = process.pid
        """The number of the guard's process, which is an ancestor of all processes that the program starts."""
        self.number = 0
        """The number of the process that the guard started, which is also the number of its group and session; 0 before
        the start.
        """
        loop = asyncio.get_running_loop()
        self.ended: asyncio.Future[str] = loop.create_future()
        """A future that is done when the started process has ended; its result is a sentence with the exit status or
        the signal.
        """
        self.processes: list[Process] = []
        """The program's process and all processes that it started, from the last snapshot of the machine."""
        self.unguarded_s: float | None = None
        """The time, in seconds of the monotonic clock, at which the guard ended, if it ended before the program; None
        otherwise.
        """
        self.status: int | None = None
        """The program's exit status, or the negative number of the signal that ended it; None if that is unknown."""
        self.unmade = False
        """Whether the program's sandbox could not be made, which is not the program's fault."""
        self.peak_bytes = 0
        """The program's peak memory in bytes: the largest value from three sources. These are the sums over all its
        processes, the reports of the cgroup, and the guard's reports about single processes.
        """
        self.ended_for_memory = self.refused_processes = 0
        """The number of the program's processes that the system killed for lack of memory, and the number of new
        processes that it refused to start.
        """
        self._first: asyncio.Future[list[str]] = loop.create_future()
        """The guard's first answer, split into words; empty if the guard ended without an answer."""
        self._process = process
        self._writer = writer
        self._parents = prepared.parents
        self._status_file = prepared.status
        self.group = prepared.group
        """The cgroup of all the program's processes, even those that are no longer below the guard; None if there is no
        cgroup.
        """
        self._tally = Tally(process.pid)
        self._seen: Sight | None = None
        self._closing = False
        self._gone = False
        """Whether the guard has reported that all processes have ended."""
        self._listening = asyncio.create_task(self._listen(reader))

    @classmethod
    async def start(cls, name: str, prepared: Prepared, output: int) -> Self:
        """Starts a program under a new guard; the program writes to the file descriptor `output`.

        Raises OSError if the program cannot be started. Raises ArenaError [shortage] if the arena ran out of a
        resource, [no-process] if the guard failed for another reason.
        """
        told = order(prepared.folder, prepared.door(), prepared.command, prepared.environment)
        doing = f"when it started {name}"
        for start in range(1, MOST_STARTS + 1):
            try:
                if prepared.group and start > 1:
                    prepared.group.make()
                guarded = cls(*await start_guard(name, output, prepared.descriptors), prepared)
            except OSError as error:
                raise arena_failure(error, doing) from error
            try:
                async with asyncio.timeout(STARTED_S):  # asyncio.wait_for loses some cancellations in Python 3.11
                    first = await guarded.tell(told)
            except TimeoutError as error:
                await guarded.end()
                raise _no_process(doing, f"did not start the bot within {STARTED_S:.0f} s") from error
            except BaseException:
                await guarded.end()
                raise
            # an empty answer means that the program ended its guard
            if first == ["started"] or (guarded.number and not first):
                return guarded
            await guarded.end()
            if first or start == MOST_STARTS:
                break
        raise _failure(first, prepared, doing)

    def look(self, sight: Sight) -> None:
        """Updates the measurements of the program's processes with those in a snapshot; ignores a repeated call with
        the same snapshot.
        """
        if self._process.returncode is not None:  # another process may have the number by now
            self.processes = []
            return
        if sight is self._seen:
            return
        self._seen = sight
        self._tally.look(sight)
        self.processes = list(sight.below(self.guard))[self._parents :]
        self.peak_bytes = max(self.peak_bytes, sum(process.resident for process in self.processes))
        if self.group:
            self._count_group(self.group)

    def cpu_us(self) -> int:
        """Returns the CPU time of the program and all processes it started, in microseconds: the largest total from the
        snapshots, the guard and the cgroup.
        """
        return self._tally.total_us

    def own_number(self) -> int:
        """Returns the number of the program's own process. In a sandbox this is a descendant of the process that the
        guard started. Raises OSError if the machine's processes cannot be read.
        """
        number = self.number
        sight = Sight.now() if self._parents else Sight.none()
        for _ in range(self._parents):
            number = sight.child(number) or number
        return number

    async def tell(self, told: bytes) -> list[str]:
        """Sends the order `told` to the guard; returns the words of the guard's first answer, as `_first` describes."""
        self._writer.write(told)
        return await asyncio.shield(self._first)  # the answer is still read if this wait is cancelled

    def dismiss(self) -> None:
        """Makes the guard end all its processes, without waiting for their end; may be called again."""
        if not self._closing:
            self._closing = True
            with contextlib.suppress(OSError, RuntimeError):  # the guard has ended already
                self._writer.write_eof()

    async def end(self) -> None:
        """Makes the guard end all its processes, and waits until they have ended; may be called again."""
        self.dismiss()
        try:
            for _ in range(MOST_HELPS):
                wake(self._process)
                if (await asyncio.wait((self._listening,), timeout=HELP_S))[0]:
                    return
                self._help()
        except asyncio.CancelledError:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(LAST_S)  # no other code waits for the guard
            raise

    def _help(self) -> None:
        """Kills all processes below the guard. This is needed because the bot may stop the guard again and again, so
        that the guard cannot kill them.
        """
        with contextlib.suppress(OSError):
            for process in Sight.now().below(self.guard):
                end_process(process.number)

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        """Handles the messages of the guard until the guard has ended."""
        try:
            while line := await reader.readline():
                self._hear(line.decode().split())
        except (OSError, ValueError, OverflowError):  # the socket failed, or the line is not from a guard
            self._process.kill()
        finally:
            self._writer.close()
        while self._process.poll() is None:  # noqa: ASYNC110  # the process is ending
            await asyncio.sleep(LOOK_S)
        if not self._first.done():
            self._first.set_result([])
        forget(self.guard)
        if not self.ended.done():
            self.unguarded_s = time.monotonic()
            self.ended.set_result(f"its guard {_how_ended(self._process.returncode or 0)}")
            if self.number:
                end_group(self.number)
        if self.group:
            self._count_group(self.group)
            await asyncio.to_thread(self.group.end)
        if not self._gone:
            await end_strays()

    def _hear(self, words: list[str]) -> None:
        match words:
            case ["forked", number] if not self.number:
                self.number = int(number)
            case _ if not self._first.done():
                self._first.set_result(words)
            case ["ended", status, cpu_us, peak] if not self.ended.done():
                self._count(cpu_us, peak)
                exit_code = os.waitstatus_to_exitcode(int(status))
                self.status = self._own_status(exit_code)
                self.unmade = exit_code >= 0 and not self._begun()  # a process that a signal ended had a box
                self.ended.set_result(f"the process {_how_ended(self.status)}")
            case ["gone", cpu_us, peak]:
                self._count(cpu_us, peak)
                self._gone = True
            case _:
                raise ValueError(words)

    def _count_group(self, group: Group) -> None:
        self._tally.count(group.cpu_us())
        self.peak_bytes = max(self.peak_bytes, group.peak_bytes())
        self.ended_for_memory = max(self.ended_for_memory, group.ended_for_memory())
        self.refused_processes = max(self.refused_processes, group.refused_processes())

    def _count(self, cpu_us: str, peak: str) -> None:
        self._tally.count(int(cpu_us))
        self.peak_bytes = max(self.peak_bytes, int(peak))

    def _begun(self) -> bool:
        """Returns whether the ended program was started inside its sandbox, according to bubblewrap's report; True if
        no report can be read.
        """
        if self._status_file is None:
            return True
        try:
            return ENDED in content(self.guard, self._status_file)
        except OSError:  # the program has ended its guard
            return True

    def _own_status(self, status: int) -> int:
        """Returns the exit status of the program itself, derived from the status of the process that the guard
        started.
        """
        by_signal = self._parents and BY_SIGNAL < status < BY_SIGNAL + signal.NSIG
        return BY_SIGNAL - status if by_signal else status


def _failure(first: list[str], prepared: Prepared, doing: str) -> Exception:
    """Returns the error with the reason why the program was not started; `first`: the first answer of its guard, split
    into words.
    """
    if not first:
        return _no_process(doing, "ended")
    _, number, step = first
    error = OSError(
        int(number), os.strerror(int(number)), str(prepared.folder if step == "folder" else prepared.command[0])
    )
    return arena_failure(error, doing) if step in {"fork", "group"} or error.errno in SHORTAGES else error


def _no_process(doing: str, how: str) -> ArenaError:
    return ArenaError(
        "no-process", f"the arena failed {doing}: the process that guards the bot {how}", "run the same command again"
    )


def _how_ended(status: int) -> str:
    return f"ended with exit status {status}" if status >= 0 else f"was ended by signal {_signal_name(-status)}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # most real-time signals have none
        return str(number)
