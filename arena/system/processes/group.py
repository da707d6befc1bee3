"""A group of a program and all processes that it starts. The group ends when this process ends, for whatever reason.

On Windows the group is a job. On other systems it is a process group with a guard process in it. The guard reads from a
pipe to which only this process can write; when this process ends, the pipe closes, and the guard kills the group.
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
    """A group of processes. Except on Windows, its first process is a guard, which kills the group when this process
    ends.
    """

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
        process = subprocess.Popen(  # noqa: S603  # the purpose is to run the author's program
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
