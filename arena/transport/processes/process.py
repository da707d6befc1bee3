"""A bot's process below a guard.

Rule 1: all that the process starts is below its guard, and ends with the bot or the arena, however these end.
Rule 2: all output is read, but slowly, and only a bounded part is kept, so a flood slows the bot and not the arena.
Rule 3: if the system refuses something to the arena, or the box cannot be made, that is never reported as the bot's
failure.
"""

import asyncio
import contextlib
import os
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.sandbox.boxed_command import obstacle
from arena.sandbox.levels import BOXES, Level
from arena.sandbox.program import Program
from arena.sandbox.runtime import hidden_from_bots
from arena.system.processes.guard_control import ask_to_end
from arena.system.processes.process_table import Process, Sight
from arena.text import one_line
from arena.transport.machine.shortage import arena_failure, shortage_told
from arena.transport.processes.excess import (
    HIDDEN_NS,
    Excess,
    excess,
    excess_in_box,
    explained,
    hidden,
    hides,
    out_of_memory,
    out_of_processes,
)
from arena.transport.processes.guarded import Guarded
from arena.transport.processes.keeper import Keeper
from arena.transport.processes.launch import Launch
from arena.transport.processes.output import Output
from arena.transport.processes.stillness import Stillness

GRACE_S: Final = 2.0
"""How many seconds a process may take to end after Goodbye, and its pipes to close after its end."""

PASSED_ON: Final = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT")
"""The environment variables that a bot gets from the arena's environment, and no others."""
PYTHON: Final = {"PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1"}
"""Variables by which Python prints at once, and writes no bytecode into the bot's folder."""
OWN_PLACES: Final = {"HOME": "/tmp", "TMPDIR": "/tmp"}  # noqa: S108  # a box has its own; confined alone has none
UNIX: Final = "unix:"


class BotProcess:
    """A running process of a bot."""

    def __init__(self, launch: Launch, guarded: Guarded, output: Output) -> None:
        self.number = guarded.number
        """The number of the started process, and of its group and session."""
        self.guard = guarded.guard
        """The number of the guard's process, which is an ancestor of all that the bot starts."""
        self._launch = launch
        self._box = launch.box
        self._guarded = guarded
        self._output = output
        self._hidden_ns: int | None = None
        """Since when (ns, as sights tell it) a process of the bot has hidden what it uses; None if none does."""

    @classmethod
    async def start(cls, launch: Launch, address: str, token: str, keeper: Keeper | None = None) -> "BotProcess":
        """Starts the bot with the arena's address and its token; `keeper` keeps all that it prints, None: only the last
        lines.

        Raises OSError if there is no such program, ArenaError [shortage] or [no-process] if the arena cannot start it.
        """
        try:
            prepared = launch.box.prepared(_program(launch, address, token))
        except OSError as error:
            raise arena_failure(error, f"when it prepared {launch.name}") from error
        try:
            output, writing = _open_output(keeper)
        except BaseException as error:
            prepared.discard()
            if isinstance(error, OSError):
                raise arena_failure(error, f"when it started {launch.name}") from error
            raise
        try:
            guarded = await Guarded.start(launch.name, prepared, writing)
        except BaseException as error:
            output.close()
            if prepared.group:
                prepared.group.end()
            if isinstance(error, FileNotFoundError) and launch.box.confines:  # the box maker is missing
                raise arena_failure(error, f"when it made a box for {launch.name}") from error
            raise
        finally:
            prepared.close()
            os.close(writing)
        return cls(launch, guarded, output)

    async def wait(self) -> str:
        """Waits until the process has ended; returns how it ended, in a sentence."""
        return await asyncio.shield(self._guarded.ended)

    async def demand_box(self) -> None:
        """Raises ArenaError if the process ended at once because its box could not be made.

        The code is [box-failed], or [shortage] or [no-process] if the next try may succeed.
        """
        launch, doing = self._launch, f"when it made a box for {self._launch.name}"
        if self._guarded.unmade:
            found = self.output() or self._guarded.ended.result()
        else:
            try:
                found = await asyncio.to_thread(obstacle, launch.box, _program(launch, "", ""))
            except OSError as error:
                raise arena_failure(error, doing) from error
        if found:
            raise shortage_told(found, doing) or ArenaError(
                "box-failed",
                f"the arena could not start {launch.name}, "
                f"because its box (sandbox {launch.box.level}) fails: {one_line(found)}; the match does not count",
                "arena sandbox shows what works on this machine; --sandbox none, or sandbox in the league file, "
                "chooses another level",
            )

    async def end(self, grace_s: float = 0) -> None:
        """Ends the process and all it started, after at most `grace_s` seconds to end by itself; may be called
        again.
        """
        try:
            try:
                if grace_s:
                    await asyncio.wait((self._guarded.ended,), timeout=grace_s)
            finally:
                await self._guarded.end()
            await asyncio.wait((self._output.ended,), timeout=GRACE_S)
        finally:
            self._output.close()

    def terminate(self) -> None:
        """Asks the bot to end, so that its kit prints where it hangs; only `end` is certain to end it."""
        if not self._guarded.ended.done():
            with contextlib.suppress(OSError):
                ask_to_end(self.own_number())

    def own_number(self) -> int:
        """The number of the process of the bot's program, which in a box is below the started one. Raises OSError."""
        return self._guarded.own_number()

    def kill(self) -> None:
        """Makes the guard end the process and all it started, without waiting for that."""
        self._guarded.dismiss()

    def output(self) -> str:
        """The last lines that the bot wrote to standard output and standard error."""
        return self._output.tail()

    def begin(self, match: bytes) -> None:
        """Keeps what the process prints from now on as output of the match with this id."""
        self._output.begin(match)

    def look(self, sight: Sight) -> Excess | None:
        """Counts what `sight` shows of the process and all it started; returns the limit it exceeds, None if none."""
        self._guarded.look(sight)
        if self._guarded.ended.done():  # the report of its end says what it used
            return None
        if self._guarded.ended_for_memory:
            return out_of_memory(self._box.limits)
        processes, limits = self._guarded.processes, self._box.limits
        found = excess(processes, limits, sight) or self._hiding(processes, sight)
        return found or (excess_in_box(processes, limits) if self._box.level in BOXES else None)

    def _hiding(self, processes: list[Process], sight: Sight) -> Excess | None:
        """The fault of a confined bot that has hidden what it uses for HIDDEN_NS; None if it has not."""
        process = hides(processes) if self._box.confines else None
        if process is None:
            self._hidden_ns = None
            return None
        if self._hidden_ns is None:
            self._hidden_ns = sight.began_ns
        return hidden(process) if sight.began_ns - self._hidden_ns >= HIDDEN_NS else None

    def stillness(self) -> Stillness:
        """A new object that can stop and continue the bot's processes."""
        return Stillness(self._guarded.group)

    def processes(self) -> list[Process]:
        """The bot's processes, as the last look showed them."""
        return self._guarded.processes

    def explained(self) -> Excess | None:
        """The limit that made the process end as it did, if its end or its output shows one; else None."""
        if self._box.level is Level.NONE:  # then the kernel enforces no limit
            return None
        if self._guarded.ended_for_memory:
            return out_of_memory(self._box.limits)
        found = explained(self.output(), self._guarded.status, self._box.limits)
        return found or (out_of_processes(self._box.limits) if self._guarded.refused_processes else None)

    def unguarded_s(self) -> float | None:
        """When the guard ended before the process, in seconds of the monotonic clock; None if it did not."""
        return self._guarded.unguarded_s

    def cpu_us(self) -> int:
        """The CPU time of the process and all it started, in microseconds, as far as it was seen or reported."""
        return self._guarded.cpu_us()

    def peak_bytes(self) -> int:
        """The most memory in bytes that the process and all it started were seen to have."""
        return self._guarded.peak_bytes


def _program(launch: Launch, address: str, token: str) -> Program:
    """The program that `launch` describes, with its whole environment."""
    environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    environment |= {"ARENA_ADDRESS": address, "ARENA_TOKEN": token} | PYTHON
    environment |= OWN_PLACES if launch.box.level is not Level.NONE else {}
    environment |= dict(launch.environment)
    sockets = (Path(address.removeprefix(UNIX)),) if address.startswith(UNIX) else ()
    return Program(
        launch.command, launch.folder, tuple(environment.items()), launch.readable, sockets, hidden_from_bots()
    )


def _open_output(keeper: Keeper | None) -> tuple[Output, int]:
    """Makes a pipe for a process's output: returns its reading end, and the descriptor to write to.

    The pipe is not asyncio's own, which would make waiting for a process wait for every other holder of its output.
    """
    reading, writing = os.pipe()
    return Output(reading, keeper), writing
