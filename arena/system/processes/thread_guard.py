"""A guard (which runs a program and ends everything it started) as a thread of the arena, where processes cannot fork.

Rule 1: the thread and the arena exchange the messages that `guard.py` describes, over a socket.

Rule 2: on Windows the program and all processes that it starts are in a job. The system ends the job when the arena's
process ends, for whatever reason. On systems with neither jobs nor forks, the guard searches for processes below the
program from time to time, and at the end kills those that it has found. A process that loses its parent before it is
found keeps running.
"""

import os
import shutil
import socket
import subprocess
import threading
import time
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Final

from arena.system.processes import jobs

if TYPE_CHECKING:
    import psutil

LOOK_S: Final = 0.01
MOST_LOOKS: Final = 500
_numbers: Final = count(1)
guards: Final[dict[int, "InnerGuard"]] = {}
"""The running guards, by their `pid`."""


class InnerGuard:
    """A guard as a thread, with the same methods as a guard that is a process."""

    def __init__(self, line: socket.socket, output: int, errors: int) -> None:
        """Starts the thread, which waits for the arena's order to start a program.

        `line`: the thread's socket to the arena; `output`, `errors`: the files to which the program will write.
        """
        self.pid = -next(_numbers)
        """The guard's number. It is negative, so that it is not the number of any process."""
        self.returncode: int | None = None
        self.program: subprocess.Popen[bytes] | None = None
        self.seen: set[psutil.Process] = set()
        """The program and all processes that were found below it; stays empty if `job` contains these processes."""
        self.job = jobs.new_job()
        self._line = line
        self._output = tuple(map(os.dup, (output, errors)))
        self._telling = threading.Lock()
        guards[self.pid] = self
        self._thread = threading.Thread(target=self._guard, daemon=True, name="guards a bot")
        self._thread.start()

    def poll(self) -> int | None:
        """Returns 0 once the guard's thread has ended; None before."""
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Waits until the guard's thread has ended; returns 0.

        Raises subprocess.TimeoutExpired after `timeout` seconds.
        """
        self._thread.join(timeout)
        if self._thread.is_alive():
            raise subprocess.TimeoutExpired("guard", timeout or 0)
        return 0

    def kill(self) -> None:
        """Makes the guard end the program and all processes it started, by closing the socket to the arena."""
        with suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)

    def _guard(self) -> None:
        try:
            if (order := self._told()) and self._start(order.split(b"\0")):
                assert self.program
                waiting = threading.Thread(target=self._wait, args=(self.program,), daemon=True)
                waiting.start()
                with suppress(OSError):
                    while self._line.recv(1):
                        pass
                self._end_all()
                waiting.join()
                self._tell("gone", *self._used())
        finally:
            del guards[self.pid]
            if self.job:
                self.job.close()
            self.returncode = 0
            self._close_output()
            self._line.close()

    def _told(self) -> bytes:
        """Waits for the arena's order to start a program; returns its words, separated by NULs. Empty if the arena has
        closed the socket.
        """
        told = b""
        with suppress(OSError):
            while not told.endswith(b"\n"):
                if not (byte := self._line.recv(1)):
                    return b""
                told += byte
            left, told = int(told), b""
            while left > len(told):
                if not (part := self._line.recv(left - len(told))):
                    return b""
                told += part
        return told

    def _start(self, words: list[bytes]) -> bool:
        """Starts the program, and reports success or failure to the arena; returns whether the program was started."""
        folder, _, many, *others = map(os.fsdecode, words)
        command, variables = others[: int(many)], others[int(many) :]
        environment = dict(word.split("=", 1) for word in variables)
        command[0] = shutil.which(command[0], path=environment.get("PATH")) or command[0]
        try:
            self.program = subprocess.Popen(  # noqa: S603  # the purpose is to run the bot
                command,
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=self._output[0],
                stderr=self._output[1],
                creationflags=jobs.SUSPENDED if self.job else 0,
            )
        except OSError as error:
            self._tell("forked", 0)
            self._tell("failed", error.errno, "program" if os.path.isdir(folder) else "folder")  # noqa: PTH112
            return False
        finally:
            self._close_output()
        if self.job:
            self.job.take(self.program)
        self._tell("forked", self.program.pid)
        self._tell("started")
        return True

    def _wait(self, program: "subprocess.Popen[bytes]") -> None:
        status = program.wait()
        self._tell("ended", status << 8 if status >= 0 else -status, *self._used())

    def _end_all(self) -> None:
        for _ in range(MOST_LOOKS):
            self._look()
            if self.job:
                self.job.end()
            for process in self.seen:
                with suppress(Exception):  # it has ended, or is another user's
                    process.kill()
            assert self.program
            self.program.kill()
            if not self.numbers() and self.program.poll() is not None:
                return
            time.sleep(LOOK_S)

    def numbers(self) -> list[int]:
        """Returns the numbers of the running processes: the program's own and those that it started."""
        if self.job:
            return self.job.numbers()
        self._look()
        return [process.pid for process in self.seen if process.is_running() and process.status() != "zombie"]

    def _look(self) -> None:
        import psutil  # noqa: PLC0415  # not installed on Linux

        if self.program and self.program.poll() is None and not self.job:
            with suppress(psutil.Error):
                root = psutil.Process(self.program.pid)
                self.seen |= {root, *root.children(recursive=True)}

    def _used(self) -> tuple[int, int]:
        return self.job.used() if self.job else (0, 0)

    def _tell(self, *words: object) -> None:
        with self._telling, suppress(OSError):  # the arena has ended
            self._line.sendall(" ".join(map(str, words)).encode() + b"\n")

    def _close_output(self) -> None:
        for file in self._output:
            os.close(file)
        self._output = ()
