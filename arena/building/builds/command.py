"""Runs the command of a build under a guard process, which ends all processes of the build when the build is over.
Stores the end of the build's output.
"""

import io
import os
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import BinaryIO, Final

from arena.errors import ArenaError
from arena.files.hindrances import OURS
from arena.sandbox.program import Prepared
from arena.system.processes.children import forget
from arena.system.processes.guard_control import Guard, guard_at, order, wake
from arena.system.processes.strays import end_strays_at_once

LOG_BYTES: Final = 1_000_000
"""The maximum number of bytes of a build's output that are stored; if the output is longer, its last bytes are stored.
"""
CHUNK: Final = 65_536
MOST_AFTER: Final = 1 << 20
"""The maximum number of bytes that are read after the end of the archive in a build's output. Some bytes may follow,
because tar pads its last block.
"""
HELP_S: Final = 1.0
MOST_HELPS: Final = 10
UNSTARTED: Final = "it cannot be started"
Take = Callable[["io.BufferedReader[io.FileIO]"], None]


class Ending:
    """A switch that is passed to builds and can end them: after a call of `end`, the running build and all later builds
    with this switch end at once. Any thread may use it.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._build: tuple[socket.socket, Guard] | None = None
        self._ended = False

    def end(self) -> None:
        """Ends the running build to which this object was passed. A build to which it is passed later ends at once."""
        with self._lock:
            self._ended, build = True, self._build
        if build:
            _end(*build)

    def ended(self) -> bool:
        """Returns whether `end` was called."""
        return self._ended

    @contextmanager
    def over(self, line: socket.socket, guard: Guard) -> Iterator[None]:
        """Returns a context in which a build runs. A call of `end` ends this build; if `end` was called before, the
        build ends at once.
        """
        with self._lock:
            self._build = line, guard
        if self._ended:
            _end(line, guard)
        try:
            yield
        finally:
            with self._lock:
                self._build = None


_running: dict[int, tuple[socket.socket, Guard]] = {}
"""The running builds, by the process id of the guard of each build."""


@dataclass(frozen=True, slots=True)
class Ran:
    """The result of a build."""

    failure: str
    """The reason of the failure, which completes a sentence that begins "the build failed,"; empty if the build
    succeeded.
    """
    log: bytes = b""
    """The end of the build's output, at most LOG_BYTES."""
    killed: bool = False
    """Whether a signal ended the build, for example because its result is no longer needed. Then the failure is not the
    bot's fault.
    """


def run(prepared: Prepared, limit_s: float, take: Take | None = None, ending: Ending | None = None) -> Ran:
    """Runs a build to its end, or until `ending` ends it.

    `take` reads the build's standard output; if `take` is None, standard output is written to the log. Raises OSError
    if the guard process cannot be started, if this machine is too busy to start the build, or if `take` cannot write
    the result.
    """
    with ExitStack() as stack:
        line, far_end = map(stack.enter_context, socket.socketpair())
        words = stack.enter_context(line.makefile("rb"))  # closed after the guard has ended
        log, log_to = _pipe(stack)
        given, given_to = _pipe(stack) if take else (log, log_to)
        guard = guard_at(far_end, "build", given_to.fileno(), log_to.fileno(), prepared.descriptors)
        stack.callback(_end, line, guard)
        _running[guard.pid] = line, guard
        stack.callback(_running.pop, guard.pid)
        if ending:
            stack.enter_context(ending.over(line, guard))
        for end in (far_end, given_to, log_to):
            end.close()
        tail, limit = _Tail(log), _Limit(limit_s, line, guard)
        stack.callback(limit.cancel)
        with suppress(BrokenPipeError, ConnectionResetError):
            line.sendall(order(prepared.folder, prepared.door(), prepared.command, prepared.environment))
        failure, killed = _followed(line, words, (take, given) if take else None)
        _end(line, guard)
        if limit.reached:
            return Ran(f"it took longer than {limit_s:.0f} s", tail.text())
        return Ran(failure, tail.text(), killed)


def end_builds() -> None:
    """Ends the running builds of all threads; each of them then counts as failed."""
    for build in list(_running.values()):
        _end(*build)


def _followed(line: socket.socket, words: BinaryIO, handing: tuple[Take, io.FileIO] | None) -> tuple[str, bool]:
    """Follows a build until its first process has ended; returns the reason of a failure and whether a signal ended it.

    The reason is empty if the build succeeded. `handing`: the function that reads the build's standard output, and the
    file from which it reads; None if standard output goes to the log. Raises OSError if this machine is too busy to
    start the build.
    """
    words.readline()  # skips the process id, which is not needed
    first = words.readline().split()
    if first[:1] == [b"failed"]:
        reason = int(first[1])
        if reason in OURS:
            raise OSError(reason, os.strerror(reason))
        return f"{UNSTARTED} ({os.strerror(reason)})", False
    last: list[bytes] = []
    ending = threading.Thread(target=_wait, args=(words, line, last), daemon=True)
    ending.start()
    refused = _handed_over(*handing) if handing else ""
    ending.join()
    if refused:
        return refused, False
    if last[:1] != [b"ended"]:
        return "it ended the process that guards it", True
    status = os.waitstatus_to_exitcode(int(last[1]))
    return f"exit status {status}" if status else "", status < 0


def _wait(words: BinaryIO, line: socket.socket, last: list[bytes]) -> None:
    """Waits for the end of the build's first process, then makes the guard end all other processes of the build,
    because they might keep the build's output open.

    Reads the guard's report on the first process from `words`, splits it at blanks, and adds the parts to `last`.
    """
    last += words.readline().split()
    with suppress(OSError):
        line.shutdown(socket.SHUT_WR)


def _handed_over(take: Take, given: io.FileIO) -> str:
    """Lets `take` read the archive from a build's standard output; returns the reason if `take` refused it, else an
    empty text.
    """
    with io.BufferedReader(given) as file:
        if not file.peek(1):
            return ""  # the build failed before it wrote an archive
        try:
            take(file)
        except ArenaError as error:
            return error.message
        left = MOST_AFTER
        while left > 0 and (chunk := file.read1(left)):
            left -= len(chunk)
    return ""


class _Tail:
    """A reader of a build's output, which reads the whole output but keeps only the end."""

    def __init__(self, log: io.FileIO) -> None:
        self._log = log
        self._kept = bytearray()
        self._before = 0
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def text(self) -> bytes:
        """Returns the last LOG_BYTES of the build's output; call it after the build's end. If the output was longer, a
        line before them states how many bytes are left out.
        """
        self._thread.join(HELP_S)
        left_out = b"(%d bytes before this are left out)\n" % self._before if self._before else b""
        return left_out + bytes(self._kept)

    def _read(self) -> None:
        with suppress(OSError, ValueError):  # the log was closed
            while chunk := self._log.read(CHUNK):
                self._kept += chunk
                self._before += max(0, len(self._kept) - LOG_BYTES)
                del self._kept[:-LOG_BYTES]


class _Limit(threading.Timer):
    """A timer that ends a build which takes longer than its limit."""

    def __init__(self, limit_s: float, line: socket.socket, guard: Guard) -> None:
        super().__init__(limit_s, self._ring)
        self.daemon = True
        self.reached = False
        self._build = line, guard
        self.start()

    def _ring(self) -> None:
        self.reached = True
        _end(*self._build)


def _pipe(stack: ExitStack) -> tuple[io.FileIO, io.FileIO]:
    reading, writing = os.pipe()
    return stack.enter_context(io.FileIO(reading, "r")), stack.enter_context(io.FileIO(writing, "w"))


def _end(line: socket.socket, guard: Guard) -> None:
    """Ends the guard process of a build, and with it all processes that the build started; may be called again."""
    with suppress(OSError):
        line.shutdown(socket.SHUT_WR)
    for _ in range(MOST_HELPS):
        wake(guard)
        with suppress(subprocess.TimeoutExpired):
            guard.wait(HELP_S)
            break
    guard.kill()
    guard.wait()
    forget(guard.pid)
    if (guard.returncode or 0) < 0:  # it was killed
        end_strays_at_once()
