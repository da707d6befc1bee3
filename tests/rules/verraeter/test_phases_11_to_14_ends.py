"""Tests of phases 11 to 13, the end of a round, and of phase 14, the end of the match."""

import pytest

from arena.games.verraeter.state.cards import code_of
from arena.games.verraeter.state.cells import BORDER, HAND, PHASE, ROLE, ROUND, START, STRATEGY, WINNER
from arena.games.verraeter.state.state import State, by_seat
from tests.rules.verraeter.positions import (
    EDITIONS,
    cards,
    circle,
    draft,
    fought,
    game,
    houses,
    names,
    play,
    position,
    sizes,
)

QUIET = "strategist traitor diplomat-5 diplomat-2"
ONE_LEFT = "E.city R.city R.waste R.river R.forest R.pasture R.village R.waste R.river R.forest R.pasture R.village"
LAST_ROUND = {"ERE": 9, "ERER": 8}


def over(state: State) -> bool:
    return game.actor(state) is None


def test_V11_1_after_the_round_no_seat_has_a_role() -> None:
    state = fought(position(), "1|2", QUIET)
    assert state.cells[ROUND] == 2
    assert by_seat(state.cells, ROLE) == (0,) * 4
    views = [game.view(state, seat) for seat in range(4)]
    assert [(view.pick, view.offered, view.aside) for view in views] == [(0, 0, 0)] * 4


def test_V11_1_all_six_roles_are_in_the_next_draft() -> None:
    state = fought(position(), "1|2", QUIET, aside="farmer")
    picks = names(draft(state, "4|5", "", aside="builder"))
    assert picks == [f"pick {role}" for role in ("traitor", "diplomat-2", "diplomat-5", "strategist", "farmer")]


@pytest.mark.parametrize("start", range(4))
def test_V12_1_the_left_neighbour_starts_the_next_round(start: int) -> None:
    state = fought(position(start=start), "1|2", QUIET)
    assert state.cells[START] == (start + 1) % 4
    assert game.actor(draft(state, "4|5", "")) == (start + 1) % 4


def test_V12_1_the_new_start_player_may_hold_the_strategy_card() -> None:
    state = fought(position(strategist=0), "1|2", "traitor strategist diplomat-5 diplomat-2")
    assert (state.cells[START], state.cells[STRATEGY]) == (1, 1)


def test_V13_1_the_next_round_begins_with_the_place_of_its_conflict() -> None:
    state = fought(position(), "1|2", QUIET)
    assert (state.cells[ROUND], state.cells[PHASE], game.actor(state)) == (2, 1, state.cells[STRATEGY])
    assert (state.cells[BORDER], state.cells[WINNER]) == (-1, 0)
    assert all(name.startswith("fight") for name in names(state))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", ["ERE", "ERER"])
def test_V14_1_four_seats_play_eight_rounds_and_three_play_nine(seats: str, edition: str) -> None:
    for number in range(1, 10):
        state = fought(position(edition, houses=seats, number=number), "1|2", QUIET)
        assert over(state) is (number >= LAST_ROUND[seats])
        if over(state):
            break


def test_V14_1_the_last_round_ends_before_roles_and_start_player_change() -> None:
    state = fought(position(number=8, start=3), "1|2", QUIET)
    assert (state.cells[ROUND], state.cells[START]) == (8, 3)
    assert all(by_seat(state.cells, ROLE))
    assert names(state) == []


def test_V14_1_the_last_round_still_draws() -> None:
    state = fought(position(number=8, hands=("-",) * 4, estates={}), "1|2", "farmer traitor diplomat-5 diplomat-2")
    assert sizes(state) == [3, 0, 0, 1]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", ["ERE", "ERER"])
def test_V14_2_the_match_ends_when_one_house_owns_all_landscapes(seats: str, edition: str) -> None:
    before = position(edition, houses=seats, circle=ONE_LEFT, hands=("-", "6+6", "-", "-"), number=6)
    state = fought(before, "0|1", "strategist diplomat-5 traitor farmer", "- 6+6 - -")
    assert circle(state) == "R" * 12
    assert over(state)
    assert state.cells[ROUND] == 6


def test_V14_2_building_and_drawing_still_happen() -> None:
    hands = ("-", "6+6", "-", "-")
    state = fought(position(circle=ONE_LEFT, hands=hands), "0|1", "builder diplomat-5 traitor farmer", "- 6+6 - -")
    assert circle(state) == "R" * 12
    assert not over(state)
    state = play(state, "build trading-post 7")
    assert over(state)
    assert sizes(state) == [0, 1, 1, 3]


def test_V14_2_the_bonus_is_scored_then_too() -> None:
    before = position(circle=ONE_LEFT, hands=("2+3", "6+6", "-", "-"), posts={0: (4,)})
    state = fought(before, "0|1", "strategist diplomat-5 traitor farmer", "- 6+6 - -")
    assert over(state)
    assert game.scores(state)[0] == 2 + 2


def test_V14_2_one_landscape_of_the_other_house_keeps_the_match_going() -> None:
    state = fought(position(circle=ONE_LEFT), "0|1", "strategist traitor builder diplomat-5", "3+4+5 3+4+5 - -")
    assert circle(state) == "EE" + "R" * 10
    assert not over(play(state, "build nothing"))


def test_V14_2_one_allegiance_of_all_seats_does_not_end_it() -> None:
    state = fought(position(houses="EEER"), "1|2", "strategist diplomat-2 diplomat-5 traitor")
    assert houses(state) == "EEEE"
    assert not over(state)


def last_round(edition: str, hands: tuple[str, ...], posts: dict[int, tuple[int, ...]], number: int = 8) -> State:
    """Returns the state after a last round in which no seat draws. Its conflict is a tie. Seat 0 scores two points as
    the Strategist and seat 1 one point as the Traitor.
    """
    before = position(edition, hands=hands, estates={1: (11,)}, posts=posts, number=number, houses="ERER")
    state = fought(before, "2|3", "strategist traitor diplomat-5 builder", "- - - -")
    return play(state, "build nothing")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("hand", "counted"), [("-", 0), ("8", 1), ("2+8", 2), ("2+3+4", 3), ("2+2+2+2", 3), ("2+2+3+3+4", 3)]
)
def test_V14_3_each_trading_post_scores_the_cards_in_hand_three_at_most(hand: str, counted: int, edition: str) -> None:
    state = last_round(edition, (hand, "-", "-", "5+5"), {0: (5, 1), 3: (8,)})
    assert over(state)
    assert list(game.scores(state)) == [2 + 2 * counted, 1, 0, 2]


def test_V14_3_six_cards_in_hand_count_three_in_faidutti_as_well() -> None:
    assert list(game.scores(last_round("faidutti", ("2+2+3+3+4+8", "-", "-", "-"), {0: (5,)}))) == [2 + 3, 1, 0, 0]


def test_V14_3_estates_and_buildings_in_reserve_score_nothing() -> None:
    state = last_round("official", ("2+3", "2+3", "3+4", "-"), {0: (5,)})
    assert list(game.scores(state)) == [2 + 2, 1, 0, 0]


def test_V14_3_the_house_of_the_landscape_does_not_matter() -> None:
    own = last_round("official", ("2+3", "-", "-", "-"), {0: (5,)})
    enemys = last_round("official", ("2+3", "-", "-", "-"), {0: (0,)})
    assert game.scores(own) == game.scores(enemys)


def test_V14_3_nothing_is_scored_for_trading_posts_before_the_end() -> None:
    state = last_round("official", ("2+3", "-", "-", "2+3"), {0: (5, 1), 3: (8,)}, number=7)
    assert not over(state)
    assert list(game.scores(state)) == [2, 1, 0, 0]


def test_V14_3_cards_drawn_in_the_last_round_count() -> None:
    before = position(number=8, hands=("-",) * 4, estates={}, posts={0: (5, 1)})
    state = fought(before, "2|3", "farmer traitor diplomat-5 diplomat-2")
    assert sizes(state)[0] == 3
    assert game.scores(state)[0] == 6


def test_V14_4_equal_totals_stay_equal_whatever_the_cards() -> None:
    # Seats 0 and 3 end with 2 points each, one as Strategist with no card and one with trading post and two cards.
    state = last_round("official", ("-", "-", "-", "8+6"), {3: (8,)})
    assert list(game.scores(state)) == [2, 1, 0, 2]
    assert state.cells[HAND + 3] == code_of(cards("6+8"))
