"""Tests of simultaneous choices. Choices, faults and changes of players may arrive in any order, but every record
could also come from a match in which the seats choose in turn.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.chance import Chance
from arena.games.outside.fault import GameFault
from arena.games.outside.game import Outside
from arena.match import Course, Entrant, FaultKind, Match, MatchRecord, replay
from arena.match.at_once import AtOnce, new_match
from arena.match.document import replay_data
from arena.match.rerun import rerun
from tests.match.counting import Counting, spec_of
from tests.match.sealed import SEALED, Sealed, State, sealed_spec

SPARE = Entrant("spare", "2", b"s" * 16)
KINDS = (FaultKind.TIMEOUT, FaultKind.ILLEGAL_ACTION, FaultKind.DISCONNECT)

deals = st.integers(0, 2**32)
orders = st.integers(0, 2**32)
troubles = st.sampled_from([0.0, 0.1, 0.5])
"""The probabilities that a random event of the match is a fault or a change of players instead of a choice."""


def choice(match: Match, seat: int) -> int:
    """Returns the choice of a seat's bot, which is always the same in the same turn."""
    legal = match.legal_of(seat)
    return Random(f"{match.spec.deal.hex()} {match.number_of(seat)}").choice(legal)


def said(match: Match, seat: int) -> str:
    """Returns the note of a seat's bot on its choice."""
    return f"seat {seat}, action {match.number_of(seat)}"


def played(deal: int, order: int, trouble: float = 0.0, seats: int = 4, *, one_by_one: bool = False) -> MatchRecord:
    """Plays a match of random events, drawn from the seed `order`; returns its record. `trouble` is the probability
    that an event is not a choice. With `one_by_one`, each seat is asked only after the seat before it has chosen.
    """
    match, rng = new_match(sealed_spec(seats, deal), SEALED, one_by_one=one_by_one), Random(order)
    while match.actor is not None:
        stir(match, rng, trouble)
    return match.record()


def stir(match: Match, rng: Random, trouble: float) -> None:
    """Makes one random event happen in the match: a choice, a fault or a change of players."""
    seat, _ = rng.choice(match.waiting())
    if rng.random() >= trouble:
        match.note(seat, said(match, seat))
        assert match.choose_for(seat, choice(match, seat))
    elif rng.random() < 0.5:
        match.hand_over(rng.randrange(4), SPARE, "away")
    elif rng.random() < 0.5:
        match.fault(seat, rng.choice(KINDS), "oh", "my")
    else:
        match.fault(rng.randrange(4), FaultKind.DISCONNECT, "oh", "my")


@given(deals, orders, st.booleans())
def test_the_record_is_the_same_in_whatever_order_choices_arrive(deal: int, order: int, one_by_one: bool) -> None:
    match = Match(sealed_spec(4, deal), SEALED)
    while match.actor is not None:
        match.note(match.actor, said(match, match.actor))
        match.choose(choice(match, match.actor))
    other, rng = new_match(sealed_spec(4, deal), SEALED, one_by_one=one_by_one), Random(order)
    while other.actor is not None:
        stir(other, rng, 0)
    assert (other.record(), other.notes()) == (match.record(), match.notes())
    assert len(match.notes()) == len(match.actions)


@given(deals, orders, troubles)
def test_whatever_happens_while_others_choose_can_be_played_again(deal: int, order: int, trouble: float) -> None:
    record = played(deal, order, trouble)
    assert rerun(record, SEALED) == []
    assert list(replay(record, SEALED))


@given(deals, orders, troubles, st.integers(0, 40))
def test_a_match_that_is_stopped_goes_on_from_the_last_actions_taken(
    deal: int, order: int, trouble: float, stop: int
) -> None:
    """Tests that a stopped match continues after the last action taken; choices, faults and changes of players that
    belong to the unfinished simultaneous choice are lost.
    """
    match, rng = new_match(sealed_spec(4, deal), SEALED), Random(order)
    for _ in range(stop):
        if match.actor is not None:
            stir(match, rng, trouble)
    again = new_match(match.spec, SEALED)
    again.go_on(match.course())
    assert (again.course(), again.state, again.actor) == (match.course(), match.state, match.actor)
    while again.actor is not None:
        stir(again, rng, trouble)
    assert rerun(again.record(), SEALED) == []


@given(deals, st.integers(0, 40))
def test_a_match_goes_on_from_the_middle_of_a_choice(deal: int, stop: int) -> None:
    record = played(deal, 0)
    match = new_match(record.spec, SEALED)
    match.go_on(Course(record.actions[: min(stop, len(record.actions))]))
    while match.actor is not None:
        match.choose(record.actions[match.number_of(match.waiting()[0][0])])
    assert match.record() == record


@given(deals, orders)
def test_faults_at_the_same_time_give_the_same_record_in_any_order(deal: int, order: int) -> None:
    def failed(seats: list[int]) -> MatchRecord:
        match, rng = new_match(sealed_spec(4, deal), SEALED), Random(order)
        while match.actor is not None and len(match.waiting()) + len(match.chosen()) < 3:
            stir(match, rng, 0.0)
        for seat in seats:
            match.fault(seat, FaultKind.DISCONNECT, "gone")
        while match.actor is not None:
            stir(match, rng, 0.0)
        return match.record()

    seats = Random(order).sample(range(4), 2)
    assert failed(seats) == failed(seats[::-1])


def match_of(seats: int = 3) -> Match:
    return new_match(sealed_spec(seats), SEALED)


def test_nothing_is_known_of_a_choice_before_all_have_chosen() -> None:
    match = match_of()
    before = (match.state, match.actor, match.legal, match.course(), [match.view(seat) for seat in range(3)])
    assert [seat for seat, _ in match.waiting()] == [0, 1, 2]
    for seat in (2, 0):
        assert match.choose_for(seat, 2)
        now = (match.state, match.actor, match.legal, match.course(), [match.view(seat) for seat in range(3)])
        assert now == before
    assert (match.chosen(), match.waiting()) == ((2, 0), [(1, (0, 1, 2))])
    match.choose_for(1, 1)
    assert match.actions == [2, 1, 2]
    assert match.waiting() == [(0, (0, 1, 2))]  # the highest bidder, seat 0, now names the points that it scores


def test_names_are_those_of_what_each_seat_may_choose() -> None:
    match = new_match(sealed_spec(), SEALED)
    while match.actor is not None:
        word = "worth" if len(match.waiting()) == 1 and SEALED.written.complete(match.state.state) else "bid"
        for seat, legal in match.waiting():
            assert match.names_of(seat) == [f"{word} {action}" for action in legal]
            match.choose_for(seat, choice(match, seat))


def test_one_by_one_they_are_waited_for_in_their_order() -> None:
    match = new_match(sealed_spec(), SEALED, one_by_one=True)
    asked = []
    while not match.actions:
        [(seat, legal)] = match.waiting()
        asked.append(seat)
        match.choose_for(seat, legal[0])
    assert asked == [0, 1, 2]


def test_an_illegal_choice_is_refused_and_the_seat_may_be_heard_again() -> None:
    match = match_of()
    assert not match.choose_for(1, 3)
    assert match.choose_for(1, 2)
    assert match.chosen() == (1,)


def test_who_forfeits_loses_what_it_has_chosen_and_a_stand_in_chooses() -> None:
    match = match_of()
    match.choose_for(1, 0)
    match.fault(1, FaultKind.DISCONNECT, "gone")
    match.choose_for(0, 1)
    match.choose_for(2, 1)
    assert match.actions == [1, Chance(match.spec.deal).pick("stand-in", 1, (0, 1, 2)), 1]
    [fault] = match.faults
    assert fault.action_count == 1


def test_who_takes_a_seat_chooses_anew_for_it() -> None:
    match = match_of()
    match.choose_for(1, 0)
    match.hand_over(1, SPARE, "away")
    assert [seat for seat, _ in match.waiting()] == [0, 1, 2]
    for seat in range(3):
        match.choose_for(seat, 2)
    assert match.actions == [2, 2, 2]
    assert [(one.seat, one.action_count) for one in match.handovers] == [(1, 1)]


def test_notes_of_those_who_choose_are_not_lost_with_a_seat_that_does_not() -> None:
    match = new_match(sealed_spec(4), SEALED)
    for seat, bid in enumerate((2, 1, 0, 1)):
        match.choose_for(seat, bid)  # seat 2 bids 0, so it is out after this round
    match.choose_for(0, 1)  # seat 0, the highest bidder, names the points that it scores
    [(first, _), *_] = match.waiting()
    match.note(first, "a plan")
    match.hand_over(2, SPARE, "away")
    assert [note.text for note in match.notes()] == ["a plan"]
    match.hand_over(first, SPARE, "away")
    assert match.notes() == ()


def test_who_forfeits_while_nobody_asks_it_does_so_before_those_who_are_asked() -> None:
    match = match_of()
    for seat, bid in enumerate((2, 1, 0)):
        match.choose_for(seat, bid)
    match.fault(0, FaultKind.TIMEOUT, "slow")
    assert match.waiting()[0][0] == 1
    match.fault(2, FaultKind.DISCONNECT, "gone")
    while match.actor is not None:
        match.choose(match.waiting()[0][1][0])
    record = match.record()
    assert [fault.seat for fault in record.faults] == [0, 2]
    assert rerun(record, SEALED) == []


def test_the_eyes_of_a_seat_see_its_own_choice_and_no_other_of_those_made_with_it() -> None:
    """Tests that the frames of a seat are the same whatever other seats choose at the same time, until all these
    choices have been made.
    """
    record = played(3, 0, seats=3)
    for other in (0, 1, 2):
        changed = Match(record.spec, SEALED)
        for action in (other, *record.actions[1:3]):
            changed.choose(action)
        while changed.actor is not None:
            changed.choose(changed.legal[0])
        frames = replay_data(changed.record(), SEALED, 2)["frames"]
        told: Any = [(frame["actor"], frame["legal"] and len(frame["legal"]), frame["taken"]) for frame in frames[:3]]
        assert [one[:2] for one in told] == [(2, 3)] * 3
        assert told[1][2]["action"] is told[1][2]["parts"]["text"] is None
        assert [one["notation"] for one in frames[3]["disclosed"]] == [f"bid {other}", f"bid {record.actions[1]}"]


class Leaning(Sealed):
    """A faulty game for tests: the second seat's legal bids depend on the first seat's simultaneous bid."""

    def legal_actions(self, state: State) -> list[int]:
        return [2 - state.bids[0]] if self.actor(state) == 1 else [0, 1, 2]


class Resigning(Sealed):
    """A faulty game for tests: the match ends as soon as a seat bids 2, although other seats bid at the same time."""

    def actor(self, state: State) -> int | None:
        return None if 2 in state.bids else super().actor(state)


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (
            Leaning(),
            r"Sealed bids: legal_actions returned \(0,\) \(tuple\); expected \(2,\) for seat 1, whatever seats before",
        ),
        (
            Resigning(),
            r"Sealed bids: actor returned None \(NoneType\); expected seat 1, whatever seats before this seat choose",
        ),
    ],
)
def test_a_game_in_which_choices_depend_on_those_made_with_them_is_at_fault(game: Sealed, said: str) -> None:
    match = new_match(sealed_spec(2), Outside(game, "sealed"))
    match.choose_for(0, 2)
    with pytest.raises(GameFault, match=said):
        match.choose_for(1, match.legal_of(1)[0])


def test_seats_of_other_games_choose_in_turn() -> None:
    match = new_match(spec_of(), Counting())
    assert not isinstance(match, AtOnce)
    assert match.waiting() == ((0, (10, 11, 12)),)
