"""The bots of a host: started, watched, restarted after a failure, and withdrawn.

Each process that a bot may have has a slot. One coroutine serves a slot for its whole life and repeats these steps: it
starts the process (at once, or when a match needs it), waits for its Hello, then waits for its failure and reports it.
A bot that has failed too often in a row (`conduct.py`) is withdrawn, with all its processes.
"""

import asyncio
import itertools
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from arena.match import FaultKind
from arena.system.processes.process_table import Sight
from arena.transport.crew.conduct import Conduct
from arena.transport.crew.member import Member
from arena.transport.crew.session import Session
from arena.transport.crew.slot import Slot, Trouble, slot_name
from arena.transport.crew.usage import Usage, add_usage
from arena.transport.machine.shortage import demand_means
from arena.transport.processes.process import GRACE_S
from arena.transport.streams.player import Player
from arena.transport.streams.pump import Switchboard

UNEXPLAINED: Final = (FaultKind.STARTUP, FaultKind.TIMEOUT, FaultKind.DISCONNECT)
"""The kinds of faults that may have a hidden cause, namely a limit on the bot's resources."""
TOGETHER_S: Final = 1.0
"""The number of seconds within which the guards of two bots (the processes that run the bots) must end so that neither
bot is blamed.
"""
LAST_WORDS_S: Final = 0.5
"""How many seconds a process that hangs may take to print where it hangs."""


class Crew:
    """All bots of a host, with their slots."""

    def __init__(
        self,
        members: Sequence[Member],
        processes: int,
        switchboard: Switchboard,
        on_ready: Callable[[], None],
        on_lost: Callable[[Player, Trouble, str], None],
    ) -> None:
        """`processes`: the number of slots of each member. A single slot gets its process at once, unless the member
        says otherwise; several slots get theirs only when a match needs them.

        `on_ready`: called after a bot has connected or a process has failed, so that waiting matches can be tried
        again. `on_lost`: called after the process of a connected bot has failed, with its trouble and last output.
        """
        self.conducts = {member.name: Conduct(_unfit(member), member.most_failures) for member in members}
        self.slots: dict[str, Slot] = {}
        for member in members:
            for process in range(processes):
                name = slot_name(member.name, process)
                self.slots[name] = Slot(name, member, self.conducts[member.name], member.at_once and processes == 1)
        self._switchboard = switchboard
        self._on_ready = on_ready
        self._on_lost = on_lost
        self._folder = Path()
        self._numbers = itertools.count(1)
        self._keepers: list[asyncio.Task[None]] = []

    def start(self, folder: Path) -> list[asyncio.Task[None]]:
        """Starts the tasks that keep the bots running, one for each slot, and returns them; each process gets a socket
        in `folder`.
        """
        self._folder = folder
        self._keepers = [asyncio.create_task(self._keep(slot)) for slot in self.slots.values()]
        return self._keepers

    async def stop(self, reason: str) -> None:
        """Says goodbye to every bot, and ends each process that does not end by itself within GRACE_S seconds."""
        for slot in self.slots.values():
            slot.wake()
            if slot.session:
                slot.session.say_goodbye(reason)
        for keeper in self._keepers:
            keeper.cancel()
        try:
            await asyncio.gather(*self._keepers, return_exceptions=True)
        finally:
            await asyncio.gather(*(slot.clear(GRACE_S) for slot in self.slots.values()))

    def look(self, sight: Sight) -> None:
        """Measures the resources that bots use, from a snapshot of the machine. Causes the end of each process that
        exceeds a limit or computes out of turn.
        """
        for slot in self.slots.values():
            slot.look(sight)

    def take_usage(self) -> dict[str, Usage]:
        """Returns the resources that each bot has used since the last call, by the bot's name."""
        used: dict[str, Usage] = {}
        for slot in self.slots.values():
            add_usage(used, {slot.member.name: slot.take_usage()})
        return used

    async def _keep(self, slot: Slot) -> None:
        conduct = slot.conduct
        while not conduct.withdrawn:
            if not slot.always_wanted:
                await slot.wanted.wait()
            if conduct.withdrawn:
                break
            trouble, output = await self._run(slot)
            if not conduct.withdrawn:
                if not self._struck_together(slot):
                    conduct.failures.add(slot.started_ns)
                conduct.judge(trouble.detail)
                self._end_others(slot)
            slot.started_ns = 0
            slot.wanted.clear()
            player, slot.player = slot.player, None
            if player:
                self._on_lost(player, trouble, output)
            self._on_ready()  # starts the bot again if a match waits for it

    def _end_others(self, slot: Slot) -> None:
        """Causes the end of all other processes of the slot's bot if the bot is withdrawn; else does nothing."""
        if slot.conduct.withdrawn:
            for other in self.slots.values():
                if other.conduct is slot.conduct:
                    other.report(Trouble(FaultKind.STARTUP, slot.conduct.withdrawn))

    def _struck_together(self, slot: Slot) -> bool:
        """Returns whether the slot's guard and a guard of another bot ended within TOGETHER_S seconds. A guard is the
        process that runs a bot. Neither bot is blamed then, because either may be the cause.
        """
        own = slot.session.unguarded_s() if slot.session else None
        others = [one.session for one in self.slots.values() if one.session and one.conduct is not slot.conduct]
        struck = [other.unguarded_s() for other in others]
        return own is not None and any(abs(at - own) < TOGETHER_S for at in struck if at is not None)

    async def _run(self, slot: Slot) -> tuple[Trouble, str]:
        """Runs one session of the slot from start to end; returns the trouble that ended it, and the last lines that
        the bot printed.
        """
        loop = asyncio.get_running_loop()
        slot.connected, slot.trouble, slot.introduced = loop.create_future(), loop.create_future(), False
        slot.started_ns = time.monotonic_ns()
        try:
            session = await slot.member.enter(slot.name, self._folder, next(self._numbers), self._switchboard)
        except OSError as error:
            return Trouble(FaultKind.STARTUP, f"the program could not be started: {error}"), ""
        slot.admit(session)
        exited = asyncio.create_task(session.wait())
        unheard = False
        try:
            trouble = await self._startup_trouble(slot, exited)
            if trouble:
                demand_means(self._folder, f"while {slot.member.name} connected")
                unheard = exited.done() and not slot.introduced
            else:
                self._on_ready()
                await asyncio.wait((slot.trouble, exited), return_when=asyncio.FIRST_COMPLETED)
                trouble = await _cause(slot, exited)
            slot.report(trouble)  # so that no match begins with a bot that connects while it is being ended
        finally:
            exited.cancel()
            await asyncio.wait((exited,))
        if trouble.kind is FaultKind.TIMEOUT:
            session.terminate()
        await slot.clear(LAST_WORDS_S if trouble.kind is FaultKind.TIMEOUT else 0)
        if unheard:  # only now, because leftover processes could disturb this test of the box
            await session.demand_surroundings()
        return _explained(trouble, session), session.output()

    async def _startup_trouble(self, slot: Slot, exited: asyncio.Task[str]) -> Trouble | None:
        waiting = (slot.connected, slot.trouble, exited)
        limit_ms = slot.member.clock.startup_ms
        await asyncio.wait(waiting, timeout=limit_ms / 1000, return_when=asyncio.FIRST_COMPLETED)
        if slot.connected.done():
            return None
        if slot.trouble.done() or exited.done():
            trouble = await _cause(slot, exited)
            early = "" if trouble.kind is FaultKind.PROTOCOL else f" before it {_due(slot)}"
            return Trouble(FaultKind.STARTUP, f"{trouble.detail}{early}")
        return Trouble(FaultKind.STARTUP, f"the bot had not {_due(slot)} after {limit_ms} ms")


def _explained(trouble: Trouble, session: Session) -> Trouble:
    """Returns the trouble; if a limit on resources caused it, the trouble's text also names the limit."""
    found = session.explained() if trouble.kind in UNEXPLAINED else None
    if not found:
        return trouble
    kind = found.kind if trouble.kind is FaultKind.DISCONNECT else trouble.kind
    return Trouble(kind, f"{trouble.detail}; {found.sentence}")


def _due(slot: Slot) -> str:
    """Returns, in words, the next step that the slot's process has yet to take in order to connect: to say hello, or to
    read the arena's message Welcome.
    """
    return "read welcome" if slot.introduced else "said hello"


def _unfit(member: Member) -> str:
    return f"withdrawn before its start: {member.unfit}" if member.unfit else ""


async def _cause(slot: Slot, exited: asyncio.Task[str]) -> Trouble:
    """Returns the trouble that ended a session. If the stream broke and the process ends within GRACE_S seconds, the
    trouble is the end of the process.
    """
    trouble = slot.trouble.result() if slot.trouble.done() else None
    if trouble and trouble.kind is not FaultKind.DISCONNECT:
        return trouble
    await asyncio.wait((exited,), timeout=GRACE_S)
    if exited.done():
        return Trouble(FaultKind.DISCONNECT, exited.result())
    return trouble or Trouble(FaultKind.DISCONNECT, "the bot closed its stream")
