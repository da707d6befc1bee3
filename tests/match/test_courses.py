"""Tests of courses: a course is the actions, faults and handovers of an unfinished match, from which a new match
continues.
"""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ArenaError
from arena.match import Course, Entrant, Fault, FaultKind, Handover, Match, MatchRecord
from arena.match.rerun import rerun
from tests.match.counting import Counting, spec_of

GAME = Counting()
SPARE = Entrant("spare", "2", b"s" * 16)
OTHER = Entrant("other", "3", b"o" * 16)
Events = dict[int, tuple[int, FaultKind | Entrant]]

events = st.dictionaries(
    st.integers(0, 11),
    st.tuples(st.integers(0, 2), st.sampled_from([FaultKind.DISCONNECT, FaultKind.PROTOCOL, SPARE, OTHER])),
)


def played(deal: int, events: Events) -> MatchRecord:
    """Plays a match of random players and returns its record. Each key of `events` is the number of actions before an
    event; the value is a seat with its fault or its new player.
    """
    match, rng, events = Match(spec_of(3, deal), GAME), Random(deal), dict(events)
    while match.actor is not None:
        seat, what = events.pop(len(match.actions), (0, None))
        if isinstance(what, FaultKind):
            match.fault(seat, what, "oh", "my")
        elif what:
            match.hand_over(seat, what, "away for a while")
        else:
            match.choose(rng.choice(match.legal))
    return match.record()


def cut(record: MatchRecord, count: int) -> Course:
    return Course(
        record.actions[:count],
        tuple(fault for fault in record.faults if fault.action_count <= count),
        tuple(handover for handover in record.handovers if handover.action_count <= count),
    )


def went_on(record: MatchRecord, count: int) -> MatchRecord:
    """Continues a recorded match after its first `count` actions, with the choices of the record; returns the new
    record.
    """
    match = Match(record.spec, GAME)
    match.go_on(cut(record, count))
    faults = [fault for fault in record.faults if fault.action_count > count]
    handovers = [handover for handover in record.handovers if handover.action_count > count]
    while match.actor is not None:
        now = len(match.actions)
        if handovers and handovers[0].action_count == now:
            handover = handovers.pop(0)
            match.hand_over(handover.seat, handover.player, handover.detail)
        elif faults and faults[0].action_count == now:
            fault = faults.pop(0)
            match.fault(fault.seat, fault.kind, fault.detail, fault.output)
        else:
            assert match.choose(record.actions[now])
    return match.record()


@given(st.integers(0, 2**64), events, st.integers(0, 12))
def test_a_match_that_was_stopped_anywhere_ends_as_if_it_had_not_been(deal: int, events: Events, count: int) -> None:
    record = played(deal, events)
    assert went_on(record, count) == record


def test_the_course_of_a_match_is_all_another_needs() -> None:
    record = played(3, {2: (1, SPARE), 5: (2, FaultKind.DISCONNECT)})
    match, again = Match(record.spec, GAME), Match(record.spec, GAME)
    match.go_on(cut(record, 7))
    again.go_on(match.course())
    assert (again.state, again.actor, again.legal, again.course()) == (
        match.state,
        match.actor,
        match.legal,
        match.course(),
    )
    assert [player.name for player in again.course().players(record.spec.entrants)][1] == "spare"


@given(st.integers(0, 2**64), events)
def test_changes_of_players_change_nothing_else_and_pass(deal: int, events: Events) -> None:
    record = played(deal, events)
    faults = {at: event for at, event in events.items() if isinstance(event[1], FaultKind)}
    assert replace(record, handovers=()) == played(deal, faults)
    assert rerun(record, GAME) == []


WITH_FAULT = played(1, {4: (1, FaultKind.PROTOCOL)})


@pytest.mark.parametrize(
    "course",
    [
        Course((10, 13)),
        Course((10,) * 13),
        Course((10, 10), (Fault(3, FaultKind.PROTOCOL, 1, ""),)),
        Course((10, 10), (Fault(0, FaultKind.PROTOCOL, 7, ""),)),
        Course((*WITH_FAULT.actions[:4], 10 if WITH_FAULT.actions[4] > 10 else 11), WITH_FAULT.faults),
        Course((10, 10), (), (Handover(0, 3, SPARE, ""),)),
        Course((10, 10), (), (Handover(3, 1, SPARE, ""),)),
        Course((10, 10), (), (Handover(-1, 1, SPARE, ""),)),
        Course(WITH_FAULT.actions[:6], WITH_FAULT.faults, (Handover(1, 5, SPARE, ""),)),
    ],
    ids=[
        "not legal",
        "after the end",
        "a fault of no seat",
        "a fault to come",
        "not the stand-in's choice",
        "a handover to come",
        "a handover of no seat",
        "a handover of less than no seat",
        "a handover of a forfeited seat",
    ],
)
def test_a_course_no_match_can_have_taken_is_refused(course: Course) -> None:
    with pytest.raises(ArenaError, match="does not follow the rules after action") as caught:
        Match(spec_of(3, 1), GAME).go_on(course)
    assert caught.value.code == "bad-record"


@pytest.mark.parametrize("handover", [Handover(3, 1, SPARE, ""), Handover(0, 12, SPARE, ""), Handover(1, 6, SPARE, "")])
def test_a_handover_that_cannot_have_been_is_named(handover: Handover) -> None:
    assert [one.part for one in rerun(replace(WITH_FAULT, handovers=(handover,)), GAME)] == ["handovers"]
