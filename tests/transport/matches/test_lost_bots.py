"""Tests of bots that are lost during their matches, and of messages that arrive too late."""

import pytest

from arena.match import FaultKind
from arena.protocol.conversation import Refusal
from arena.protocol.v1.arena_pb2 import Choices
from tests.transport.matches.stage import THREE, Stage, faults, on_stage


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
        assert stage.slot(player.name).player is new

    on_stage(monkeypatch, act, matches=3)


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
        if sent:  # a bot that is left may still answer turns that were sent to it
            for player in stage.players:
                for turn_id in list(player.open_turns):
                    legal = stage.match_of(player, turn_id).legal
                    stage.host.choices(player, Choices(turn_ids=[turn_id], actions=[legal[0]]))
        stage.play_out()

    stage = on_stage(monkeypatch, act, matches=3)
    assert len(stage.finished) == 3
    assert all({seat for seat, _, _ in one} == set(order) for one in faults(stage))
