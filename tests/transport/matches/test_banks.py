"""Tests of a seat's bank, which is the time for all the seat's choices in a match. They cover the charge for a choice,
turns that run out of time, and how long the arena then waits for a silent bot.
"""

import asyncio

import pytest

from arena.match import FaultKind
from arena.transport.clocks.clock import NS_PER_MS
from arena.transport.crew.bot import bot
from arena.transport.crew.conduct import Conduct
from arena.transport.crew.slot import Slot, Trouble
from tests.transport.hosting import miniature
from tests.transport.matches.stage import CLOCK, Stage, faults, on_stage


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
            assert not stage.slot(player.name).trouble.done()
            stage.pass_ms(silent_ms)
        trouble = stage.slot(player.name).trouble.result()
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


@pytest.mark.parametrize("unread", [True, False])
def test_a_bot_that_owes_what_waits_behind_something_unread_may_compute(
    monkeypatch: pytest.MonkeyPatch, unread: bool
) -> None:
    """If a bot has not read its last message, its waiting turns count as open from the next heartbeat on. Its time
    runs from then on, so the arena also lets it compute.
    """
    woken: list[str] = []
    monkeypatch.setattr(Slot, "wake", lambda slot: woken.append(slot.name))

    def act(stage: Stage) -> None:
        player = stage.asked()
        player.writing = unread
        stage.pass_ms(5)
        stage.pass_ms(5)
        assert woken == [player.name] * unread

    on_stage(monkeypatch, act)


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
            assert not stage.slot(player.name).trouble.done()
            stage.pass_ms(unread_ms)
        sentence = "silent, and not reading what it was sent, for 2000 ms after its time was up in match "
        sentence += "0" * 32
        assert stage.slot(player.name).trouble.result() == Trouble(FaultKind.TIMEOUT, sentence)

    on_stage(monkeypatch, act)


def test_five_time_outs_in_a_row_withdraw_a_bot_and_a_good_match_in_between_does_not_let_them_add_up() -> None:
    async def live() -> Trouble:
        slot = Slot("stalls", bot(miniature("stalls"), CLOCK), Conduct())
        for times in (4, 4, 5):
            assert not slot.trouble.done()
            slot.conduct.did_well()
            for _ in range(times):
                slot.timed_out(0)
        return slot.trouble.result()

    assert asyncio.run(live()) == Trouble(FaultKind.TIMEOUT, "its time was up 5 times in a row")
