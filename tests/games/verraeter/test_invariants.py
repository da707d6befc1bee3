"""Tests of invariants of Verräter in every state of many random matches, in each edition and number of seats."""

from collections import Counter

from arena.games.verraeter.editions import OPTIONS, ROUNDS
from arena.games.verraeter.state.cards import FULL_DECK, SIZE, WEIGHT_OF
from arena.games.verraeter.state.cells import (
    BUILDING,
    BUILDING_SEAT,
    DISCARD,
    HAND,
    LANDSCAPE,
    OWNER,
    PHASE,
    PLAYED,
    ROUND,
    SCORE,
    SEATS,
    START,
)
from arena.games.verraeter.state.state import State, by_place, by_seat, draw_pile
from arena.games.verraeter.terms import ESTATE, OVER, SETUP, TRADING_POST
from tests.games.matches import MANY, Case, every_case_of_verraeter, states_of


@every_case_of_verraeter
def test_many_random_matches_keep_what_always_holds(case: Case) -> None:
    limit = OPTIONS[case.edition].hand_limit
    eager = OPTIONS[case.edition].eager_reshuffle
    for seed in range(MANY):
        circle: tuple[int, ...] = ()
        borders = 0
        for state, action in states_of(case, seed):
            cells = state.cells
            assert cards(state) == FULL_DECK
            if circle != by_place(cells, OWNER):
                circle = by_place(cells, OWNER)
                borders = sum(circle[place - 1] != circle[place] for place in range(12))
            assert borders % 2 == 0
            # If one house has the whole circle, there is no border, and the round in which this happens is the last.
            assert borders >= 2 or cells[PHASE] > 6
            if action is not None and cells[PHASE] == 1:
                assert max(SIZE[hand] for hand in by_seat(state.cells, HAND)) <= limit
                assert draw_pile(state.cells) or not eager
        assert_buildings_are_legal(state)
        assert_the_end_is_right(state)


@every_case_of_verraeter
def test_buildings_are_legal_in_every_state(case: Case) -> None:
    for seed in range(40):
        for state, _ in states_of(case, seed):
            assert_buildings_are_legal(state)


@every_case_of_verraeter
def test_scores_and_rounds_never_fall_and_landscapes_never_move(case: Case) -> None:
    for seed in range(40):
        before: State | None = None
        for state, _ in states_of(case, seed):
            if before is not None:
                cells = state.cells
                assert by_place(cells, LANDSCAPE) == by_place(before.cells, LANDSCAPE)
                scores = zip(by_seat(cells, SCORE), by_seat(before.cells, SCORE), strict=True)
                assert all(new >= old for new, old in scores)
                assert cells[ROUND] - before.cells[ROUND] in {0, 1}
                owners = zip(by_place(cells, OWNER), by_place(before.cells, OWNER), strict=True)
                assert sum(new != old for new, old in owners) <= 1
            before = state


@every_case_of_verraeter
def test_every_seat_starts_equally_often_in_a_whole_match(case: Case) -> None:
    for seed in range(40):
        states = [state for state, _ in states_of(case, seed)]
        starts = Counter({state.cells[ROUND]: state.cells[START] for state in states}.values())
        if states[-1].cells[ROUND] == ROUNDS[case.seats]:
            assert set(starts.values()) == {ROUNDS[case.seats] // case.seats}


def cards(state: State) -> int:
    """Returns the code for all supply cards together: in hands, in front of seats, and in both piles. A code is one
    number for a set of cards.
    """
    piles = sum([WEIGHT_OF[value] for value in draw_pile(state.cells)])
    return sum(by_seat(state.cells, HAND)) + sum(by_seat(state.cells, PLAYED)) + state.cells[DISCARD] + piles


def assert_buildings_are_legal(state: State) -> None:
    cells = state.cells
    kinds = Counter(zip(by_place(cells, BUILDING_SEAT), by_place(cells, BUILDING), strict=True))
    for seat in range(cells[SEATS]):
        estates, posts = kinds[seat, ESTATE], kinds[seat, TRADING_POST]
        assert posts <= 2
        assert estates + posts <= 3
        assert estates + posts >= 1 or cells[PHASE] == SETUP
    assert all(seat == 0 for (seat, kind) in kinds if kind == 0)


def assert_the_end_is_right(state: State) -> None:
    cells = state.cells
    assert cells[PHASE] == OVER
    one_house = len(set(by_place(cells, OWNER))) == 1
    assert cells[ROUND] == ROUNDS[cells[SEATS]] or (one_house and cells[ROUND] >= 6)
    assert cells[ROUND] <= ROUNDS[cells[SEATS]]
