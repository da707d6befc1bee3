"""Tests of playing a record again: true records pass, and each error in a false record is named."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.match import Fault, FaultKind, Match, MatchRecord
from arena.match.rerun import Difference, rerun
from tests.match.counting import Counting, spec_of

GAME = Counting()


def played(deal: int = 0, faults: dict[int, tuple[int, FaultKind]] | None = None) -> MatchRecord:
    """Plays a match of random bots and returns its record. Each key of `faults` is the number of actions before a
    fault; the value is the seat with the kind of its fault.
    """
    match, rng, faults = Match(spec_of(3, deal), GAME), Random(deal), dict(faults or {})
    while match.actor is not None:
        if fault := faults.pop(len(match.actions), None):
            match.fault(*fault, "oh", "my")
        else:
            match.choose(rng.choice(match.legal))
    return match.record()


WITH_FAULTS = played(1, {2: (0, FaultKind.DISCONNECT), 7: (1, FaultKind.TIMEOUT)})


def parts(record: MatchRecord) -> list[str]:
    return [difference.part for difference in rerun(record, GAME)]


def changed(record: MatchRecord, place: int, action: int) -> MatchRecord:
    return replace(record, actions=(*record.actions[:place], action, *record.actions[place + 1 :]))


@given(
    st.integers(0, 2**64),
    st.dictionaries(
        st.integers(0, 11),
        st.tuples(st.integers(0, 2), st.sampled_from([FaultKind.DISCONNECT, FaultKind.PROTOCOL, FaultKind.STARTUP])),
    ),
)
def test_whatever_can_happen_passes(deal: int, faults: dict[int, tuple[int, FaultKind]]) -> None:
    assert rerun(played(deal, faults), GAME) == []


def test_a_fault_in_turn_passes() -> None:
    assert len(WITH_FAULTS.faults) == 2
    assert rerun(WITH_FAULTS, GAME) == []


def test_several_seats_may_fail_at_the_same_time() -> None:
    match = Match(spec_of(3), GAME)
    for seat in (2, 0, 1):
        match.fault(seat, FaultKind.STARTUP, "")
    assert rerun(match.record(), GAME) == []


def test_an_action_that_is_not_legal_is_named() -> None:
    assert rerun(changed(played(), 4, 13), GAME) == [Difference("action 4", "one of 10, 11, 12", "13")]


@pytest.mark.parametrize("place", [3, 6, 9])
def test_an_action_a_stand_in_would_not_have_chosen_is_named(place: int) -> None:
    there = WITH_FAULTS.actions[place]
    other = 10 if there != 10 else 11
    first = rerun(changed(WITH_FAULTS, place, other), GAME)[0]
    assert first == Difference(f"action {place}", f"{there}, which the stand-in chose", str(other))


def test_a_match_that_stops_too_soon_or_goes_on_is_named() -> None:
    record = played()
    assert rerun(replace(record, actions=record.actions[:-1]), GAME) == [
        Difference("actions", "more, for seat 2 must act", "11 actions")
    ]
    assert rerun(replace(record, actions=(*record.actions, 10)), GAME) == [Difference("actions", "12 actions", "13")]


def test_scores_and_ranks_that_are_not_those_of_the_actions_are_named() -> None:
    record = replace(played(), scores=(1, 2, 3), ranks=(9, 9, 9))
    assert rerun(record, GAME) == [
        Difference("scores", str(played().scores), "(1, 2, 3)"),
        Difference("ranks", str(played().ranks), "(9, 9, 9)"),
    ]


def test_who_forfeited_cannot_be_ranked_as_if_he_had_not() -> None:
    assert parts(replace(WITH_FAULTS, ranks=(1, 2, 3))) == ["ranks"]


@pytest.mark.parametrize(
    "fault",
    [
        Fault(3, FaultKind.DISCONNECT, 5, ""),
        Fault(2, FaultKind.DISCONNECT, 12, ""),
        Fault(1, FaultKind.TIMEOUT, 3, ""),
        Fault(1, FaultKind.ILLEGAL_ACTION, 5, ""),
    ],
    ids=["no such seat", "after the end", "out of turn", "illegal out of turn"],
)
def test_a_fault_that_cannot_have_happened_is_named(fault: Fault) -> None:
    assert "faults" in parts(replace(played(), faults=(fault,)))


def test_a_seat_forfeits_once_and_faults_stand_in_order() -> None:
    first, second = WITH_FAULTS.faults
    assert "faults" in parts(replace(WITH_FAULTS, faults=(first, first, second)))
    assert parts(replace(WITH_FAULTS, faults=(second, first)))


@pytest.mark.parametrize("left", [0, 1])
def test_a_fault_cannot_be_taken_back(left: int) -> None:
    assert parts(replace(WITH_FAULTS, faults=WITH_FAULTS.faults[:left])) == ["ranks"]


def test_a_fault_while_the_stand_in_plays_cannot_have_happened() -> None:
    """Tests that a record is refused if a fault lies between two successive actions of the stand-in, which plays seats
    that have forfeited: a match takes such actions without interruption, so no fault can happen between them.
    """
    match = Match(spec_of(3), GAME)
    for seat in (2, 0, 1):
        match.fault(seat, FaultKind.STARTUP, "")
    record = match.record()
    late = (*record.faults[:2], replace(record.faults[2], action_count=5))
    assert parts(replace(record, faults=late))
