"""A remote bot as a host sees it: a player whose line survives lost connections."""

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
    """A process of a remote bot, as a line."""

    def __init__(self) -> None:
        self.id = secrets.token_bytes(16)
        self.token = new_token()
        """What the bot has to show."""
        self.channel = Channel()
        self.write = self.channel.write
        self.left = "the remote bot has left"
        """How it has ended there."""
        self._broken = ""
        self._over: Over | None = None

    async def read(self) -> bytes | None:
        """The bot's next message."""
        data = await self.channel.read()
        if data is None and self._broken:
            raise Refusal("INVALID_ARGUMENT", self._broken)
        return data

    async def refuse(self, refusal: Refusal) -> None:
        """Ends the process, with the reason."""
        self.end(Over(reason=refusal.sentence, status=refusal.status))

    def part(self, over: Over) -> None:
        """The arena is about to end the process; only the first reason counts."""
        self._over = self._over or over

    def end(self, over: Over) -> None:
        """The arena ends the process."""
        self.part(over)
        self.channel.close()

    def ended(self, over: Over) -> None:
        """The connector says that it has ended, or how the bot broke the protocol there."""
        reason = one_line(over.reason[:MOST_REASON]) or "no reason was given"
        if over.status:
            self._broken = reason
        self.left = f"{reason}, as its connector says"
        self.end(Over(reason=reason))

    def over(self) -> Over:
        """Why it is over."""
        return self._over or Over(reason=GIVEN_UP)


class Remote:
    """A bot that is offered from outside; of its processes there is one at a time."""

    def __init__(self, name: str, clock: Clock) -> None:
        self.name = name
        """What matches call it."""
        self.there = asyncio.Event()
        """Set while matches may begin with it, and a process of it may be wanted."""
        self.there.set()
        self.process: RemoteProcess | None = None
        """The one that is wanted, if there is one."""
        self.changed = asyncio.Event()
        """Set when there is another."""
        self._clock = clock

    def member(self) -> Member:
        """As a host keeps it."""

        async def enter(slot: str, _: Path, __: int, switchboard: Switchboard) -> RemoteSession:
            await self.there.wait()
            process = RemoteProcess()
            session = RemoteSession(self, process, Pump(slot, process.token, self._clock, switchboard))
            self.process = process
            self.changed.set()
            return session

        return Member(self.name, self._clock, enter)


class RemoteSession(GuestSession):
    """A process of a remote bot that is wanted, or there."""

    def __init__(self, remote: Remote, process: RemoteProcess, pump: Pump) -> None:
        super().__init__(process, pump)
        self._remote = remote
        self._process = process

    def there(self) -> bool:
        """Whether its connector is, where that is waited for."""
        return self._remote.there.is_set()

    async def wait(self) -> str:
        """Waits until it has left; says how."""
        await super().wait()
        return self._process.left

    async def end(self, grace_s: float = 0) -> None:
        """Ends it, after some time to leave by itself; may be said again."""
        try:
            await super().end(grace_s)
        finally:
            self._process.end(Over(reason=GIVEN_UP))

    def say_goodbye(self, reason: str) -> None:
        """Sends what waits and the last message."""
        self._process.part(Over(reason=reason))
        super().say_goodbye(reason)
