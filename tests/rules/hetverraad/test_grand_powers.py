"""Tests of grand powers (R-60 to R-64)."""

import pytest

from arena.games.hetverraad.state.cells import BLACK_SCORE, SCORE
from arena.games.hetverraad.state.state import by_seat
from tests.rules.hetverraad.positions import BLACK, city, holder, play, position

RICH = (50, 50, 50, 50)
AREAS = "O01 O02 O10"
"""Areas on which buildings of every colour may be placed, because they are on a road, outside the inner ring and away
from rivers.
"""


@pytest.mark.parametrize(
    ("power", "letters", "points"), [("brown", "BR", 1), ("green", "NI", 2), ("blue", "HA", 3), ("purple", "ST", 4)]
)
def test_R60_the_four_colours(power: str, letters: str, points: int) -> None:
    two = {"O01": f"{letters}-A1", "O02": f"{letters}-A2"}
    state = position({0: AREAS}, buildings=two, hands={0: f"{letters}-A3"}, stones=RICH)
    assert (holder(state, power), state.cells[SCORE]) == (None, 2)
    state = play(state, f"build {letters}-A3 O10")
    assert (holder(state, power), state.cells[SCORE]) == (0, 3 + points)


def test_R60_seven_powers_with_their_points() -> None:
    assert list(city.power_points) == [1, 2, 3, 4, 5, 4, 3]


@pytest.mark.parametrize("count", [1, 2])
def test_R61_fewer_than_three_bring_nothing(count: int) -> None:
    state = position(white=(count - 1,), black={0: (1,) * (count - 1)}, stones=RICH)
    state = play(state, "buy white", "buy black")
    assert (holder(state, "good"), holder(state, "dark"), state.cells[SCORE]) == (None, None, 0)


def test_R61_white_tokens_towers_and_black_tokens() -> None:
    state = play(position(white=(2,), stones=RICH), "buy white")
    assert (holder(state, "good"), state.cells[SCORE]) == (0, 5)
    state = play(position(black={0: (1, 1)}, stones=RICH), "buy black")
    assert (holder(state, "dark"), state.cells[SCORE]) == (0, 3)
    state = play(position({0: AREAS}, towers="O01 O02", stones=RICH), "tower O10")
    assert (holder(state, "towers"), state.cells[SCORE]) == (0, 4)


def test_R62_lost_with_what_it_rests_on() -> None:
    buildings = {"O01": "BR-A1", "O02": "BR-A2", "O10": "BR-A3"}
    state = position({1: AREAS}, buildings=buildings, influence={0: "fire"})
    assert (holder(state, "brown"), state.cells[SCORE + 1]) == (1, 4)
    state = play(state, "play fire O10")
    assert (holder(state, "brown"), state.cells[SCORE + 1]) == (None, 2)


def test_R62_taken_over_by_who_has_more() -> None:
    state = position(white=(3, 3), stones=RICH)
    assert holder(state, "good") is None
    state = position(white=(2, 3), stones=RICH)
    assert holder(state, "good") == 1
    state = play(state, "buy white")
    assert (holder(state, "good"), by_seat(state.cells, SCORE)[:2]) == (1, (0, 5))
    state = play(state, "buy white")
    assert (holder(state, "good"), by_seat(state.cells, SCORE)[:2]) == (0, (5, 0))


def test_R63_points_move_at_once() -> None:
    state = play(position(white=(2,), stones=RICH), "buy white")
    assert state.cells[SCORE] == 5
    state = position({0: "O00", 1: AREAS}, towers=AREAS, influence={0: "infiltrator"})
    assert state.cells[SCORE + 1] == 4
    assert play(state, "play infiltrator O01").cells[SCORE + 1] == 0


def test_R64_the_black_master_costs_a_seat_its_power_and_gets_one() -> None:
    buildings = {"O01": "BR-A1", "O02": "BR-A2", "O10": "BR-A3", "O20": "BR-A4", "O22": "BR-A5"}
    state = position(
        {1: AREAS, BLACK: "O20 O22"}, buildings=buildings, black={0: (1, 1)}, black_master="O10", phase=9,
        picks={"attack 0 black": 6, "attack 0 white": 1},
    )  # fmt: skip
    assert (holder(state, "brown"), state.cells[SCORE + 1], state.cells[BLACK_SCORE]) == (1, 4, 2 + 4)
    state = play(state, "attack")
    assert (holder(state, "brown"), state.cells[SCORE + 1], state.cells[BLACK_SCORE]) == (BLACK, 2, 2 + 5 + 1)


def test_R64_he_counts_his_towers_but_has_no_tokens() -> None:
    state = position({BLACK: AREAS}, towers=AREAS, black={0: (1, 1), 1: (1, 1)})
    assert holder(state, "towers") == BLACK
    assert holder(state, "dark") is None
    assert state.cells[BLACK_SCORE] == 4 + 4


@pytest.mark.parametrize(("keeps", "after"), [(True, 1), (False, None)])
def test_A20_the_holder_keeps_it_in_a_tie(keeps: bool, after: int | None) -> None:
    state = position(white=(2, 3), stones=RICH, options={"tied_holder_keeps": keeps})
    assert holder(play(state, "buy white"), "good") == after


def test_A20_if_others_share_the_lead_nobody_has_it() -> None:
    buildings = {
        "O01": "BR-A1", "O02": "BR-A2", "O10": "BR-A3", "O14": "BR-A4",
        "O16": "BR-B1", "O17": "BR-B2", "O18": "BR-B3", "O20": "BR-A5", "O22": "BR-B4", "O23": "BR-B5",
    }  # fmt: skip
    state = position(
        {1: "O01 O02 O10 O14", 2: "O16 O17 O18", 3: "O20 O22 O23"}, buildings=buildings, influence={0: "fire fire"}
    )
    assert holder(state, "brown") == 1
    state = play(state, "play fire O01")
    assert holder(state, "brown") == 1
    assert holder(play(state, "play fire O02"), "brown") is None


def test_G10_grand_powers() -> None:
    state = play(position(white=(2,), black={0: (1, 1)}, stones=RICH), "buy white", "buy black")
    assert state.cells[SCORE] == 5 + 3
    state = position({0: "O00 O03"}, buildings={"O00": "BR-A1"}, hands={0: "BR-A2"}, stones=RICH)
    assert play(state, "build BR-A2 O03").cells[SCORE] == 2
    taken = play(position(white=(3, 3), stones=RICH), "buy white")
    assert by_seat(taken.cells, SCORE)[:2] == (5, 0)
