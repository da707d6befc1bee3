"""The host without processes and sockets: the tests say what bots do, and when."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest

from arena.match import FaultKind, Match
from arena.protocol.conversation import Refusal
from arena.protocol.v1.arena_pb2 import ArenaMessage, Choices, Turn
from arena.transport import Assignment, Clock, Finished, Host
from arena.transport.clocks.clock import BEAT_NS, NS_PER_MS
from arena.transport.crew.berth import Berth, Trouble
from arena.transport.crew.bot import bot
from arena.transport.crew.conduct import Conduct
from arena.transport.crew.usage import Usage
from arena.transport.matches.assignments import Agenda
from arena.transport.streams.player import Player
from tests.transport.hosting import GAME, assignment, miniature

THREE: Final = ("first", "second", "third")
CLOCK: Final = Clock(bank_ms=1_000, increment_ms=0, startup_ms=1_000)


class Stage:
    """A host whose three bots are players in the hands of the test, and a time that stands still."""

    def __init__(self, now_ns: list[int], matches: int) -> None:
        self._now_ns = now_ns
        self.host = Host(GAME, [miniature("behaves", name) for name in THREE], CLOCK, in_flight=8)
        self.players = [self.connect(name) for name in THREE]
        self.finished: list[Finished] = []
        self.host._matches._on_finished = self.finished.append
        self.begin(matches)

    def begin(self, matches: int) -> None:
        """Matches of the same deal, so that the same seat is the first to act in all of them."""
        spec, seeds = assignment(0, THREE).spec, (1, 2, 3)
        specs = [replace(spec, id=number.to_bytes(16, "big")) for number in range(matches)]
        self.host._matches._agenda = Agenda([Assignment(spec, seeds) for spec in specs])
        self.host._matches.fill()

    def berth(self, name: str) -> Berth:
        return self.host._crew.berths[name]

    def connect(self, name: str) -> Player:
        berth, player = self.berth(name), Player(name, 64, CLOCK)
        berth.connected, berth.trouble = (asyncio.get_running_loop().create_future() for _ in range(2))
        self.host.introduced(player)
        self.host.connected(player)
        return player

    def lose(self, player: Player) -> None:
        """What the crew does when a process has ended."""
        self.players.remove(player)
        self.berth(player.name).player = None
        self.host._matches.lost(player, Trouble(FaultKind.DISCONNECT, "gone"), "last words")

    def pass_ms(self, milliseconds: int) -> None:
        """Time goes by, and the heart beats."""
        self._now_ns[0] += milliseconds * NS_PER_MS
        self.host._matches.heartbeat._due_ns = self._now_ns[0] + BEAT_NS
        self.host._matches.beat(self._now_ns[0])

    def read(self, player: Player) -> list[Turn]:
        messages = player.take_messages()
        self.host.sent(player)
        return [turn for message in messages for turn in ArenaMessage.FromString(message).batch.turns]

    def answer(self, player: Player, turns: list[Turn]) -> None:
        choices = Choices(turn_ids=[turn.turn_id for turn in turns], actions=[turn.legal[0] for turn in turns])
        self.host.choices(player, choices)

    def match_of(self, player: Player, turn_id: int) -> Match:
        """The match an open turn is of."""
        return self.host._matches.running[player.open_turns[turn_id].match].match

    def asked(self) -> Player:
        """A bot for which turns wait."""
        return next(player for player in self.players if player.batch_ready.is_set())

    def play_others(self, without: Player) -> None:
        """The other bots answer as long as they are asked."""
        while player := next((one for one in self.players if one is not without and one.batch_ready.is_set()), None):
            self.answer(player, self.read(player))

    def play_out(self) -> None:
        while self.host._matches.running:
            player = self.asked()
            self.answer(player, self.read(player))


def on_stage(monkeypatch: pytest.MonkeyPatch, act: Callable[[Stage], None], matches: int = 1) -> Stage:
    now_ns = [10**12]
    monkeypatch.setattr(time, "monotonic_ns", lambda: now_ns[0])

    async def play() -> Stage:
        stage = Stage(now_ns, matches)
        act(stage)
        return stage

    return asyncio.run(play())


def take_usage(stage: Stage) -> dict[str, Usage]:
    return stage.host._crew.take_usage()


def faults(stage: Stage) -> list[list[tuple[int, FaultKind, str]]]:
    return [[(fault.seat, fault.kind, fault.detail) for fault in one.record.faults] for one in stage.finished]


def test_bots_that_answer_play_all_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = on_stage(monkeypatch, Stage.play_out, matches=20)
    assert faults(stage) == [[]] * 20
    assert stage.host._matches.all_played.is_set()


def test_choices_in_one_message_share_the_time_equally(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(stage: Stage) -> None:
        player = stage.asked()
        turns = stage.read(player)
        seats = {turn.match: turn.seat for turn in turns}
        assert len(turns) == 4
        playings = list(stage.host._matches.running.values())
        stage.pass_ms(800)
        stage.answer(player, turns)
        for playing in playings:
            assert playing.clocks[seats[playing.number]].thinking_ns == 200 * NS_PER_MS
            assert playing.clocks[seats[playing.number]].bank_ns == 800 * NS_PER_MS

    on_stage(monkeypatch, act, matches=4)


def test_the_sentence_on_a_time_out_tells_of_this_choice_and_not_of_the_slowest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def act(stage: Stage) -> None:
        slow = stage.asked()
        turns = stage.read(slow)
        stage.pass_ms(700)
        stage.answer(slow, turns)
        while stage.asked() is not slow:
            player = stage.asked()
            stage.answer(player, stage.read(player))
        stage.read(slow)
        stage.pass_ms(302)
        stage.play_out()

    [[(_, kind, detail)]] = faults(on_stage(monkeypatch, act))
    assert (kind, detail) == (FaultKind.TIMEOUT, "no choice within the time left; it took 302 ms")


def test_time_begins_again_for_the_next_in_line_when_a_late_answer_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(stage: Stage) -> None:
        player = stage.asked()
        first, second = stage.read(player)
        stage.pass_ms(1_002)
        stage.pass_ms(900)
        stage.answer(player, [first])
        stage.pass_ms(900)
        stage.answer(player, [second])
        stage.play_out()

    stage = on_stage(monkeypatch, act, matches=2)
    assert sorted(len(one) for one in faults(stage)) == [0, 1]


def test_a_bot_that_is_silent_for_two_banks_after_its_time_was_up_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(stage: Stage) -> None:
        player = stage.asked()
        assert len(stage.read(player)) == 4
        first = stage.match_of(player, next(iter(player.open_turns))).spec.id.hex()
        for silent_ms in (1_002, 1_000, 1_000, 1):
            assert not stage.berth(player.name).trouble.done()
            stage.pass_ms(silent_ms)
        trouble = stage.berth(player.name).trouble.result()
        assert trouble == Trouble(FaultKind.TIMEOUT, f"silent for 2000 ms after its time was up in match {first}")

    on_stage(monkeypatch, act, matches=4)


@pytest.mark.parametrize("together", [True, False])
def test_an_answer_that_lasts_nearly_three_banks_costs_one_match_and_no_time_of_the_others(
    monkeypatch: pytest.MonkeyPatch, together: bool
) -> None:
    def act(stage: Stage) -> None:
        player = stage.asked()
        turns = stage.read(player)
        seat = {turn.match: turn.seat for turn in turns}
        others = [playing for playing in stage.host._matches.running.values() if playing.number != turns[0].match]
        stage.pass_ms(1_002)
        stage.pass_ms(1_900)
        for answered in (turns,) if together else (turns[:1], turns[1:]):
            stage.answer(player, list(answered))
        assert [playing.clocks[seat[playing.number]].thinking_ns for playing in others] == [0, 0, 0]
        stage.play_out()

    stage = on_stage(monkeypatch, act, matches=4)
    assert sorted(len(one) for one in faults(stage)) == [0, 0, 0, 1]


def test_a_match_that_begins_while_a_bot_is_silent_has_its_whole_bank(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(stage: Stage) -> None:
        slow = stage.asked()
        [late] = stage.read(slow)
        stage.pass_ms(1_002)
        stage.begin(1)
        while not slow.batch_ready.is_set():
            player = stage.asked()
            stage.answer(player, stage.read(player))
        turns = stage.read(slow)
        stage.pass_ms(1_500)
        stage.answer(slow, [late])
        stage.pass_ms(900)
        stage.answer(slow, turns)
        stage.play_out()

    assert sorted(len(one) for one in faults(on_stage(monkeypatch, act))) == [0, 1]


def test_what_bots_used_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(stage: Stage) -> None:
        stage.play_out()
        counts = {name: sum(usage.latencies.values()) for name, usage in take_usage(stage).items()}
        assert counts.keys() == set(THREE)
        assert all(count > 5 for count in counts.values())
        assert sum(counts.values()) == len(stage.finished[0].record.actions)
        assert not any(usage.latencies for usage in take_usage(stage).values())
        stage.begin(1)
        stage.play_out()
        assert sum(sum(usage.latencies.values()) for usage in take_usage(stage).values()) == sum(counts.values())

    on_stage(monkeypatch, act)


def test_a_bot_that_is_given_up_already_is_not_timed_out_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(stage: Stage) -> None:
        player = stage.asked()
        stage.read(player)
        stage.host.disconnected(player.name, "gone")
        stage.pass_ms(5_000)
        stage.lose(player)
        stage.play_out()

    [[(_, kind, detail)]] = faults(on_stage(monkeypatch, act))
    assert (kind, detail) == (FaultKind.DISCONNECT, "gone")


def test_no_match_begins_with_a_bot_that_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(stage: Stage) -> None:
        stage.host.disconnected(THREE[0], "gone")
        stage.begin(1)
        assert not stage.host._matches.running
        stage.lose(stage.players[0])
        assert not stage.host._matches.running
        stage.players.append(stage.connect(THREE[0]))
        stage.host._matches.fill()
        stage.play_out()

    assert faults(on_stage(monkeypatch, act, matches=0)) == [[]]


def test_what_a_lost_bot_says_too_late_is_refused_and_moves_no_match(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(stage: Stage) -> None:
        player = stage.asked()
        turns = stage.read(player)
        stage.lose(player)
        new = stage.connect(player.name)
        before = [list(playing.match.actions) for playing in stage.host._matches.running.values()]
        with pytest.raises(Refusal, match="not open"):
            stage.answer(player, turns)
        assert [list(playing.match.actions) for playing in stage.host._matches.running.values()] == before
        assert stage.berth(player.name).player is new

    on_stage(monkeypatch, act, matches=3)


def test_a_turn_that_waits_to_be_sent_cannot_be_answered_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(stage: Stage) -> None:
        player = stage.asked()
        with pytest.raises(Refusal, match="turn 1, which is not open"):
            stage.host.choices(player, Choices(turn_ids=[1], actions=[0]))

    on_stage(monkeypatch, act)


@pytest.mark.parametrize("unread", [True, False])
def test_a_turn_is_owed_that_waits_behind_something_unread_and_none_that_waits_for_the_arena(
    monkeypatch: pytest.MonkeyPatch, unread: bool
) -> None:
    def act(stage: Stage) -> None:
        player = stage.asked()
        player.writing = unread
        stage.pass_ms(5)
        stage.pass_ms(1_002)
        stage.play_out()

    kinds = [[kind for _, kind, _ in one] for one in faults(on_stage(monkeypatch, act))]
    assert kinds == [[FaultKind.TIMEOUT] if unread else []]


def test_a_bot_that_reads_nothing_more_counts_as_hung_though_it_owed_nothing_when_it_was_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def act(stage: Stage) -> None:
        player = stage.asked()
        stage.read(player)
        player.writing = True
        stage.pass_ms(1_002)
        stage.play_others(player)
        stage.begin(1)
        stage.play_others(player)
        for unread_ms in (5, 2_000, 1):
            assert not stage.berth(player.name).trouble.done()
            stage.pass_ms(unread_ms)
        sentence = "silent, and not reading what it was sent, for 2000 ms after its time was up in match "
        sentence += "0" * 32
        assert stage.berth(player.name).trouble.result() == Trouble(FaultKind.TIMEOUT, sentence)

    on_stage(monkeypatch, act)


def test_five_time_outs_in_a_row_withdraw_a_bot_and_a_good_match_in_between_does_not_let_them_add_up() -> None:
    async def live() -> Trouble:
        berth = Berth("stalls", bot(miniature("stalls"), CLOCK), Conduct())
        for times in (4, 4, 5):
            assert not berth.trouble.done()
            berth.conduct.did_well()
            for _ in range(times):
                berth.timed_out(0)
        return berth.trouble.result()

    assert asyncio.run(live()) == Trouble(FaultKind.TIMEOUT, "its time was up 5 times in a row")


@pytest.mark.parametrize("order", [(0, 1), (1, 0), (0, 1, 2), (2, 1, 0)])
@pytest.mark.parametrize("sent", [True, False])
def test_bots_lost_one_after_another_forfeit_and_the_match_ends(
    monkeypatch: pytest.MonkeyPatch, order: tuple[int, ...], sent: bool
) -> None:
    def act(stage: Stage) -> None:
        if sent:
            for player in stage.players:
                stage.read(player)
        lost = [stage.players[number] for number in order]
        for player in lost:
            stage.lose(player)
        if sent:  # what was sent to the one that is left may be answered still
            for player in stage.players:
                for turn_id in list(player.open_turns):
                    legal = stage.match_of(player, turn_id).legal
                    stage.host.choices(player, Choices(turn_ids=[turn_id], actions=[legal[0]]))
        stage.play_out()

    stage = on_stage(monkeypatch, act, matches=3)
    assert len(stage.finished) == 3
    assert all({seat for seat, _, _ in one} == set(order) for one in faults(stage))


def test_an_illegal_action_is_told_beside_some_of_the_legal_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(stage: Stage) -> None:
        player = stage.asked()
        for turn in stage.read(player):
            stage.host.choices(player, Choices(turn_ids=[turn.turn_id], actions=[99_999]))
        stage.play_out()

    stage = on_stage(monkeypatch, act, matches=1)
    [[(_, kind, detail)]] = faults(stage)
    assert kind is FaultKind.ILLEGAL_ACTION
    assert detail.startswith("chose 99999; legal were ")
    assert len(detail) < 200
