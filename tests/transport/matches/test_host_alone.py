"""Tests of a host without processes: the effects of answers on its matches, and its reports about bots."""

import pytest

from arena.match import FaultKind
from arena.protocol.conversation import Refusal
from arena.protocol.v1.arena_pb2 import Choices
from arena.transport.crew.usage import Usage
from tests.transport.matches.stage import THREE, Stage, faults, on_stage


def take_usage(stage: Stage) -> dict[str, Usage]:
    return stage.host._crew.take_usage()


def test_bots_that_answer_play_all_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = on_stage(monkeypatch, Stage.play_out, matches=20)
    assert faults(stage) == [[]] * 20
    assert stage.host._matches.all_played.is_set()


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


def test_a_turn_that_waits_to_be_sent_cannot_be_answered_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(stage: Stage) -> None:
        player = stage.asked()
        with pytest.raises(Refusal, match="turn 1, which is not open"):
            stage.host.choices(player, Choices(turn_ids=[1], actions=[0]))

    on_stage(monkeypatch, act)


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
