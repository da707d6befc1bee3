"""Runs a program that reads lines from standard input and writes lines to standard output.

Rule 1: sending a line to the program never blocks, even if the program does not read, because a separate thread writes
the lines.
Rule 2: the program and all processes that it starts end with this process, however this process ends.
"""

import contextlib
import subprocess
from collections.abc import Generator, Iterator, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Final, Self

from arena.system.processes.group import Group

READ_BYTES: Final = 65_536
MOST_LINE_BYTES: Final = 1 << 20
"""The most bytes that are kept of an output line whose end has not arrived; a longer line is passed on in parts."""


class Program:
    """A running program; leaving the context ends the program and all processes that it started."""

    def __init__(self, command: Sequence[str]) -> None:
        """Starts the program; raises OSError if the program does not exist or cannot be started."""
        self._inbox: SimpleQueue[bytes | None] = SimpleQueue()
        self._group = Group()
        try:
            self._process = self._group.start(command)
        except BaseException:
            self._group.end()
            raise
        self._lines = self._read()
        Thread(target=self._write, daemon=True, name="writes to the program").start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._inbox.put(None)
        self._process.kill()  # the program may have left its process group
        self._group.end()
        self._process.wait()
        self._close_output()

    def send(self, line: bytes) -> None:
        """Queues a line for the program's standard input."""
        self._inbox.put(line)

    def lines(self) -> Iterator[bytes]:
        """Yields the lines that the program and its child processes print, until the last process closes its output."""
        return self._lines

    def wait(self) -> str:
        """Waits until the program ends, and returns its exit status or the signal that ended it, in words."""
        status = self._process.wait()
        return f"signal {-status}" if status < 0 else f"exit status {status}"

    def leave(self, patience_s: float) -> None:
        """Closes the program's standard input, and waits at most `patience_s` for the program to end."""
        self._inbox.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(patience_s)

    def _read(self) -> Generator[bytes, None, None]:
        assert self._process.stdout
        rest = b""
        with self._process.stdout as stdout:
            while chunk := stdout.read(READ_BYTES):
                *lines, rest = (rest + chunk).split(b"\n")
                yield from lines
                if len(rest) > MOST_LINE_BYTES:
                    yield rest
                    rest = b""
        if rest:
            yield rest

    def _close_output(self) -> None:
        try:
            self._lines.close()
        except ValueError:  # another thread still reads; it closes the file at the end
            return
        assert self._process.stdout
        self._process.stdout.close()

    def _write(self) -> None:
        assert self._process.stdin
        with contextlib.suppress(OSError), self._process.stdin as stdin:  # the program may have closed its input
            while (line := self._inbox.get()) is not None:
                while line:
                    line = line[stdin.write(line) :]  # a pipe may take only a part
