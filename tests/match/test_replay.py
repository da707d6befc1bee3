"""Tests of replaying a match from its record: the same states are reached, or a sentence reports the error in the
record.
"""

from dataclasses import replace

import pytest

from arena.errors import ArenaError
from arena.match import FaultKind, Match, MatchRecord, replay
from arena.protocol.records import decode_record, encode_record
from tests.games.matches import Case, every_case, facts
from tests.match.counting import ROUNDS, Counting, spec_of
from tests.match.test_match import match_of, play_out, random_match

GAME = Counting()
ID = spec_of().id.hex()


def record_with_a_fault() -> MatchRecord:
    match = match_of()
    match.choose(12)
    match.fault(1, FaultKind.TIMEOUT, "too late")
    return play_out(match, 10)


def test_a_replay_shows_who_did_what_step_by_step() -> None:
    record = record_with_a_fault()
    first, *steps = replay(record, GAME)
    assert (first.seat, first.action, first.notation, first.state) == (None, None, None, ((),) * 3)
    assert [step.seat for step in steps] == [0, 1, 2] * ROUNDS
    assert tuple(step.action for step in steps) == record.actions
    assert steps[0].notation == "0+2"
    assert steps[-1].state == tuple(tuple(action - 10 for action in record.actions[seat::3]) for seat in range(3))


def test_a_replay_marks_what_a_stand_in_chose() -> None:
    record = record_with_a_fault()
    marks = [step.stand_in for step in replay(record, GAME)]
    assert marks == [False, False, *(number % 3 == 1 for number in range(1, len(record.actions)))]


@every_case
def test_a_replay_ends_in_the_state_the_match_ended_in(case: Case) -> None:
    for seed in range(4):
        match = random_match(case, seed)
        record = decode_record(encode_record(match.record()))
        spec = replace(record.spec, rules_version=case.game.info.rules_version)
        *_, last = replay(replace(record, spec=spec), case.game)
        assert facts(last.state) == facts(match.state)


def complaint(record: MatchRecord) -> str:
    with pytest.raises(ArenaError) as caught:
        list(replay(record, GAME))
    assert caught.value.code == "bad-record"
    return caught.value.message


RECORD = record_with_a_fault()


def test_other_rules_are_named() -> None:
    for changes in ({"game": "chess"}, {"rules_version": 4}):
        record = replace(RECORD, spec=spec_of(**changes))
        game, version = record.spec.game, record.spec.rules_version
        said = (
            f"match {ID} was played with version {version} of the rules of {game}; it cannot be replayed with version "
            "3 of the rules of counting"
        )
        assert complaint(record) == said


def test_an_action_that_is_not_legal_is_named() -> None:
    actions = (*RECORD.actions[:5], 7, *RECORD.actions[6:])
    assert (
        complaint(replace(RECORD, actions=actions))
        == f"the record of match {ID} is damaged: action 5 is 7, which is not legal"
    )


def test_an_action_after_the_end_is_named() -> None:
    record = replace(RECORD, actions=(*RECORD.actions, 10))
    assert complaint(record) == f"the record of match {ID} is damaged: action {3 * ROUNDS} is 10, which is not legal"


@pytest.mark.parametrize("count", [0, 1, 3 * ROUNDS - 1])
def test_a_match_that_is_not_over_is_named(count: int) -> None:
    record = replace(RECORD, actions=RECORD.actions[:count])
    assert complaint(record) == f"the record of match {ID} is damaged: the match is not over after its last action"


def test_scores_that_do_not_follow_are_named() -> None:
    scores = (RECORD.scores[0] + 1, *RECORD.scores[1:])
    said = f"the record of match {ID} is damaged: the scores are {scores}, but the actions lead to {RECORD.scores}"
    assert complaint(replace(RECORD, scores=scores)) == said


def test_ranks_that_do_not_follow_are_named() -> None:
    assert RECORD.ranks[1] == 3
    assert (
        complaint(replace(RECORD, ranks=(1, 1, 1)))
        == f"the record of match {ID} is damaged: the ranks are (1, 1, 1), but the actions lead to {RECORD.ranks}"
    )
    assert complaint(replace(RECORD, faults=())).startswith(f"the record of match {ID} is damaged: the ranks are ")


def test_another_deal_is_another_match() -> None:
    case = Case("verraeter", "official", 3)
    version = case.game.info.rules_version
    match = Match(spec_of(3, 1, game="verraeter", rules_version=version, edition="official"), case.game)
    while match.actor is not None:
        match.choose(match.legal[-1])
    record = match.record()
    assert list(replay(record, case.game))
    with pytest.raises(ArenaError, match="bad-record"):
        list(replay(replace(record, spec=replace(record.spec, deal=bytes(16))), case.game))
