"""A group of a program and all that it starts, which ends when this process does, however that ends.

On Windows the group is a job. Elsewhere it is a process group with a guard in it: the guard waits for the end of a pipe
whose other end only this process holds, then kills the group.
"""

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from arena.system.kinds import FORKS
from arena.system.processes import jobs

GUARD: Final = ("/bin/sh", "-c", "trap '' HUP INT TERM; read -r _; kill -s KILL 0")


class Group:
    """A group of processes; at first its only process is the guard that will end it."""

    def __init__(self) -> None:
        self._job = jobs.new_job()
        self._guard = (
            subprocess.Popen(  # noqa: S603  # a constant
                GUARD,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                process_group=0,
            )
            if FORKS
            else None
        )

    def start(self, command: Sequence[str]) -> "subprocess.Popen[bytes]":
        """Starts a program in the group, with pipes as its standard input and output; raises OSError."""
        process = subprocess.Popen(  # noqa: S603  # running what the author names is the purpose
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            process_group=self._guard.pid if self._guard else None,
            creationflags=jobs.SUSPENDED if self._job else 0,
        )
        if self._job:
            self._job.take(process)
        return process

    def end(self) -> None:
        """Ends all processes of the group."""
        if self._job:
            self._job.end()
            self._job.close()
        if self._guard:
            with suppress(ProcessLookupError, PermissionError):  # all its processes have ended
                os.killpg(self._guard.pid, signal.SIGKILL)
            assert self._guard.stdin
            self._guard.stdin.close()
            self._guard.wait()
