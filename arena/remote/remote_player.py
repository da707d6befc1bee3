"""A remote bot as a player in the arena's matches; its connection may be lost and restored."""

import asyncio
import secrets
from pathlib import Path

from arena.files.tokens import new_token
from arena.protocol.conversation import Refusal
from arena.remote.channel import Channel
from arena.remote.link import MOST_REASON
from arena.remote.v1.remote_pb2 import Over
from arena.text import one_line
from arena.transport.clocks.clock import Clock
from arena.transport.crew.guest import GuestSession
from arena.transport.crew.member import Member
from arena.transport.streams.pump import Pump, Switchboard

GIVEN_UP = "the arena gave this process of the bot up"


class RemoteProcess:
    """A process of a remote bot, with the channel for messages to and from it."""

    def __init__(self) -> None:
        self.id = secrets.token_bytes(16)
        self.token = new_token()
        """The token that the bot must send in its Hello."""
        self.channel = Channel()
        self.write = self.channel.write
        self.left = "the remote bot has left"
        """A description of how the process has ended on its owner's machine."""
        self._broken = ""
        self._over: Over | None = None

    async def read(self) -> bytes | None:
        """Returns the bot's next message; None at the end of the conversation. Raises Refusal if the bot broke the
        protocol.
        """
        data = await self.channel.read()
        if data is None and self._broken:
            raise Refusal("INVALID_ARGUMENT", self._broken)
        return data

    async def refuse(self, refusal: Refusal) -> None:
        """Ends the process, and passes the arena's refusal of the bot on to the connector."""
        self.end(Over(reason=refusal.sentence, status=refusal.status))

    def part(self, over: Over) -> None:
        """Records the reason why the arena is about to end the process; keeps the earlier reason if one is recorded
        already.
        """
        self._over = self._over or over

    def end(self, over: Over) -> None:
        """Ends the process on the arena's side, with the reason in `over`."""
        self.part(over)
        self.channel.close()

    def ended(self, over: Over) -> None:
        """Records the connector's message on how the process ended, or on how the bot broke the protocol on its owner's
        machine.
        """
        reason = one_line(over.reason[:MOST_REASON]) or "no reason was given"
        if over.status:
            self._broken = reason
        self.left = f"{reason}, as its connector says"
        self.end(Over(reason=reason))

    def over(self) -> Over:
        """Returns the message Over for the connector, with the reason why the process is over."""
        return self._over or Over(reason=GIVEN_UP)


class Remote:
    """A remote bot that may connect to a gate; it has at most one process at a time."""

    def __init__(self, name: str, clock: Clock) -> None:
        self.name = name
        """The bot's name in matches."""
        self.there = asyncio.Event()
        """An event that is set while matches with the bot may begin: the bot's connector is connected, or the gate does
        not wait for connectors.
        """
        self.there.set()
        self.process: RemoteProcess | None = None
        """The process that a match needs now; None if no match needs one."""
        self.changed = asyncio.Event()
        """An event that is set when a match requests a process of the bot, or when the gate closes."""
        self._clock = clock

    def member(self) -> Member:
        """Returns the remote bot as a player of matches. Matches start its processes in the same way as the processes
        of a local bot.
        """

        async def enter(slot: str, _: Path, __: int, switchboard: Switchboard) -> RemoteSession:
            await self.there.wait()
            process = RemoteProcess()
            session = RemoteSession(self, process, Pump(slot, process.token, self._clock, switchboard))
            self.process = process
            self.changed.set()
            return session

        return Member(self.name, self._clock, enter)


class RemoteSession(GuestSession):
    """The session of a remote bot's process, from the request for the process to the end of the process."""

    def __init__(self, remote: Remote, process: RemoteProcess, pump: Pump) -> None:
        super().__init__(process, pump)
        self._remote = remote
        self._process = process

    def there(self) -> bool:
        """Returns whether matches with the bot may begin: its connector is connected, or the gate does not wait for
        connectors.
        """
        return self._remote.there.is_set()

    async def wait(self) -> str:
        """Waits for the end of the process, and returns a description of how it ended."""
        await super().wait()
        return self._process.left

    async def end(self, grace_s: float = 0) -> None:
        """Ends the process, after at most `grace_s` seconds in which it may end by itself; may be called more than
        once.
        """
        try:
            await super().end(grace_s)
        finally:
            self._process.end(Over(reason=GIVEN_UP))

    def say_goodbye(self, reason: str) -> None:
        """Sends all waiting messages, and then Goodbye with this reason."""
        self._process.part(Over(reason=reason))
        super().say_goodbye(reason)
