"""A host, which plays matches, without processes and sockets: the tests decide the bots' actions and their times."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from arena.games.contract import Game
from arena.match import FaultKind, Match
from arena.protocol.v1.arena_pb2 import ArenaMessage, Choices, Turn
from arena.transport import Assignment, Clock, Finished, Host
from arena.transport.clocks.clock import BEAT_NS, NS_PER_MS
from arena.transport.crew.slot import Slot, Trouble
from arena.transport.matches.assignments import Agenda
from arena.transport.streams.player import Player
from tests.transport.hosting import GAME, assignment, miniature, of_game, player_of

THREE: Final = ("first", "second", "third")


CLOCK: Final = Clock(bank_ms=1_000, increment_ms=0, startup_ms=1_000)


class Stage:
    """A host with three bots that the test controls, and with a time that only the test advances."""

    def __init__(
        self,
        now_ns: list[int],
        matches: int,
        in_flight: int = 8,
        game: Game[Any, Any] = GAME,
        clock: Clock = CLOCK,
    ) -> None:
        self._now_ns = now_ns
        self._game = game
        self.host = Host(game, [miniature("behaves", name) for name in THREE], clock, in_flight)
        self.players = [self.connect(name) for name in THREE]
        self.finished: list[Finished] = []
        self.host._matches._on_finished = self.finished.append
        self.begin(matches)

    def begin(self, matches: int) -> None:
        """Begins this many matches with the same deal, so that the same seat acts first in all of them."""
        spec, seeds = of_game(assignment(0, THREE), self._game).spec, (1, 2, 3)
        specs = [replace(spec, id=number.to_bytes(16, "big")) for number in range(matches)]
        self.host._matches._agenda = Agenda([Assignment(spec, seeds) for spec in specs])
        self.host._matches.fill()

    def slot(self, name: str) -> Slot:
        return self.host._crew.slots[name]

    def connect(self, name: str) -> Player:
        slot, player = self.slot(name), player_of(name, 4_096, CLOCK, self.host.heartbeat)
        slot.connected, slot.trouble = (asyncio.get_running_loop().create_future() for _ in range(2))
        self.host.introduced(player)
        self.host.connected(player)
        return player

    def lose(self, player: Player) -> None:
        """Removes a player and reports its loss to its matches, as the host does after a bot's process has ended."""
        self.players.remove(player)
        self.slot(player.name).player = None
        self.host._matches.lost(player, Trouble(FaultKind.DISCONNECT, "gone"), "last words")

    def pass_ms(self, milliseconds: int) -> None:
        """Advances the time, then lets the host check once which turns have run out of time."""
        self._now_ns[0] += milliseconds * NS_PER_MS
        self.host.heartbeat._due_ns = self._now_ns[0] + BEAT_NS
        self.host._matches.beat()

    def read(self, player: Player) -> list[Turn]:
        self.host.sends(player)
        messages = player.take_messages()
        return [turn for message in messages for turn in ArenaMessage.FromString(message).batch.turns]

    def answer(self, player: Player, turns: list[Turn], pick: int = 0) -> None:
        choices = Choices(turn_ids=[turn.turn_id for turn in turns], actions=[turn.legal[pick] for turn in turns])
        self.host.choices(player, choices)

    def match_of(self, player: Player, turn_id: int) -> Match:
        """Returns the match to which an open turn belongs."""
        return self.host._matches.running[player.open_turns[turn_id].match].match

    def asked(self) -> Player:
        """Returns a bot for which turns are waiting."""
        return next(player for player in self.players if player.batch_ready.is_set())

    def play_others(self, without: Player) -> None:
        """Lets all bots except `without` answer until no turns are waiting for them."""
        while player := next((one for one in self.players if one is not without and one.batch_ready.is_set()), None):
            self.answer(player, self.read(player))

    def play_out(self) -> None:
        while self.host._matches.running:
            player = self.asked()
            self.answer(player, self.read(player))


def on_stage(
    monkeypatch: pytest.MonkeyPatch,
    act: Callable[[Stage], None],
    matches: int = 1,
    in_flight: int = 8,
    game: Game[Any, Any] = GAME,
    clock: Clock = CLOCK,
) -> Stage:
    now_ns = [10**12]
    monkeypatch.setattr(time, "monotonic_ns", lambda: now_ns[0])

    async def play() -> Stage:
        stage = Stage(now_ns, matches, in_flight, game, clock)
        act(stage)
        return stage

    return asyncio.run(play())


def faults(stage: Stage) -> list[list[tuple[int, FaultKind, str]]]:
    return [[(fault.seat, fault.kind, fault.detail) for fault in one.record.faults] for one in stage.finished]
