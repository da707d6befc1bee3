"""Tests of the messages that a bot receives when it is asked about a decision."""

from dataclasses import replace
from random import Random

import pytest

from arena.asking.decision import Decision, decision_at, decision_in
from arena.errors import ArenaError
from arena.games.registry import BUILT_IN
from arena.protocol.turns import EVERYTHING
from arena.protocol.v1.arena_pb2 import Batch
from tests.asking.bots import decision_after, match_after


def told(decision: Decision) -> bytes:
    return decision.start(1, EVERYTHING) + decision.turn(1, 1, EVERYTHING) + decision.end(1)


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_bot_is_told_nothing_its_seat_cannot_know(game: str) -> None:
    rng, different = Random(5), 0
    for actions in range(3, 60, 8):
        decision = decision_after(actions, game=game)
        view = decision.game.view(decision.state, decision.seat)
        other = replace(decision, state=decision.game.sample(view, rng))
        different += other.state != decision.state
        assert told(other) == told(decision)
        assert other.digest() == decision.digest()
    assert different


def test_a_bot_is_told_one_turn_and_no_result() -> None:
    batch = Batch.FromString(told(decision_after(20)))
    [start], [turn], [end] = batch.starts, batch.turns, batch.ends
    assert (start.seat, start.match, turn.match, end.match) == (turn.seat, 1, 1, 1)
    assert (set(end.scores), set(end.ranks), end.forfeit) == ({0}, {1}, "the match is broken off")


def test_a_step_of_a_finished_match_is_the_decision_there_was() -> None:
    match, decisions = match_after(0), []
    rng = Random(1)
    while match.actor is not None:
        decisions.append(decision_in(match))
        match.choose(rng.choice(match.legal))
    record = match.record()
    for step, decision in enumerate(decisions):
        assert told(decision_at(record, match.game, step)) == told(decision)
        assert decision_at(record, match.game, step).choice(record.actions[step])["action"] == record.actions[step]
    assert len({decision.digest() for decision in decisions}) == len(decisions)


def test_where_nobody_has_to_choose_there_is_nothing_to_ask() -> None:
    match, rng = match_after(0), Random(1)
    while match.actor is not None:
        match.choose(rng.choice(match.legal))
    record, last = match.record(), len(match.actions)
    with pytest.raises(ArenaError, match="the match is over"):
        decision_in(match)
    for step in (-1, last, last + 7):
        with pytest.raises(
            ArenaError, match=f"step {step} of this match is not a step at which a seat has to choose"
        ) as raised:
            decision_at(record, match.game, step)
        assert raised.value.code == "no-decision"
