"""A guest: a player that the arena does not start as a process, and that plays over its own connection (a line)."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from arena.transport.clocks.clock import UNHURRIED, Clock
from arena.transport.crew.member import Member
from arena.transport.crew.session import Session
from arena.transport.streams.line import Line
from arena.transport.streams.pump import Pump, Switchboard

TOKEN = ""
"""The token that a guest must send in Hello. It is empty, because nobody but the guest can use the guest's connection.
"""


@dataclass(frozen=True, slots=True)
class Guest:
    """A player that speaks the bot protocol over the connection `line`, and has its own clock."""

    name: str
    line: Line
    clock: Clock = UNHURRIED

    def member(self) -> Member:
        """Returns the guest in the form of a member of a crew."""

        async def enter(slot: str, _: Path, __: int, switchboard: Switchboard) -> GuestSession:
            return GuestSession(self.line, Pump(slot, TOKEN, self.clock, switchboard))

        return Member(self.name, self.clock, enter, most_failures=1)


class GuestSession(Session):
    """The session of a guest. The arena does not know the guest as a process, but only its messages on the line."""

    def __init__(self, line: Line, pump: Pump) -> None:
        self._pump = pump
        self._carrying = asyncio.create_task(self._carry(line))

    async def wait(self) -> str:
        """Waits until the guest has left; returns a sentence that says so."""
        await asyncio.wait((self._carrying,))
        return "the guest has left"

    async def end(self, grace_s: float = 0) -> None:
        """Closes the line, after at most `grace_s` seconds for the last messages; may be called again."""
        try:
            await asyncio.wait((self._carrying,), timeout=grace_s)
        finally:
            self._pump.stop()
            self._carrying.cancel()
            await asyncio.wait((self._carrying,))

    def say_goodbye(self, reason: str) -> None:
        """Sends the guest the waiting messages, then the message Goodbye with the reason."""
        self._pump.say_goodbye(reason)

    async def _carry(self, line: Line) -> None:
        try:
            await self._pump.carry(line)
        finally:
            self._pump.end("the guest has left")
