"""The host: many matches in flight at once, between bots on their streams, in one event loop.

Data goes round: a bot's choices move its matches on, each match asks its next seat's bot, whose batch goes out when
the bot is free. Finished matches go to `on_finished`, and others begin in their place.
"""

import asyncio
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AsyncExitStack
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from arena.games.contract import Game
from arena.match import FaultKind, Match
from arena.protocol.codecs import CODECS
from arena.protocol.conversation import Refusal
from arena.protocol.v1.arena_pb2 import Choices, Welcome
from arena.transport.assignments import Agenda, Assignment, Finished
from arena.transport.clock import NS_PER_MS, NS_PER_S, Clock, Heartbeat
from arena.transport.cpu import cpu_us_by_session
from arena.transport.crew import Berth, Crew, Trouble
from arena.transport.player import SILENT_BANKS, Player
from arena.transport.playing import Playing
from arena.transport.process import Launch
from arena.transport.usage import Usage

MOST_SHOWN: Final = 20
"""How many legal actions the sentence about an illegal one tells."""


class Host:
    """Plays matches of one game between the bots it starts; an asynchronous context manager."""

    def __init__(
        self,
        game: Game[Any, Any],
        launches: Sequence[Launch],
        clock: Clock,
        in_flight: int,
        on_progress: Callable[[Match], None] | None = None,
    ) -> None:
        """`on_progress`: is told of a match whenever some action in it was taken."""
        self._game = game
        self._codec = CODECS[game.info.key]
        self._clock = clock
        self._in_flight = 1 if clock.strict() else in_flight  # one match has one turn at a time
        self._on_progress = on_progress
        self._crew = Crew(launches, clock, self, self._refill, self._lost)
        self._heartbeat = Heartbeat(self._beat)
        self._closing = AsyncExitStack()
        self._running: set[Playing] = set()
        self._agenda = Agenda()
        self._on_finished: Callable[[Finished], None] = lambda _: None
        self._count = 0
        self._all_played = asyncio.Event()
        self._refilling = False
        self._failure: BaseException | None = None

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="arena-"))
            stack.callback(self._heartbeat.stop)
            stack.push_async_exit(self._stop_crew)
            for task in (*self._crew.start(Path(folder)), self._heartbeat.start()):
                task.add_done_callback(self._task_ended)
            self._closing = stack.pop_all()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._closing.__aexit__(kind, error, trace)

    async def play(self, assignments: Iterable[Assignment], on_finished: Callable[[Finished], None]) -> None:
        """Plays all `assignments`, each one reported when it is over; returns when none is left.

        What goes wrong in the arena itself costs no bot anything: it is raised here, and no record tells of it.
        """
        self._agenda = Agenda(assignments)
        self._on_finished = on_finished
        self._all_played.clear()
        self._fill()
        if not self._failure:
            await self._all_played.wait()
        if self._failure:
            raise self._failure

    def drain(self) -> None:
        """Begins no further match; those in flight are played to their end."""
        self._agenda = Agenda()

    def withdrawn(self) -> dict[str, str]:
        """The bots that no longer take part, and why."""
        return {name: berth.withdrawn for name, berth in self._crew.berths.items() if berth.withdrawn}

    def waited_for(self) -> dict[str, float]:
        """The bots that owe an answer, or their Hello, while there is something to play; for how many seconds."""
        if self._all_played.is_set():
            return {}
        now = time.monotonic_ns()
        since = {name: berth.owes_from_ns() for name, berth in self._crew.berths.items()}
        return {name: (now - from_ns) / NS_PER_S for name, from_ns in since.items() if from_ns is not None}

    async def take_usage(self) -> dict[str, Usage]:
        """What each bot has used since this was asked last; complete when the host is closed."""
        sessions = await asyncio.to_thread(cpu_us_by_session)  # matches go on meanwhile
        return self._crew.take_usage(sessions)

    # What the servers ask and tell (server.Switchboard).

    def introduced(self, player: Player) -> Welcome:
        """The bot has said hello."""
        berth = self._crew.berths[player.name]
        berth.introduced = True
        player.latencies = berth.latencies
        return Welcome(
            arena_version=version("bot-arena"), bank_ms=self._clock.bank_ms, increment_ms=self._clock.increment_ms
        )

    def connected(self, player: Player) -> None:
        """Matches may begin with the bot."""
        berth = self._crew.berths[player.name]
        berth.player = player
        player.owes_from_ns = time.monotonic_ns()
        berth.connected.set_result(None)

    def choices(self, player: Player, choices: Choices) -> None:
        """Takes the choices a bot has sent; raises Refusal for turns it was not asked."""
        turn_ids = choices.turn_ids
        if not turn_ids:
            raise Refusal("INVALID_ARGUMENT", "choices is empty; send it when there is a choice to send")
        now = time.monotonic_ns()
        late = self._heartbeat.late_ns(now)
        share_ns = 0 if player.silent else player.elapsed_ns(now, late) // len(turn_ids)
        player.charge_from(now, late)
        player.owes_from_ns = now
        player.silent = False
        open_turns = player.open_turns
        for turn_id, action in zip(turn_ids, choices.actions, strict=True):
            turn = open_turns.pop(turn_id, None)
            if turn is None:
                _forgive_late(player, turn_id)
                continue
            playing, seat = turn
            if not playing.charge(seat, share_ns):
                self._time_out(playing, seat, player, share_ns)
            elif not playing.match.choose(action):
                detail = f"chose {action}; legal were {_shown(playing.match.legal)}"
                self._fault(playing, seat, player, FaultKind.ILLEGAL_ACTION, detail)
            self._follow(playing)
        player.answered()
        self._fill()

    def sent(self, player: Player) -> None:
        """The time of the batch begins to count."""
        now = time.monotonic_ns()
        player.charge_from(now, self._heartbeat.late_ns(now))
        player.owes_from_ns = now

    def broke(self, name: str, refusal: Refusal) -> None:
        """Gives the bot's process up."""
        self._crew.berths[name].report(Trouble(FaultKind.PROTOCOL, refusal.sentence))

    def disconnected(self, name: str, sentence: str) -> None:
        """Gives the bot's process up."""
        self._crew.berths[name].report(Trouble(FaultKind.DISCONNECT, sentence))

    def failed(self, error: BaseException) -> None:
        """Something went wrong in the arena itself: ends `play` with it."""
        self._failure = self._failure or error
        self._all_played.set()

    async def _stop_crew(self, _: object, error: BaseException | None, __: object) -> None:
        await self._crew.stop("the league is over" if error is None else "the arena was stopped")

    def _task_ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()):
            self.failed(error)

    # Matches.

    def _fill(self) -> None:
        """Begins matches while there is room for them; notices when all are played.

        Matches between withdrawn bots are over when they begin; not all of them are played in one go.
        """
        for _ in range(self._in_flight - len(self._running)):
            assignment = self._agenda.take(self._can_begin)
            if assignment is None:
                break
            self._begin(assignment)
        else:
            if len(self._running) < self._in_flight and not self._refilling:
                self._refilling = True
                asyncio.get_running_loop().call_soon(self._refill)
        if not self._running and not self._agenda.waits():
            self._all_played.set()

    def _refill(self) -> None:
        """Begins matches, as an answer to something nobody waits for."""
        self._refilling = False
        try:
            self._fill()
        except Exception as error:  # noqa: BLE001  # raised by `play`
            self.failed(error)

    def _can_begin(self, assignment: Assignment) -> bool:
        """Whether its bots all have room or are withdrawn."""
        return all(self._has_room(self._crew.berths[entrant.name]) for entrant in assignment.spec.entrants)

    def _has_room(self, berth: Berth) -> bool:
        player = berth.player
        if player is None or berth.trouble.done():
            return bool(berth.withdrawn)
        return len(player.playings) < player.max_matches

    def _begin(self, assignment: Assignment) -> None:
        spec = assignment.spec
        berths = [self._crew.berths[entrant.name] for entrant in spec.entrants]
        assert len({entrant.name for entrant in spec.entrants}) == len(berths)  # a stream has one seat in a match
        self._count += 1
        match = Match(spec, self._game)
        playing = Playing(self._count, match, [berth.player for berth in berths], self._codec, self._clock)
        self._running.add(playing)
        playing.announce(assignment.seeds)
        for seat, berth in enumerate(berths):
            if berth.withdrawn:
                match.fault(seat, FaultKind.STARTUP, berth.withdrawn, berth.output())
        self._follow(playing)

    def _follow(self, playing: Playing) -> None:
        """Asks whoever must act now, or ends the match."""
        if self._on_progress:
            self._on_progress(playing.match)
        if playing.match.actor is not None:
            playing.ask()
            return
        record = playing.dismiss()
        self._running.discard(playing)
        faulty = {fault.seat for fault in record.faults}
        for seat, entrant in enumerate(record.spec.entrants):
            if seat not in faulty:
                self._crew.berths[entrant.name].did_well()
        self._on_finished(Finished(record, playing.thinking_us(), playing.slowest_us()))

    # Faults.

    def _beat(self, now: int) -> None:
        """Looks for bots whose time is up."""
        late = self._heartbeat.late_ns(now)
        for berth in self._crew.berths.values():
            player = berth.player
            if player is None or berth.trouble.done():
                continue
            player.owe_what_waits(now, late)
            if player.hung(now, late, self._clock.bank_ms * NS_PER_MS):
                berth.report(Trouble(FaultKind.TIMEOUT, _hung(player, SILENT_BANKS * self._clock.bank_ms)))
                continue
            turn_id = player.overdue_turn(now, late)
            if turn_id is None:
                continue
            playing, seat = player.expire(turn_id)
            spent_ns = player.elapsed_ns(now, late)
            playing.charge(seat, spent_ns)
            player.charge_from(now, late)
            self._time_out(playing, seat, player, spent_ns)
            self._follow(playing)
            player.answered()
        self._fill()

    def _time_out(self, playing: Playing, seat: int, player: Player, spent_ns: int) -> None:
        detail = f"no choice within the time left; it took {spent_ns // NS_PER_MS} ms"
        self._fault(playing, seat, player, FaultKind.TIMEOUT, detail)
        if berth := self._berth(player):
            berth.timed_out()

    def _fault(self, playing: Playing, seat: int, player: Player, kind: FaultKind, detail: str) -> None:
        berth = self._berth(player)
        playing.match.fault(seat, kind, detail, berth.output() if berth else "")

    def _lost(self, player: Player, trouble: Trouble, output: str) -> None:
        """The bot's process is gone: it forfeits the matches it was in."""
        playings = sorted(player.playings, key=lambda playing: playing.number)
        player.leave()
        for playing in playings:
            seat = playing.players.index(player)
            playing.players[seat] = None
            was_actor = playing.match.actor == seat
            playing.match.fault(seat, trouble.kind, trouble.detail, output)
            if was_actor:
                self._follow(playing)
        self._fill()

    def _berth(self, player: Player) -> Berth | None:
        berth = self._crew.berths[player.name]
        return berth if berth.player is player else None


def _forgive_late(player: Player, turn_id: int) -> None:
    """Ignores an answer to a turn whose time ran out; raises Refusal for one the bot was never asked."""
    if turn_id not in player.expired:
        raise Refusal("INVALID_ARGUMENT", f"choices answers turn {turn_id}, which is not open; answer each turn once")
    player.expired.discard(turn_id)


def _hung(player: Player, silent_ms: int) -> str:
    said = "silent" if not player.writing else "silent, and not reading what it was sent,"
    return f"{said} for {silent_ms} ms after its time was up in match {player.expired_in}"


def _shown(legal: Sequence[int]) -> str:
    shown = ", ".join(map(str, legal[:MOST_SHOWN]))
    return shown if len(legal) <= MOST_SHOWN else f"{shown}, … ({len(legal)} in all)"
