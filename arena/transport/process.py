"""A bot's process: started in a session of its own, its output kept in part, ended for certain.

Rule 1: the process and all it started share a process group; ending the bot ends the group, and so does the end of
the arena, however it ends.
Rule 2: output is read without end but slowly and only its tail is kept, so a flood costs the bot and not the arena.
Rule 3: a thread of its own waits for the process, because only who waits for it is told how much CPU time it took.
"""

import asyncio
import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Final

from arena.transport.cpu import US_PER_S, cpu_us_by_session
from arena.transport.guard import Guard

TAIL_BYTES: Final = 4_096
TAIL_LINES: Final = 20
READ_BYTES: Final = 65_536
READ_PAUSE_S: Final = 0.01
GRACE_S: Final = 2.0
"""How long a process may take to leave after Goodbye, and its pipes to close after its end."""

PASSED_ON: Final = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT")
"""Environment variables a bot gets; nothing else of the arena's environment reaches it."""


@dataclass(frozen=True, slots=True)
class Launch:
    """How a bot is started."""

    name: str
    command: tuple[str, ...]
    folder: Path
    """Working directory."""
    unfit: str = ""
    """Why it cannot be started, in a sentence; empty if it can. `output` says more."""
    output: str = ""
    environment: tuple[tuple[str, str], ...] = ()
    """Variables it gets beside those it always gets; they prevail."""


class BotProcess:
    """One running process of a bot."""

    def __init__(
        self,
        process: "subprocess.Popen[bytes]",
        guard: Guard,
        stream: asyncio.StreamReader,
        pipe: asyncio.ReadTransport,
    ) -> None:
        self.number = process.pid
        """Of the process, of its group and of its session."""
        self._process = process
        self._guard = guard
        self._cpu_us = 0
        self._ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        Thread(target=self._reap, args=(loop,), daemon=True, name=f"waits for {process.pid}").start()
        self._killed = False
        self._tail = bytearray()
        self._stream = stream
        self._pipe = pipe
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, launch: Launch, address: str, token: str) -> "BotProcess":
        """Starts the bot; raises OSError if there is no such program."""
        environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        environment |= {"ARENA_ADDRESS": address, "ARENA_TOKEN": token, "PYTHONUNBUFFERED": "1"}
        environment |= dict(launch.environment)
        stream, pipe, output = await _open_pipe()
        try:
            process = subprocess.Popen(  # noqa: ASYNC220, S603  # asyncio does the same, and hides what wait4 says
                launch.command,
                cwd=launch.folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        except BaseException:
            pipe.close()
            raise
        finally:
            os.close(output)
        try:
            guard = Guard(process.pid)
        except BaseException:
            process.kill()
            process.wait()
            pipe.close()
            raise
        return cls(process, guard, stream, pipe)

    async def wait(self) -> str:
        """Waits until the process has ended; says how."""
        await self._ended.wait()
        status = self._process.returncode
        if status < 0:
            return f"the process was ended by signal {_signal_name(-status)}"
        return f"the process ended with exit status {status}"

    async def end(self, grace_s: float = 0) -> None:
        """Ends the process and all it started: waits `grace_s` for it to leave, then ends the group.

        A process that was ended may be ended again.
        """
        try:
            try:
                if grace_s and not self._killed:
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._ended.wait(), grace_s)
            finally:
                self._kill()
            await self._ended.wait()
            await asyncio.wait((self._reader,), timeout=GRACE_S)
        finally:
            self._reader.cancel()
            self._pipe.close()

    def terminate(self) -> None:
        """Asks the process to end, so that its kit can say where it hangs; `end` ends it for certain."""
        if not self._ended.is_set():
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.number, signal.SIGTERM)

    def output(self) -> str:
        """The last lines the bot wrote to standard output and standard error."""
        return "\n".join(self._tail.decode("utf-8", "replace").splitlines()[-TAIL_LINES:])

    def cpu_us(self, sessions: Mapping[int, int]) -> int:
        """CPU time of the process and all it started, in microseconds, where `sessions` says what was used by now."""
        if not self._ended.is_set():
            self._cpu_us = max(self._cpu_us, sessions.get(self._process.pid, 0))
        return self._cpu_us

    def _kill(self) -> None:
        if self._killed:  # the number may be another group's by now
            return
        self._killed = True
        self._guard.dismiss()
        running_us = cpu_us_by_session().get(self._process.pid, 0)
        self._cpu_us = self._cpu_us + running_us if self._ended.is_set() else max(self._cpu_us, running_us)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _reap(self, loop: asyncio.AbstractEventLoop) -> None:
        """Waits for the end of the process, in a thread."""
        _, status, usage = os.wait4(self._process.pid, 0)
        self._process.returncode = os.waitstatus_to_exitcode(status)
        self._cpu_us = max(self._cpu_us, round((usage.ru_utime + usage.ru_stime) * US_PER_S))
        with contextlib.suppress(RuntimeError):  # the loop is closed, and nobody waits any more
            loop.call_soon_threadsafe(self._ended.set)

    async def _read(self) -> None:
        while chunk := await self._stream.read(READ_BYTES):
            self._tail += chunk
            del self._tail[:-TAIL_BYTES]
            await asyncio.sleep(READ_PAUSE_S)


async def _open_pipe() -> tuple[asyncio.StreamReader, asyncio.ReadTransport, int]:
    """What is read, how to close it, and the file to write to.

    The pipe is not asyncio's own, because that one makes waiting for a process wait for whoever else holds its output.
    """
    reading, writing = os.pipe()
    file = os.fdopen(reading, "rb", 0)
    stream = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    try:
        pipe, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(stream), file)
    except BaseException:
        file.close()
        os.close(writing)
        raise
    return stream, pipe, writing


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # most real-time signals have none
        return str(number)
