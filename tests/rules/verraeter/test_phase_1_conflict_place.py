"""Tests of phase 1, the choice of the place of the conflict."""

import pytest

from arena.games.verraeter.state.cells import BORDER, ROUND, START
from tests.rules.verraeter.positions import EDITIONS, dealt, fought, game, names, play, position

ONE_ISLAND = "E.city R.city R.waste R.river R.forest R.pasture R.village E.waste E.river E.forest E.pasture E.village"
ALTERNATING = "E.city R.city E.waste R.waste E.river R.river E.forest R.forest E.pasture R.pasture E.village R.village"


@pytest.mark.parametrize("strategist", range(4))
def test_V1_1_the_holder_of_the_strategy_card_chooses(strategist: int) -> None:
    assert game.actor(position(strategist=strategist, start=2)) == strategist


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [3, 4])
def test_V1_1_in_the_first_round_that_is_not_the_start_player(seats: int, edition: str) -> None:
    state = play(dealt(edition, seats), *(f"build estate {place}" for place in range(seats)))
    assert game.actor(state) == (state.cells[START] + 1) % seats


@pytest.mark.parametrize("edition", EDITIONS)
def test_V1_2_the_printed_example_has_eight_borders(edition: str) -> None:
    expected = ["1|2", "2|3", "4|5", "6|7", "7|8", "8|9", "9|10", "11|0"]
    assert names(position(edition)) == [f"fight {border}" for border in expected]


def test_V1_2_neighbours_of_one_house_have_no_border() -> None:
    assert not {"fight 0|1", "fight 3|4", "fight 5|6", "fight 10|11"} & set(names(position()))


@pytest.mark.parametrize(
    ("circle", "borders"), [(ONE_ISLAND, ["0|1", "6|7"]), (ALTERNATING, [f"{i}|{(i + 1) % 12}" for i in range(12)])]
)
def test_V1_2_there_are_two_borders_at_least_and_twelve_at_most(circle: str, borders: list[str]) -> None:
    assert names(position(circle=circle)) == [f"fight {border}" for border in borders]


def test_V1_3_the_place_is_open_to_all() -> None:
    state = play(position(), "fight 4|5")
    assert [game.view(state, seat).cells[BORDER] for seat in range(4)] == [4] * 4


def test_V1_3_a_place_where_nobody_won_may_be_chosen_again() -> None:
    tied = fought(position(hands=("5+5", "-", "-", "-")), "11|0", "strategist farmer builder traitor", "5+5 - - -")
    tied = play(tied, "build nothing")
    assert tied.cells[ROUND] == 2
    assert "fight 11|0" in names(tied)


def test_V1_3_a_conquered_border_is_gone_and_may_make_a_new_one() -> None:
    after = fought(position(), "11|0", "farmer traitor strategist diplomat-5", "3 - - -")
    assert after.cells[ROUND] == 2
    assert "fight 11|0" not in names(after)
    assert "fight 10|11" in names(after)
