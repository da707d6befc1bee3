"""The bots' processes over the life of a league: started, watched, started again after a failure, in the end withdrawn.

Each process a bot may have has a berth with one coroutine that tells its whole story: wait until a match wants it,
start, wait for Hello, wait for trouble, report it, begin again. Three failures in a row, or five time-outs, and the bot
is withdrawn, with all its processes.
"""

import asyncio
import itertools
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from arena.match import FaultKind
from arena.transport.crew.berth import Berth, Trouble, berth_name
from arena.transport.crew.conduct import Conduct
from arena.transport.crew.member import Member, Occupant
from arena.transport.crew.usage import Usage, add_usage
from arena.transport.machine.shortage import demand_means
from arena.transport.machine.sight import Sight
from arena.transport.processes.process import GRACE_S
from arena.transport.streams.player import Player
from arena.transport.streams.pump import Switchboard

UNEXPLAINED: Final = (FaultKind.STARTUP, FaultKind.TIMEOUT, FaultKind.DISCONNECT)
"""Troubles that a limit may be behind."""
TOGETHER_S: Final = 1.0
"""Guards that end within this time were ended together."""
LAST_WORDS_S: Final = 0.5
"""How long a process that hangs may take to say where."""


class Crew:
    """All bots of a host."""

    def __init__(
        self,
        members: Sequence[Member],
        processes: int,
        switchboard: Switchboard,
        on_ready: Callable[[], None],
        on_lost: Callable[[Player, Trouble, str], None],
    ) -> None:
        """`processes`: how many berths a member has; where it is more than one, they are held when a match wants it.

        `on_ready`: something has changed for matches that wait; `on_lost`: a connected bot's trouble and last output.
        """
        self.conducts = {member.name: Conduct(_unfit(member), member.most_failures) for member in members}
        self.berths: dict[str, Berth] = {}
        for member in members:
            for process in range(processes):
                name = berth_name(member.name, process)
                self.berths[name] = Berth(name, member, self.conducts[member.name], member.at_once and processes == 1)
        self._switchboard = switchboard
        self._on_ready = on_ready
        self._on_lost = on_lost
        self._folder = Path()
        self._numbers = itertools.count(1)
        self._keepers: list[asyncio.Task[None]] = []

    def start(self, folder: Path) -> list[asyncio.Task[None]]:
        """Begins to start bots, each process with a socket of its own in `folder`; the tasks that keep them."""
        self._folder = folder
        self._keepers = [asyncio.create_task(self._keep(berth)) for berth in self.berths.values()]
        return self._keepers

    async def stop(self, reason: str) -> None:
        """Says goodbye to every bot and ends its process, after a moment to leave."""
        for berth in self.berths.values():
            berth.wake()
            if berth.occupant:
                berth.occupant.say_goodbye(reason)
        for keeper in self._keepers:
            keeper.cancel()
        try:
            await asyncio.gather(*self._keepers, return_exceptions=True)
        finally:
            await asyncio.gather(*(berth.clear(GRACE_S) for berth in self.berths.values()))

    def look(self, sight: Sight) -> None:
        """Counts what bots use, and gives up those that use too much; `sight`: the processes there are by now."""
        for berth in self.berths.values():
            berth.look(sight)

    def take_usage(self) -> dict[str, Usage]:
        """What each bot has used since this was asked last, as far as it was seen."""
        used: dict[str, Usage] = {}
        for berth in self.berths.values():
            add_usage(used, {berth.member.name: berth.take_usage()})
        return used

    async def _keep(self, berth: Berth) -> None:
        conduct = berth.conduct
        while not conduct.withdrawn:
            if not berth.always_wanted:
                await berth.wanted.wait()
            if conduct.withdrawn:
                break
            trouble, output = await self._run(berth)
            if not conduct.withdrawn:
                if not self._struck_together(berth):
                    conduct.failures.add(berth.started_ns)
                conduct.judge(trouble.detail)
                self._end_others(berth)
            berth.started_ns = 0
            berth.wanted.clear()
            player, berth.player = berth.player, None
            if player:
                self._on_lost(player, trouble, output)
            self._on_ready()  # which wants it again, if a match waits for it

    def _end_others(self, berth: Berth) -> None:
        """Gives up the other processes of a bot that is withdrawn."""
        if berth.conduct.withdrawn:
            for other in self.berths.values():
                if other.conduct is berth.conduct:
                    other.report(Trouble(FaultKind.STARTUP, berth.conduct.withdrawn))

    def _struck_together(self, berth: Berth) -> bool:
        """Whether its guard was ended together with another bot's: then any of them may have done it, or none."""
        own = berth.occupant.unguarded_s() if berth.occupant else None
        others = [one.occupant for one in self.berths.values() if one.occupant and one.conduct is not berth.conduct]
        struck = [other.unguarded_s() for other in others]
        return own is not None and any(abs(at - own) < TOGETHER_S for at in struck if at is not None)

    async def _run(self, berth: Berth) -> tuple[Trouble, str]:
        """One occupant from start to end: its trouble, and the last lines it wrote."""
        loop = asyncio.get_running_loop()
        berth.connected, berth.trouble, berth.introduced = loop.create_future(), loop.create_future(), False
        berth.started_ns = time.monotonic_ns()
        try:
            occupant = await berth.member.enter(berth.name, self._folder, next(self._numbers), self._switchboard)
        except OSError as error:
            return Trouble(FaultKind.STARTUP, f"the program could not be started: {error}"), ""
        berth.occupy(occupant)
        exited = asyncio.create_task(occupant.wait())
        try:
            trouble = await self._startup_trouble(berth, exited)
            if trouble:
                demand_means(self._folder, f"while {berth.member.name} connected")
            else:
                self._on_ready()
                await asyncio.wait((berth.trouble, exited), return_when=asyncio.FIRST_COMPLETED)
                trouble = await _cause(berth, exited)
            berth.report(trouble)  # from now on no match begins with it, should it connect while it is ended
        finally:
            exited.cancel()
            await asyncio.wait((exited,))
        if trouble.kind is FaultKind.TIMEOUT:
            occupant.terminate()
        await berth.clear(LAST_WORDS_S if trouble.kind is FaultKind.TIMEOUT else 0)
        return _explained(trouble, occupant), occupant.output()

    async def _startup_trouble(self, berth: Berth, exited: asyncio.Task[str]) -> Trouble | None:
        waiting = (berth.connected, berth.trouble, exited)
        limit_ms = berth.member.clock.startup_ms
        await asyncio.wait(waiting, timeout=limit_ms / 1000, return_when=asyncio.FIRST_COMPLETED)
        if berth.connected.done():
            return None
        if berth.trouble.done() or exited.done():
            trouble = await _cause(berth, exited)
            if exited.done() and berth.occupant and not berth.introduced:
                await berth.occupant.demand_surroundings()
            early = "" if trouble.kind is FaultKind.PROTOCOL else f" before it {_due(berth)}"
            return Trouble(FaultKind.STARTUP, f"{trouble.detail}{early}")
        return Trouble(FaultKind.STARTUP, f"the bot had not {_due(berth)} after {limit_ms} ms")


def _explained(trouble: Trouble, occupant: Occupant) -> Trouble:
    """With the limit behind it, where the occupant tells of one."""
    found = occupant.explained() if trouble.kind in UNEXPLAINED else None
    if not found:
        return trouble
    kind = found.kind if trouble.kind is FaultKind.DISCONNECT else trouble.kind
    return Trouble(kind, f"{trouble.detail}; {found.sentence}")


def _due(berth: Berth) -> str:
    """What a process that is not connected has not done."""
    return "read welcome" if berth.introduced else "said hello"


def _unfit(member: Member) -> str:
    return f"withdrawn before its start: {member.unfit}" if member.unfit else ""


async def _cause(berth: Berth, exited: asyncio.Task[str]) -> Trouble:
    """What ended a bot: a broken stream is often only the sign of a process that ended."""
    trouble = berth.trouble.result() if berth.trouble.done() else None
    if trouble and trouble.kind is not FaultKind.DISCONNECT:
        return trouble
    await asyncio.wait((exited,), timeout=GRACE_S)
    if exited.done():
        return Trouble(FaultKind.DISCONNECT, exited.result())
    return trouble or Trouble(FaultKind.DISCONNECT, "the bot closed its stream")
