"""The host: plays many matches at the same time, in one event loop, between bots on their streams.

Each match waits for a choice of one bot at a time. The host collects the turns of all matches that wait for the same
bot, and sends them as one batch once the bot has answered all its earlier turns. Each choice in the bot's answer
advances one match, which then waits for the bot in the next seat. The host passes finished matches to `on_finished`,
and begins others in their place.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Any, Self

from arena import __version__
from arena.files.temporary import temporary_folder
from arena.games.contract import Game
from arena.match import Entrant, FaultKind, Match
from arena.protocol.conversation import Refusal
from arena.protocol.v1.arena_pb2 import Choices, Welcome
from arena.transport.clocks.clock import NS_PER_S, Clock, Heartbeat
from arena.transport.crew.bot import bot
from arena.transport.crew.crew import Crew
from arena.transport.crew.member import Visitor
from arena.transport.crew.slot import Trouble
from arena.transport.crew.usage import Usage
from arena.transport.machine.shortage import arena_failure
from arena.transport.machine.watch import Watch
from arena.transport.machine.watchdog import watch
from arena.transport.matches.assignments import Assignment, Finished
from arena.transport.matches.matches import Matches
from arena.transport.processes.launch import Launch
from arena.transport.streams.player import Player


class Host:
    """Plays matches of one game between bots that it starts; an async context manager."""

    def __init__(
        self,
        game: Game[Any, Any],
        launches: Sequence[Launch],
        clock: Clock,
        in_flight: int,
        on_progress: Callable[[Match], None] | None = None,
        processes: int = 1,
        guests: Sequence[Visitor] = (),
        spares: Sequence[Launch] = (),
        *,
        in_order: bool = False,
        ends_late: bool = False,
    ) -> None:
        """`clock`: the time that bots have. `processes`: the maximum number of processes of each bot. `guests`: players
        that are not programs. `spares`: bots that are started only when they get a seat. `in_order`: whether matches
        must begin in the order of their assignments. `ends_late`: whether a turn that runs out of time also ends the
        bot's process, which first prints where it hangs.

        `on_progress`: called with a match when it begins, and after each action in it.
        """
        watch(game)
        self._strict = clock.strict()
        self._matches = Matches(
            game, clock, in_flight, on_progress, self.failed, in_order=in_order, ends_late=ends_late
        )
        self.heartbeat = Heartbeat(self._matches.beat)
        bots = [bot(launch, clock) for launch in launches] + [bot(spare, clock, spare=True) for spare in spares]
        self._crew = Crew(
            [*bots, *(guest.member() for guest in guests)], processes, self, self._matches.refill, self._matches.lost
        )
        self._matches.seat(self._crew.slots)
        self._watch = Watch(self._crew.look)
        self._closing = AsyncExitStack()
        self._failure: BaseException | None = None

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            try:
                folder = stack.enter_context(temporary_folder())
            except OSError as error:
                raise arena_failure(error, "when it made a folder for its sockets") from error
            stack.callback(self.heartbeat.stop)
            stack.callback(self._watch.stop)
            stack.callback(self._matches.close)
            stack.push_async_exit(self._stop_crew)
            for task in (*self._crew.start(folder), self.heartbeat.start(), self._watch.start()):
                task.add_done_callback(self._task_ended)
            self._closing = stack.pop_all()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._closing.__aexit__(kind, error, trace)

    async def play(self, assignments: Iterable[Assignment], on_finished: Callable[[Finished], None]) -> None:
        """Plays all `assignments`, and calls `on_finished` with each finished match; returns when none is left.

        Raises the error if the arena itself fails. No bot is blamed for such a failure, and no record mentions it.
        """
        self._matches.begin(assignments, on_finished)
        try:
            if not self._failure:
                await self._matches.all_played.wait()
        finally:  # also after a cancellation, because the failure may have caused it
            if self._failure:
                raise self._failure

    def drain(self) -> None:
        """Lets the running matches end, and begins no new ones."""
        self._matches.drain()

    async def hand_over(self, match: bytes, seat: int, player: Entrant, detail: str) -> None:
        """Makes `player` the player of a seat of the match with this id, for the reason in `detail`.

        Returns when `player` has the seat; until then the present player plays on. If the wait is cancelled, the seat
        keeps its player. Raises ArenaError [no-match], [no-seat], [no-bot], [forfeited], [seated]. Raises ArenaError
        [not-handed-over] if `player` cannot take part, the match ends first, or another player is given the seat.
        """
        await self._matches.hand_over(match, seat, player, detail)

    def withdrawn(self) -> dict[str, str]:
        """Returns the bots that no longer take part, by name, each with the reason."""
        return {name: conduct.withdrawn for name, conduct in self._crew.conducts.items() if conduct.withdrawn}

    def waited_for(self) -> dict[str, float]:
        """Returns how many seconds each bot has owed an answer or its first message, Hello, by the bot's name. Leaves
        out bots that owe nothing; empty if no match is left to play.
        """
        if self._matches.all_played.is_set():
            return {}
        now = time.monotonic_ns()
        waited: dict[str, float] = {}
        for slot in self._crew.slots.values():
            from_ns, name = slot.owes_from_ns(), slot.member.name
            if from_ns is not None:
                waited[name] = max(waited.get(name, 0.0), (now - from_ns) / NS_PER_S)
        return waited

    async def take_usage(self) -> dict[str, Usage]:
        """Returns the resources that each bot has used since the last call, by the bot's name. The numbers are complete
        only after the host is closed.
        """
        await self._watch.look()
        return self._crew.take_usage()

    # The methods of pump.Switchboard, which the servers call.

    def introduced(self, player: Player) -> Welcome:
        """Records that the bot has sent the message Hello; returns the arena's answer, the message Welcome."""
        slot = self._crew.slots[player.name]
        slot.introduced = True
        player.clock.latencies = slot.latencies
        clock = player.clock.granted
        return Welcome(arena_version=__version__, bank_ms=clock.bank_ms, increment_ms=clock.increment_ms)

    def connected(self, player: Player) -> None:
        """Records that the bot is connected, so that matches with it may begin."""
        slot = self._crew.slots[player.name]
        slot.player = player
        slot.connected.set_result(None)

    def choices(self, player: Player, choices: Choices) -> None:
        """Handles the choices that a bot has sent; raises Refusal if the bot answers a turn that it was not sent."""
        self._matches.choices(player, choices)
        if self._strict:
            self._crew.slots[player.name].rest()

    def gathers(self, player: Player) -> bool:
        """Returns whether the host should collect more turns for the bot before it sends the waiting ones."""
        return self._matches.gathers(player)

    def sends(self, player: Player) -> None:
        """Lets the bot compute again if timing is strict. Called just before a message is sent to the bot."""
        if self._strict:
            self._crew.slots[player.name].wake()

    def broke(self, name: str, refusal: Refusal) -> None:
        """Gives up the process of a bot that broke the protocol."""
        self._crew.slots[name].report(Trouble(FaultKind.PROTOCOL, refusal.sentence))

    def disconnected(self, name: str, sentence: str) -> None:
        """Gives up the process of a bot whose stream has ended."""
        self._crew.slots[name].report(Trouble(FaultKind.DISCONNECT, sentence))

    def failed(self, error: BaseException) -> None:
        """Ends `play` with an error of the arena itself; only the first error counts."""
        self._failure = self._failure or error
        self._matches.all_played.set()

    async def _stop_crew(self, _: object, error: BaseException | None, __: object) -> None:
        await self._crew.stop("the league is over" if error is None else "the arena was stopped")

    def _task_ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()):
            self.failed(error)
