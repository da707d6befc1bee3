"""Tests of a match from its deal to its record: choices, faults, stand-ins, and ranks."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.chance import Chance
from arena.match import Entrant, FaultKind, Match, MatchRecord
from arena.match.match import ranks_of
from arena.match.record import MOST_NOTE, MOST_NOTES, Note
from tests.games.matches import Case, every_case
from tests.match.counting import ROUNDS, Counting, spec_of

GAME = Counting()


def match_of(seats: int = 3, deal: int = 0) -> Match:
    return Match(spec_of(seats, deal), GAME)


def play_out(match: Match, action: int = 11) -> MatchRecord:
    while match.actor is not None:
        assert match.choose(action)
    return match.record()


def test_the_seats_choose_in_turn_until_the_match_is_over() -> None:
    match, actors = match_of(), []
    while match.actor is not None:
        actors.append(match.actor)
        assert match.legal == (10, 11, 12)
        assert match.choose(10 + match.actor)
    assert actors == [0, 1, 2] * ROUNDS
    assert match.legal == ()
    record = match.record()
    assert record.spec == spec_of()
    assert record.actions == (10, 11, 12) * ROUNDS
    assert record.scores == (0, ROUNDS, 2 * ROUNDS)
    assert record.ranks == (3, 2, 1)
    assert record.faults == ()


@pytest.mark.parametrize("action", [-1, 0, 9, 13, 99_999])
def test_an_illegal_choice_is_refused_and_changes_nothing(action: int) -> None:
    match = match_of()
    match.choose(12)
    before = (match.state, match.actor, match.legal, list(match.actions))
    assert match.choose(action) is False
    assert (match.state, match.actor, match.legal, match.actions) == before


def test_what_is_noted_is_bounded_and_no_part_of_the_record() -> None:
    match, plain = match_of(), match_of()
    while match.actor is not None:
        for _ in range(MOST_NOTES // MOST_NOTE if match.actor == 1 else 1):
            match.note(match.actor, "" if match.actor == 2 else str(match.actor) * (2 * MOST_NOTE))
        match.choose(11)
    assert match.record() == play_out(plain)
    assert {note.text for note in match.notes()} == {"0" * MOST_NOTE, "1" * MOST_NOTE}
    assert [note.action_count for note in match.notes() if note.text[0] == "0"] == [0, 3, 6, 9]
    assert [note.action_count for note in match.notes() if note.text[0] == "1"] == [1]


def test_a_note_is_one_line_and_of_two_on_a_choice_the_last_counts() -> None:
    match = match_of()
    match.note(0, "first")
    match.note(0, "a plan\n in\u2028two\r\nlines ")
    assert match.notes() == (Note(0, "a plan in two lines"),)


def test_what_was_noted_on_a_choice_that_another_makes_is_not_kept() -> None:
    match, spare = match_of(), Entrant("spare", "2", b"s" * 16)
    match.note(0, "never chosen")
    match.hand_over(1, spare, "away")  # seat 1, which has no choice to make now
    assert match.notes() == (Note(0, "never chosen"),)
    match.hand_over(0, spare, "away")
    assert match.notes() == ()


def test_nothing_can_be_chosen_when_the_match_is_over() -> None:
    match = match_of()
    record = play_out(match)
    assert match.choose(10) is False
    assert match.record() == record


def test_a_record_cannot_be_had_before_the_end() -> None:
    with pytest.raises(AssertionError):
        match_of().record()


def test_a_view_is_the_games_own() -> None:
    match = match_of()
    match.choose(12)
    assert [match.view(seat) for seat in range(3)] == [(2,), (), ()]


def test_ranks_follow_the_merits_and_not_the_scores() -> None:
    match = match_of(2)
    for action in (12, 10, 11, 11, 11, 11, 10, 12):
        match.choose(action)
    record = match.record()
    assert record.scores == (4, 4)
    assert record.ranks == (2, 1)


# Faults.


def test_after_a_fault_a_stand_in_plays_the_seat_and_the_others_their_own() -> None:
    match, asked = match_of(), []
    match.fault(1, FaultKind.TIMEOUT, "too late", "some output")
    while match.actor is not None:
        asked.append(match.actor)
        assert match.choose(12)
    record = match.record()
    assert asked == [0, 2] * ROUNDS
    [fault] = record.faults
    assert (fault.seat, fault.kind, fault.action_count) == (1, FaultKind.TIMEOUT, 0)
    assert (fault.detail, fault.output) == ("too late", "some output")
    assert len(record.actions) == 3 * ROUNDS
    assert record.scores[0] == record.scores[2] == 2 * ROUNDS


def test_the_stand_in_takes_the_turn_at_once_if_its_seat_must_act() -> None:
    match = match_of()
    match.fault(0, FaultKind.DISCONNECT, "gone")
    assert match.actor == 1
    assert len(match.actions) == 1


def test_a_fault_of_a_seat_that_need_not_act_leaves_the_turn_where_it_is() -> None:
    match = match_of()
    match.choose(10)
    match.fault(0, FaultKind.DISCONNECT, "gone")
    assert match.actor == 1
    assert match.faults[0].action_count == len(match.actions) == 1


def test_only_the_first_fault_of_a_seat_counts() -> None:
    match = match_of()
    match.fault(0, FaultKind.TIMEOUT, "first")
    match.fault(0, FaultKind.PROTOCOL, "second")
    match.fault(2, FaultKind.PROTOCOL, "another seat")
    match.fault(2, FaultKind.TIMEOUT, "again")
    assert [fault.detail for fault in play_out(match).faults] == ["first", "another seat"]


def test_a_fault_after_the_end_does_not_count() -> None:
    match = match_of()
    record = play_out(match)
    match.fault(0, FaultKind.PROTOCOL, "said too much")
    assert match.record() == record


def test_stand_ins_play_a_match_of_nobody_to_its_end() -> None:
    match = match_of()
    for seat in range(3):
        match.fault(seat, FaultKind.STARTUP, "withdrawn")
    assert match.actor is None
    record = match.record()
    assert [fault.seat for fault in record.faults] == [0, 1, 2]
    assert record.ranks == (1, 1, 1)


def forfeited_from(deal: int, count: int) -> tuple[int, ...]:
    """Returns all actions of a match in which seat 1 forfeits after this many actions."""
    match = match_of(3, deal)
    for _ in range(count):
        match.choose(11)
    match.fault(1, FaultKind.TIMEOUT, "too late")
    return play_out(match).actions


def test_the_stand_in_chooses_by_the_deal() -> None:
    assert forfeited_from(1, 0) == forfeited_from(1, 0)
    assert len({forfeited_from(deal, 0) for deal in range(20)}) > 10


def test_the_stand_in_chooses_among_all_legal_actions() -> None:
    chosen = [action for deal in range(60) for action in forfeited_from(deal, 0)[1::3]]
    assert {10, 11, 12} == set(chosen)
    assert all(60 < chosen.count(action) < 100 for action in (10, 11, 12))


def test_the_stand_ins_choice_does_not_depend_on_when_the_fault_came() -> None:
    early, late = forfeited_from(5, 0), forfeited_from(5, 6)
    assert early[6:] == late[6:]


# Ranks.


@pytest.mark.parametrize(
    ("merits", "forfeited", "ranks"),
    [
        ((5, 9, 7), (), (3, 1, 2)),
        ((5, 5, 5), (), (1, 1, 1)),
        ((5, 9, 9, 1), (), (3, 1, 1, 4)),
        ((-3, 0, -3), (), (2, 1, 2)),
        ((5, 9, 7), (1,), (2, 3, 1)),
        ((-5, 9, 7), (1, 2), (1, 2, 2)),
        ((-1, 0, 9), (2,), (2, 1, 3)),
        ((5, 9, 7), (0, 1, 2), (1, 1, 1)),
    ],
)
def test_ranks(merits: Sequence[int], forfeited: Sequence[int], ranks: Sequence[int]) -> None:
    assert ranks_of(merits, frozenset(forfeited)) == ranks


@given(
    st.lists(st.tuples(st.integers(-50, 50), st.booleans()), min_size=1, max_size=6),
)
def test_a_rank_is_one_more_than_the_seats_that_did_better(seats: list[tuple[int, bool]]) -> None:
    scores = [score for score, _ in seats]
    forfeited = frozenset(seat for seat, (_, gave_up) in enumerate(seats) if gave_up)
    ranks = ranks_of(scores, forfeited)
    assert min(ranks) == 1
    for one in range(len(seats)):
        for two in range(len(seats)):
            if one in forfeited and two in forfeited:
                assert ranks[one] == ranks[two]
            elif one in forfeited:
                assert ranks[one] > ranks[two]
            elif two not in forfeited:
                assert (ranks[one] < ranks[two]) == (scores[one] > scores[two])


# Every game.


def random_match(case: Case, seed: int) -> Match:
    """Plays a match in which seats choose, fail and sometimes choose illegal actions, at random; returns the finished
    match.
    """
    rng = random.Random(seed)
    spec: Any = spec_of(case.seats, seed, game=case.key, edition=case.edition)
    match = Match(spec, case.game)
    while match.actor is not None:
        if rng.random() < 0.005:
            match.fault(rng.randrange(case.seats), rng.choice(list(FaultKind)), "at random")
        elif rng.random() < 0.1:
            assert not match.choose(case.game.info.action_space + rng.randrange(9))
        else:
            assert match.choose(rng.choice(match.legal))
    return match


@every_case
def test_whatever_the_bots_do_there_is_a_record_and_the_same_one_again(case: Case) -> None:
    for seed in range(4):
        record = random_match(case, seed).record()
        assert record == random_match(case, seed).record()
        assert len(record.scores) == len(record.ranks) == case.seats
        forfeited = {fault.seat for fault in record.faults}
        assert len(forfeited) == len(record.faults)
        merits = case.game.merits(random_match(case, seed).state)
        assert record.ranks == ranks_of(merits, frozenset(forfeited))


@every_case
def test_a_snapshot_stays_while_the_match_goes_on(case: Case) -> None:
    match = Match(random_match(case, 1).spec, case.game)
    states = [case.game.deal(case.seats, case.edition, Chance(match.spec.deal))]
    snapshots = [match.snapshot()]
    while match.actor is not None:
        action = match.legal[len(match.actions) % len(match.legal)]
        states.append(case.game.apply(states[-1], action))
        assert match.choose(action)
        snapshots.append(match.snapshot())
    assert snapshots == states
