"""A slot, which is the place for one running process of a bot. Also Trouble, the reason why a process is given up."""

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field

from arena.match import FaultKind
from arena.system.processes.process_table import Sight
from arena.transport.clocks.latencies import BUCKETS
from arena.transport.crew.conduct import MOST_TIMEOUTS, Conduct
from arena.transport.crew.member import Member
from arena.transport.crew.session import Session
from arena.transport.crew.usage import Usage
from arena.transport.streams.player import Player


def slot_name(bot: str, process: int) -> str:
    """Returns the name of a bot's slot. For the first process this is the bot's name; for each further process it is a
    name that no bot can have.
    """
    return f"{bot}\n{process}" if process else bot


@dataclass(frozen=True, slots=True)
class Trouble:
    """The reason why a bot's process is given up: the kind of fault, and a sentence."""

    kind: FaultKind
    detail: str


@dataclass(slots=True, eq=False)
class Slot:
    """The place for one process of a bot, and for the processes that replace it after a failure."""

    name: str
    member: Member
    conduct: Conduct
    """The record of the failures of the slot's member, which all slots of this member share."""
    always_wanted: bool = True
    """Whether the slot's sessions begin at once, before a match needs the bot."""
    wanted: asyncio.Event = field(default_factory=asyncio.Event)
    session: Session | None = None
    """The latest session, which may have ended; None before the first session."""
    introduced: bool = False
    """Whether the slot's process has sent Hello."""
    player: Player | None = None
    started_ns: int = 0
    """The time at which the slot's process was started, in nanoseconds of the monotonic clock; 0 while there is no
    process.
    """
    connected: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    trouble: asyncio.Future[Trouble] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    latencies: list[int] = field(default_factory=lambda: [0] * BUCKETS)
    """The number of choices since the last `take_usage` in each bucket of thinking time (see
    `arena.transport.clocks.latencies`).
    """
    ended_cpu_us: int = 0
    """The CPU time of the slot's earlier sessions, in microseconds."""
    told_cpu_us: int = 0
    """The CPU time in microseconds that `take_usage` has reported already."""
    peak_bytes: int = 0
    """The most memory in bytes that any session of the slot has used."""

    def look(self, sight: Sight) -> None:
        """Measures the resources of the slot's process, from a snapshot of the machine; gives the process up if it uses
        too much.
        """
        if self.session and (found := self.session.look(sight)):
            self.report(Trouble(*found))

    def wake(self) -> None:
        """Lets the slot's process compute until `rest` suspends it."""
        if self.session:
            self.session.wake()

    def rest(self) -> None:
        """Stops the slot's process from computing, unless the bot still owes an answer."""
        if self.session and self.player and not self.player.open_turns:
            self.session.rest()

    def take_usage(self) -> Usage:
        """Returns the CPU time and the thinking times of the slot's processes since the last call, with their highest
        memory so far.
        """
        cpu_us = self.ended_cpu_us + (self.session.cpu_us() if self.session else 0)
        latencies = Counter({at: count for at, count in enumerate(self.latencies) if count})
        self.peak_bytes = max(self.peak_bytes, self.session.peak_bytes() if self.session else 0)
        usage = Usage(cpu_us - self.told_cpu_us, latencies, self.peak_bytes)
        self.told_cpu_us = cpu_us
        self.latencies[:] = [0] * BUCKETS
        return usage

    def owes_from_ns(self) -> int | None:
        """Returns the time (ns) from which the bot owes an answer or, while it starts, its Hello; None if it owes
        nothing.
        """
        if self.player:
            return self.player.clock.owes_from_ns if self.player.open_turns else None
        return None if self.conduct.withdrawn or not self.started_ns else self.started_ns

    def has_room(self) -> bool:
        """Returns whether a match with this slot's bot may begin now.

        It may if the slot's process can play another match, or if the bot is withdrawn, because then the match does not
        wait for the bot. Makes the crew start a process if the bot is not withdrawn and the slot has no usable process.
        """
        player = self.player
        if self.conduct.withdrawn:
            return True
        if player is None or self.trouble.done():
            self.wanted.set()
            return False
        return len(player.matches) < player.max_matches and (self.session is None or self.session.there())

    def report(self, trouble: Trouble) -> None:
        """Reports the trouble because of which the slot's process must be given up; later reports about the same
        process are ignored.
        """
        if not self.trouble.done():
            self.trouble.set_result(trouble)

    def timed_out(self, spent_ns: int) -> None:
        """Counts a turn that ran out of time after `spent_ns` nanoseconds; gives the process up after too many such
        turns in a row.
        """
        self.rest()
        self.conduct.timeouts.add(time.monotonic_ns() - spent_ns)
        if self.conduct.too_slow():
            self.report(Trouble(FaultKind.TIMEOUT, f"its time was up {MOST_TIMEOUTS} times in a row"))

    def limit_behind(self) -> str:
        """Returns a semicolon and a clause about the limit on resources that explains the bot's failure. Returns an
        empty text if no such limit is known.
        """
        found = self.session.explained() if self.session else None
        return f"; {found.sentence}" if found else ""

    def output(self) -> str:
        """The last lines that the bot printed."""
        return self.session.output() if self.session else self.member.output

    def admit(self, session: Session) -> None:
        """Makes `session` the slot's present session, and adds to the slot's totals the resources that the previous
        session used.
        """
        if self.session:
            self.ended_cpu_us += self.session.cpu_us()
            self.peak_bytes = max(self.peak_bytes, self.session.peak_bytes())
        self.session = session

    async def clear(self, grace_s: float = 0) -> None:
        """Ends the slot's session, if it has one, after giving it at most `grace_s` seconds to end by itself; may be
        called again.
        """
        if self.session:
            await self.session.end(grace_s)
