"""A bot's process under a guard (a process that runs the bot and ends everything it started).

Rule 1: all processes that the bot starts are below its guard. They end with the bot or with the arena, for whatever
reason either ends.
Rule 2: the arena reads the whole output, but slowly, and stores only a bounded part. So a flood of output slows the bot
down, not the arena.
Rule 3: if the system refuses the arena a resource, or the sandbox cannot be made, the arena never reports that as the
bot's failure.
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
"""The most seconds that a process may take to end after Goodbye. Its output pipe may then take as long again to close.
"""

PASSED_ON: Final = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT")
"""The environment variables that a bot gets from the arena's own environment; it gets no other variables of the arena.
"""
PYTHON: Final = {"PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1"}
"""Variables that make Python print without delay, and write no bytecode into the bot's folder."""
OWN_PLACES: Final = {"HOME": "/tmp", "TMPDIR": "/tmp"}  # noqa: S108  # a box has its own /tmp; at the level confined, a bot has none
UNIX: Final = "unix:"


class BotProcess:
    """A running process of a bot."""

    def __init__(self, launch: Launch, guarded: Guarded, output: Output) -> None:
        self.number = guarded.number
        """The number of the process that the guard started, which is also the number of its group and session."""
        self.guard = guarded.guard
        """The number of the guard's process, which is an ancestor of all processes that the bot starts."""
        self._launch = launch
        self._box = launch.box
        self._guarded = guarded
        self._output = output
        self._hidden_ns: int | None = None
        """The time of the first snapshot in which the bot hid its use of resources, in nanoseconds; None if it does not
        hide it now.
        """

    @classmethod
    async def start(cls, launch: Launch, address: str, token: str, keeper: Keeper | None = None) -> "BotProcess":
        """Starts the bot; gives it the arena's `address`, and the `token` that its Hello must contain.

        `keeper` stores the bot's whole output; if it is None, only the last lines are stored. Raises OSError if the
        bot's program does not exist, ArenaError [shortage] or [no-process] if the arena cannot start it.
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
            # the program that makes the box is missing
            if isinstance(error, FileNotFoundError) and launch.box.confines:
                raise arena_failure(error, f"when it made the sandbox of {launch.name}") from error
            raise
        finally:
            prepared.close()
            os.close(writing)
        return cls(launch, guarded, output)

    async def wait(self) -> str:
        """Waits until the process has ended; returns a sentence with its exit status or signal."""
        return await asyncio.shield(self._guarded.ended)

    async def demand_box(self) -> None:
        """Raises ArenaError if the process ended at once because its sandbox could not be made.

        The code is [shortage] or [no-process] if the next try may succeed, else [box-failed].
        """
        launch, doing = self._launch, f"when it made the sandbox of {self._launch.name}"
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
                f"because its sandbox ({launch.box.level}) failed: {one_line(found)}; the match does not count",
                "run arena sandbox to see which levels work on this machine; then choose one of them: for "
                "a league or ladder, write the level into its file, after the key 'sandbox'; for other commands, give "
                "the level with --sandbox",
            )

    async def end(self, grace_s: float = 0) -> None:
        """Ends the process and all processes it started, after giving it at most `grace_s` seconds to end by itself;
        may be called again.
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
        """Asks the bot to end, so that its kit (the library that speaks the protocol) prints where the bot hangs. Only
        `end` is certain to end the bot.
        """
        if not self._guarded.ended.done():
            with contextlib.suppress(OSError):
                ask_to_end(self.own_number())

    def own_number(self) -> int:
        """Returns the number of the bot program's own process. If bubblewrap confines the bot, this process is a
        descendant of the process `number`. Raises OSError if the processes cannot be read.
        """
        return self._guarded.own_number()

    def kill(self) -> None:
        """Makes the guard end the process and all processes it started, without waiting for their end."""
        self._guarded.dismiss()

    def output(self) -> str:
        """The last lines that the bot wrote to standard output and standard error."""
        return self._output.tail()

    def begin(self, match: bytes) -> None:
        """Stores what the process prints from now on as output of the match with this id."""
        self._output.begin(match)

    def look(self, sight: Sight) -> Excess | None:
        """Updates the measured resources of the process and all processes it started, from a snapshot of the machine.

        Returns the limit that the bot exceeds; None if it exceeds none.
        """
        self._guarded.look(sight)
        if self._guarded.ended.done():  # the final report contains the use of resources
            return None
        if self._guarded.ended_for_memory:
            return out_of_memory(self._box.limits)
        processes, limits = self._guarded.processes, self._box.limits
        found = excess(processes, limits, sight) or self._hiding(processes, sight)
        return found or (excess_in_box(processes, limits) if self._box.level in BOXES else None)

    def _hiding(self, processes: list[Process], sight: Sight) -> Excess | None:
        """Returns the fault of a confined bot that has hidden its use of resources for HIDDEN_NS nanoseconds; None if
        it has not.
        """
        process = hides(processes) if self._box.confines else None
        if process is None:
            self._hidden_ns = None
            return None
        if self._hidden_ns is None:
            self._hidden_ns = sight.began_ns
        return hidden(process) if sight.began_ns - self._hidden_ns >= HIDDEN_NS else None

    def stillness(self) -> Stillness:
        """Returns a new object that can stop and continue the bot's processes."""
        return Stillness(self._guarded.group)

    def processes(self) -> list[Process]:
        """Returns the bot's processes, from the last snapshot of the machine."""
        return self._guarded.processes

    def explained(self) -> Excess | None:
        """Returns the limit because of which the process has ended, if its exit status or its output shows one; else
        None.
        """
        if self._box.level is Level.NONE:  # at this level the kernel enforces no limit
            return None
        if self._guarded.ended_for_memory:
            return out_of_memory(self._box.limits)
        found = explained(self.output(), self._guarded.status, self._box.limits)
        return found or (out_of_processes(self._box.limits) if self._guarded.refused_processes else None)

    def unguarded_s(self) -> float | None:
        """Returns the time, in seconds of the monotonic clock, at which the guard ended, if it ended before the bot's
        process; None otherwise.
        """
        return self._guarded.unguarded_s

    def cpu_us(self) -> int:
        """Returns the CPU time of the process and all processes it started, in microseconds, as far as it was measured
        or reported.
        """
        return self._guarded.cpu_us()

    def peak_bytes(self) -> int:
        """Returns the peak memory, in bytes, that was measured for the bot's processes together."""
        return self._guarded.peak_bytes


def _program(launch: Launch, address: str, token: str) -> Program:
    """Returns the program that `launch` describes, with its whole environment."""
    environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    environment |= {"ARENA_ADDRESS": address, "ARENA_TOKEN": token} | PYTHON
    environment |= OWN_PLACES if launch.box.level is not Level.NONE else {}
    environment |= dict(launch.environment)
    sockets = (Path(address.removeprefix(UNIX)),) if address.startswith(UNIX) else ()
    return Program(
        launch.command, launch.folder, tuple(environment.items()), launch.readable, sockets, hidden_from_bots()
    )


def _open_output(keeper: Keeper | None) -> tuple[Output, int]:
    """Makes a pipe for a process's output; returns its reading end, and the descriptor to write to."""
    reading, writing = os.pipe()
    return Output(reading, keeper), writing
