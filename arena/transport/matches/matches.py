"""The matches of a host: begins them, advances them by choices and time-outs, and reports finished ones."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from arena.errors import ArenaError
from arena.games.contract import Game
from arena.match import Entrant, FaultKind, Match
from arena.match.at_once import new_match
from arena.protocol.codecs import codec_of
from arena.protocol.conversation import Refusal
from arena.protocol.v1.arena_pb2 import Choices
from arena.transport.clocks.clock import NS_PER_MS, Clock
from arena.transport.crew.slot import Slot, Trouble, slot_name
from arena.transport.matches.assignments import LOOKAHEAD, Agenda, Assignment, Finished
from arena.transport.matches.flight import Playing, SeatTurn
from arena.transport.matches.handovers import Handovers, Loss
from arena.transport.streams.player import Player

MOST_SHOWN: Final = 20
"""The most legal actions that the sentence about an illegal action names."""


class Matches:
    """The running matches, and the matches that wait to begin; `beat` detects time-outs."""

    def __init__(
        self,
        game: Game[Any, Any],
        clock: Clock,
        in_flight: int,
        on_progress: Callable[[Match], None] | None,
        on_failure: Callable[[BaseException], None],
        *,
        in_order: bool = False,
        ends_late: bool = False,
    ) -> None:
        """`on_failure`: called with each error that `refill` catches. `in_order`: whether matches must begin in the
        order of their assignments. `ends_late`: whether a bot's process is ended when a turn's time is up.
        """
        self._ends_late = ends_late
        self.running: dict[int, Playing] = {}
        """The running matches, by their number."""
        self.all_played = asyncio.Event()
        self._game = game
        self._codec = codec_of(game.info.key)
        self._clock = clock
        self._in_flight = 1 if clock.strict() else in_flight  # with strict timing only one bot thinks at a time
        # with strict timing, no bot is started for a later match while another bot thinks
        self._lookahead = 1 if in_order or clock.strict() else LOOKAHEAD
        self._on_progress = on_progress
        self._on_failure = on_failure
        self._on_finished: Callable[[Finished], None] = lambda _: None
        self._slots: Mapping[str, Slot] = {}
        self._handovers = Handovers(self._slots, self._follow, self._fail)
        self._agenda = Agenda()
        self._count = 0
        self._refilling = False

    def seat(self, slots: Mapping[str, Slot]) -> None:
        """Stores the slots (places for the bots' processes), by name; must be called once, before `begin`."""
        self._slots = slots
        self._handovers = Handovers(slots, self._follow, self._fail)

    def begin(self, assignments: Iterable[Assignment], on_finished: Callable[[Finished], None]) -> None:
        """Starts to play all `assignments`; the event `all_played` is set when none is left."""
        self._agenda = Agenda(assignments, self._lookahead)
        self._on_finished = on_finished
        self.all_played.clear()
        self.fill()

    def drain(self) -> None:
        """Lets the running matches end, and begins no new ones."""
        self._agenda = Agenda()

    def hand_over(self, match: bytes, seat: int, player: Entrant, detail: str) -> asyncio.Future[None]:
        """Promises a seat of a running match to `player`; returns a future that is done when `player` has the seat.

        Raises ArenaError [no-match], [no-seat], [no-bot], [forfeited] or [seated].
        """
        playing = next((one for one in self.running.values() if one.match.spec.id == match), None)
        if playing is None:
            raise ArenaError(
                "no-match", f"the match {match.hex()} is not being played now", "name a match that is being played"
            )
        kept = self._handovers.promise(playing, seat, player, detail)
        self._handovers.settle()
        return kept

    def close(self) -> None:
        """Gives up all promised handovers (changes of a seat's player), because the host is closed."""
        self._handovers.close()

    def choices(self, player: Player, choices: Choices) -> None:
        """Applies a bot's choices to the matches of the turns that it has answered.

        Raises Refusal if there are no choices, or if one of them answers a turn that was not sent or is not open.
        """
        turn_ids, actions, notes = list(choices.turn_ids), list(choices.actions), list(choices.notes)
        if not turn_ids:
            raise Refusal("INVALID_ARGUMENT", "choices is empty; send choices only when there is a choice to send")
        share_ns = player.clock.hear(len(turn_ids))
        for place, turn_id in enumerate(turn_ids):
            turn = player.close(turn_id)
            if turn is None:
                continue
            assert isinstance(turn, SeatTurn)
            playing, seat = turn.playing, turn.seat
            if notes:
                playing.match.note(seat, notes[place])
            if not turn.charge(share_ns):
                self._time_out(playing, seat, player, share_ns)
            elif not playing.match.choose_for(seat, action := actions[place]):
                detail = f"chose {action}; legal were {_shown(playing.match.legal_of(seat))}"
                self._fault(playing, seat, player, FaultKind.ILLEGAL_ACTION, detail)
            self._follow(playing)
        player.answered()
        self.fill()

    def gathers(self, player: Player) -> bool:
        """Returns whether to collect more turns for the bot before the waiting ones are sent.

        This is so if the bot has many matches but few waiting turns, and some bot still owes answers.
        """
        if player.has_little():
            for slot in self._slots.values():
                if slot.player and slot.player.open_turns:
                    return True
        return False

    def fill(self) -> None:
        """Begins as many matches as there is room for at the time of the call; sets `all_played` if no match is left.

        A match between withdrawn bots ends as soon as it begins, and makes room again. A later call of `refill` uses
        this room, because one long call would block the event loop.
        """
        if self._handovers.waiting:
            self._handovers.settle()
        for _ in range(self._in_flight - len(self.running)):
            assignment = self._agenda.take(self._can_begin)
            if assignment is None:
                break
            self._begin(assignment)
        else:
            if len(self.running) < self._in_flight and not self._refilling:
                self._refilling = True
                asyncio.get_running_loop().call_soon(self.refill)
        if not self.running and not self._refilling and not self._agenda.waits():
            self.all_played.set()

    def refill(self) -> None:
        """Calls `fill`, but passes an error to `on_failure` instead of raising it; used as a callback."""
        self._refilling = False
        try:
            self.fill()
        except Exception as error:  # noqa: BLE001  # `Host.play` raises it
            self._on_failure(error)

    def _can_begin(self, assignment: Assignment) -> bool:
        """Returns whether the match can begin: each bot that is not withdrawn from the arena has a process that can
        play another match. Causes the start of missing processes.
        """
        room = True
        for slot in self._seated(assignment):
            room = slot.has_room() and room  # asks every slot, so that every missing bot is started
        return room

    def _seated(self, assignment: Assignment) -> list[Slot]:
        """The slots of the match's bots, by seat."""
        slots, process = self._slots, assignment.process
        return [slots[slot_name(entrant.name, process)] for entrant in assignment.players()]

    def _begin(self, assignment: Assignment) -> None:
        spec = assignment.spec
        slots = self._seated(assignment)
        assert len({slot.name for slot in slots}) == len(slots)  # a stream can have only one seat in a match
        self._count += 1
        match = new_match(spec, self._game, one_by_one=self._clock.strict())
        match.go_on(assignment.course)
        players = [None if slot.conduct.withdrawn else slot.player for slot in slots]
        clocks = [slot.member.clock for slot in slots]
        playing = Playing(self._count, match, players, self._codec, clocks, assignment, self._clock.keep_times)
        self.running[self._count] = playing
        playing.announce()
        for seat, slot in enumerate(slots):
            if slot.session:
                slot.session.begin(spec.id)
            if slot.conduct.withdrawn:
                self._fail(playing, seat, slot.name, Loss(FaultKind.STARTUP, slot.conduct.withdrawn, slot.output()))
        self._follow(playing)

    def _follow(self, playing: Playing) -> None:
        """Sends turns to the players that must choose now and have not received the turn yet; ends the match if it is
        over.
        """
        if self._on_progress:
            self._on_progress(playing.match)
        if playing.match.actor is not None:
            playing.ask()
            return
        self._handovers.forget(playing)
        record = playing.dismiss()
        del self.running[playing.number]
        faulty = {fault.seat for fault in record.faults}
        for seat, player in playing.told:
            if seat not in faulty and playing.players[seat] is player:  # this player played to the end
                self._slots[player.name].conduct.did_well()
        times = playing.thinking_us(), playing.slowest_us(), playing.choices_us()
        self._on_finished(Finished(record, *times, playing.match.notes()))

    # Faults.

    def beat(self) -> None:
        """Handles the turns whose time is up, and bots that hang; called at each heartbeat."""
        for slot in self._slots.values():
            player = slot.player
            if player is None or slot.trouble.done():
                continue
            if player.owe_what_waits():
                slot.wake()
            if player.hung():
                slot.report(Trouble(FaultKind.TIMEOUT, _hung(player)))
                continue
            turn = player.overdue_turn()
            if turn is None:
                continue
            assert isinstance(turn, SeatTurn)
            playing, seat = turn.playing, turn.seat
            spent_ns = player.expire(playing.match.spec.id.hex())
            turn.charge(spent_ns)
            if self._ends_late:
                slot.report(Trouble(FaultKind.TIMEOUT, _late(spent_ns)))
                continue
            self._time_out(playing, seat, player, spent_ns)
            self._follow(playing)
            player.answered()
        self.fill()

    def _time_out(self, playing: Playing, seat: int, player: Player, spent_ns: int) -> None:
        detail = _late(spent_ns)
        slot = self._slot(player)
        self._fault(playing, seat, player, FaultKind.TIMEOUT, f"{detail}{slot.limit_behind()}" if slot else detail)
        if slot:
            slot.timed_out(spent_ns)

    def _fault(self, playing: Playing, seat: int, player: Player, kind: FaultKind, detail: str) -> None:
        slot = self._slot(player)
        self._fail(playing, seat, player.name, Loss(kind, detail, slot.output() if slot else ""))

    def _fail(self, playing: Playing, seat: int, name: str, loss: Loss) -> None:
        """Handles the failure of a seat's player: another player takes the seat if there is one, else the seat
        forfeits.
        """
        if not self._handovers.bridge(playing, seat, name, loss):
            playing.match.fault(seat, loss.kind, loss.detail, loss.output)

    def lost(self, player: Player, trouble: Trouble, output: str) -> None:
        """Handles the loss of a bot's process, as a failure of the bot in each match that it was playing."""
        numbers = sorted(player.matches)
        player.leave()
        for number in numbers:
            playing = self.running[number]
            seat = playing.leave(player)
            if seat is None:
                continue
            self._fail(playing, seat, player.name, Loss(trouble.kind, trouble.detail, output))
            self._follow(playing)
        self.fill()

    def _slot(self, player: Player) -> Slot | None:
        slot = self._slots[player.name]
        return slot if slot.player is player else None


def _late(spent_ns: int) -> str:
    return f"no choice within the time left; it took {spent_ns // NS_PER_MS} ms"


def _hung(player: Player) -> str:
    said = "silent" if not player.writing else "silent, and not reading what it was sent,"
    return f"{said} for {player.clock.most_silent_ms()} ms after its time was up in match {player.clock.silent_in}"


def _shown(legal: Sequence[int]) -> str:
    shown = ", ".join(map(str, legal[:MOST_SHOWN]))
    return shown if len(legal) <= MOST_SHOWN else f"{shown}, … ({len(legal)} in all)"
