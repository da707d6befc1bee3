"""What holds in every state of every match: 1,000 random matches in each edition and number of seats."""

from collections import Counter

from arena.games.verraeter.cards import FULL_DECK, SIZE, WEIGHT_OF
from arena.games.verraeter.editions import OPTIONS, ROUNDS
from arena.games.verraeter.state import State
from arena.games.verraeter.terms import ESTATE, OVER, SETUP, TRADING_POST
from tests.games.matches import Case, every_case_of_verraeter, states_of

MATCHES = 1000


@every_case_of_verraeter
def test_a_thousand_random_matches_keep_what_always_holds(case: Case) -> None:
    limit = OPTIONS[case.edition].hand_limit
    eager = OPTIONS[case.edition].eager_reshuffle
    for seed in range(MATCHES):
        circle, borders = b"", 0
        for state, action in states_of(case, seed):
            table = state.table
            assert cards(state) == FULL_DECK
            if circle != table.circle_house:
                circle = table.circle_house
                borders = sum(circle[place - 1] != circle[place] for place in range(12))
            assert borders % 2 == 0
            # The circle of one house has no border; the round in which it came about is the last.
            assert borders >= 2 or table.phase > 6
            if action is not None and table.phase == 1:
                assert max(SIZE[hand] for hand in state.hands) <= limit
                assert state.pile or not eager
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
                table = state.table
                assert table.landscape == before.table.landscape
                assert all(new >= old for new, old in zip(table.score, before.table.score, strict=True))
                assert table.round - before.table.round in {0, 1}
                changed = sum(a != b for a, b in zip(table.circle_house, before.table.circle_house, strict=True))
                assert changed <= 1
            before = state


@every_case_of_verraeter
def test_every_seat_starts_equally_often_in_a_whole_match(case: Case) -> None:
    for seed in range(40):
        states = [state for state, _ in states_of(case, seed)]
        starts = Counter({state.table.round: state.table.start for state in states}.values())
        if states[-1].table.round == ROUNDS[case.seats]:
            assert set(starts.values()) == {ROUNDS[case.seats] // case.seats}


def cards(state: State) -> int:
    """The code of all cards wherever they are."""
    piles = sum([WEIGHT_OF[value] for value in state.pile])
    return sum(state.hands) + sum(state.table.played) + state.table.discard + piles


def assert_buildings_are_legal(state: State) -> None:
    table = state.table
    kinds = Counter(zip(table.building_seat, table.building_kind, strict=True))
    for seat in range(table.seats):
        estates, posts = kinds[seat, ESTATE], kinds[seat, TRADING_POST]
        assert posts <= 2
        assert estates + posts <= 3
        assert estates + posts >= 1 or table.phase == SETUP
    assert all(seat == 0 for (seat, kind) in kinds if kind == 0)


def assert_the_end_is_right(state: State) -> None:
    table = state.table
    assert table.phase == OVER
    one_house = len(set(table.circle_house)) == 1
    assert table.round == ROUNDS[table.seats] or (one_house and table.round >= 6)
    assert table.round <= ROUNDS[table.seats]
