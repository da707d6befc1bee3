"""Tests the reconstruction of a seat's turns from the record of a finished match."""

from dataclasses import replace
from random import Random

import pytest

from arena.authoring import playback
from arena.authoring.conformance.rehearsal import Case, new_match
from arena.authoring.playback import past_seat, rows_of
from arena.errors import ArenaError
from arena.games.registry import create_game
from arena.match import FaultKind, Match, MatchRecord

GAME = create_game("verraeter")


def played(fault_after: int | None = None, kind: FaultKind = FaultKind.ILLEGAL_ACTION) -> MatchRecord:
    """Plays a match at random, and returns its record.

    `fault_after` is the number of actions after which the seat to move forfeits, with a fault of this kind; None for no
    forfeit.
    """
    match, rng = new_match(GAME, Case("verraeter", "official", 3, 0, 7)), Random(7)
    while match.actor is not None:
        if len(match.actions) == fault_after and not match.faults:
            match.fault(match.actor, kind, "chose 99999")
        else:
            match.choose(rng.choice(match.legal))
    return match.record()


def actor_after(record: MatchRecord, actions: int) -> int:
    match = Match(record.spec, GAME)
    for action in record.actions[:actions]:
        match.choose(action)
    assert match.actor is not None
    return match.actor


def test_a_game_of_rows_is_shown_by_their_names() -> None:
    tron = create_game("tron")
    match = new_match(tron, Case("tron", "standard", 2, 0, 7))
    while match.actor is not None:
        match.choose(match.legal[0])
    past = past_seat(match.record(), tron, 1)
    rows = rows_of(past, past.turns[0])
    assert rows
    assert list(rows) == ["cells", "head", "direction", "out"]
    assert rows_of(past_seat(played(), GAME, 0), past_seat(played(), GAME, 0).turns[0]) is None


def test_the_turns_of_all_seats_are_the_match() -> None:
    record = played()
    pasts = [past_seat(record, GAME, seat) for seat in range(3)]
    assert sum(len(past.turns) for past in pasts) == len(record.actions)
    for past in pasts:
        assert [turn.number for turn in past.turns] == list(range(1, len(past.turns) + 1))
        assert all(turn.action in turn.turn.legal for turn in past.turns)
        assert all(turn.turn.seat == past.seat for turn in past.turns)


def test_the_turn_in_which_a_seat_forfeited_is_its_last_and_was_not_chosen_in() -> None:
    record = played(fault_after=20)
    seat = actor_after(record, 20)
    *before, last = past_seat(record, GAME, seat).turns
    assert last.action is None
    assert last.fault == record.faults[0]
    assert all(turn.action is not None for turn in before)
    others = [past_seat(record, GAME, other).turns for other in range(3) if other != seat]
    assert all(turn.action is not None for turns in others for turn in turns)
    owners = [actor_after(record, number) for number in range(len(record.actions))]
    assert [len(turns) for turns in others] == [owners.count(other) for other in range(3) if other != seat]


def test_a_seat_that_forfeited_before_its_turn_has_none_from_there() -> None:
    record = played(fault_after=20)
    [fault] = record.faults
    bystander = (fault.seat + 1) % 3
    moved = replace(record, faults=(replace(fault, seat=bystander, kind=FaultKind.DISCONNECT),))
    turns = list(playback._turns(moved, GAME, bystander, {}))
    owners = [actor_after(record, number) for number in range(20)]
    assert len(turns) == owners.count(bystander)
    assert all(turn.action is not None for turn in turns)


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    with pytest.raises(ArenaError) as raised:
        past_seat(played(), GAME, seat)
    assert raised.value.code == "no-seat"


def test_a_seat_that_never_had_a_turn_is_refused() -> None:
    record = played(fault_after=0)
    [fault] = record.faults
    late = next(seat for seat in range(3) if seat != fault.seat)
    match = Match(record.spec, GAME)
    match.fault(late, FaultKind.STARTUP, "withdrawn")
    rng = Random(1)
    while match.actor is not None:
        match.choose(rng.choice(match.legal))
    with pytest.raises(ArenaError) as raised:
        past_seat(match.record(), GAME, late)
    assert raised.value.code == "no-turn"


def test_a_record_that_does_not_fit_the_rules_is_refused() -> None:
    record = played()
    with pytest.raises(ArenaError) as raised:
        past_seat(replace(record, actions=record.actions[:-1]), GAME, 0)
    assert raised.value.code == "bad-record"
