"""A guard for a bot's process group: when the arena itself is killed, nobody else is left to end its bots.

It waits for the end of a pipe whose other end only this process holds, so no way of dying goes unnoticed.
"""

import subprocess
from typing import Final

SCRIPT: Final = "trap '' HUP INT TERM; read -r _; kill -s KILL -- \"-$0\""


class Guard:
    """Ends a process group when this process ends, unless it is dismissed before."""

    def __init__(self, group: int) -> None:
        self._process = subprocess.Popen(  # noqa: S603  # a constant and a number
            ("/bin/sh", "-c", SCRIPT, str(group)),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            start_new_session=True,
        )

    def dismiss(self) -> None:
        """Lets the group be; may be said again."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdin
        self._process.stdin.close()
