"""A bot's process: started in a session of its own, its output kept in part, ended for certain.

Rule 1: the process and all it started share a process group; ending the bot ends the group.
Rule 2: output is read without end but slowly and only its tail is kept, so a flood costs the bot and not the arena.
"""

import asyncio
import contextlib
import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Final

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


class BotProcess:
    """One running process of a bot."""

    def __init__(
        self, process: asyncio.subprocess.Process, stream: asyncio.StreamReader, pipe: asyncio.ReadTransport
    ) -> None:
        self._process = process
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
        stream, pipe, output = await _open_pipe()
        try:
            process = await asyncio.create_subprocess_exec(
                *launch.command,
                cwd=launch.folder,
                env=environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        except BaseException:
            pipe.close()
            raise
        finally:
            os.close(output)
        return cls(process, stream, pipe)

    async def wait(self) -> str:
        """Waits until the process has ended; says how."""
        status = await self._process.wait()
        if status < 0:
            return f"the process was ended by signal {_signal_name(-status)}"
        return f"the process ended with exit status {status}"

    async def end(self, grace_s: float = 0) -> None:
        """Ends the process and all it started: waits `grace_s` for it to leave, then ends the group.

        A process that was ended may be ended again.
        """
        try:
            if grace_s and not self._killed:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._process.wait(), grace_s)
        finally:
            self._kill()
        await self._process.wait()
        await asyncio.wait((self._reader,), timeout=GRACE_S)
        self._reader.cancel()
        self._pipe.close()

    def output(self) -> str:
        """The last lines the bot wrote to standard output and standard error."""
        return "\n".join(self._tail.decode("utf-8", "replace").splitlines()[-TAIL_LINES:])

    def _kill(self) -> None:
        if self._killed:  # the number may be another group's by now
            return
        self._killed = True
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

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
