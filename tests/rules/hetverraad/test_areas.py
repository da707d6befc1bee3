"""Tests of buying areas and of isolation (R-31 to R-34, R-40, R-41, R-45, R-80, R-84)."""

from typing import Any

import pytest

from arena.games.hetverraad.state.cells import AREA_OWNER, BLACK_SCORE, SCORE, STONES
from arena.games.hetverraad.state.piles import AREAS_BLOCKED
from arena.games.hetverraad.state.state import State, by_area, by_seat
from tests.rules.hetverraad.positions import (
    BLACK,
    area,
    city,
    game,
    legal,
    names,
    owner,
    phase,
    play,
    position,
    towers_on,
)

RICH = (50, 50, 50, 50)


def for_sale(state: State) -> set[str]:
    """Returns the areas that the active seat may buy."""
    return {name for name in legal(state, "buy") if name in city.area_ids}


def test_R31_actions_in_any_order() -> None:
    state = position({0: "O10"}, stones=RICH, hands={0: "BR-A1"})
    one = play(state, "buy O11", "build BR-A1 O11", "tower O10", "buy white", "end actions")
    two = play(state, "buy white", "tower O10", "buy O11", "build BR-A1 O11", "end actions")
    assert game.reveal(one) == game.reveal(two)


def test_R31_a_seat_may_do_nothing() -> None:
    assert names(position({0: "O10"}))[0] == "end actions"


def test_R32_neutral_areas_beside_own_ones_for_their_dots() -> None:
    state = position({0: "O10", 1: "M06"}, stones=(4,))
    assert for_sale(state) == {"M07", "O09", "O11"}
    state = play(state, "buy O11")
    assert (owner(state, "O11"), state.cells[STONES]) == (0, 1)


def test_R32_not_without_the_stones() -> None:
    state = position({0: "O10"}, stones=(2,))
    assert for_sale(state) == {"O09"}
    assert for_sale(position({0: "O10"})) == set()


def test_R32_two_a_turn_and_two_again_in_the_next() -> None:
    state = play(position({0: "O10"}, stones=RICH), "buy O11", "buy O09")
    assert for_sale(state) == set()
    later = play(position({0: "O10", 1: "O00"}, stones=RICH), "buy O11", "buy O09", "end actions", "take BR-C1")
    assert "O01" in for_sale(later)


def test_R33_the_buyer_of_the_last_area_takes_the_isolated_one() -> None:
    # O00 touches M00, O01 and O23.
    state = play(position({0: "O01 O23 M15", 1: "O00"}, stones=RICH), "buy M00")
    assert owner(state, "O00") == 0


def test_R33_not_while_one_neighbour_is_neutral() -> None:
    state = play(position({0: "O22", 1: "O00", 2: "O01"}, stones=RICH), "buy O23")
    assert owner(state, "O00") == 1


def test_R33_areas_of_the_buyer_are_not_taken() -> None:
    state = play(position({0: "O00 M15", 1: "O01 O23"}, stones=RICH), "buy M00")
    assert owner(state, "O00") == 0


def test_R34_building_and_points_go_to_the_buyer() -> None:
    state = position({0: "O01 O23 M15", 1: "O00"}, buildings={"O00": "BR-B3"}, stones=RICH)
    assert by_seat(state.cells, SCORE)[:2] == (0, 3)
    assert by_seat(play(state, "buy M00").cells, SCORE)[:2] == (3, 0)


def test_R34_without_a_building_no_points_move() -> None:
    state = play(position({0: "O01 O23 M15", 1: "O00"}, stones=RICH), "buy M00")
    assert by_seat(state.cells, SCORE) == (0, 0, 0, 0)


def test_R40_two_own_areas_that_touch_are_safe() -> None:
    state = play(position({0: "O02 O22 M15", 1: "O00 O01", 2: "O23 M01"}, stones=RICH), "buy M00")
    assert (owner(state, "O00"), owner(state, "O01")) == (1, 1)


def test_R41_an_influence_card_isolates_nothing() -> None:
    state = position({0: "O01 O23", 1: "O00"}, influence={0: "pioneer"})
    state = play(state, "play pioneer M00")
    assert (owner(state, "M00"), owner(state, "O00")) == (0, 1)


def test_R45_a_tower_is_taken_with_the_area() -> None:
    state = position({0: "O01 O23 M15", 1: "O00"}, towers="O00", stones=RICH)
    state = play(state, "buy M00")
    assert (owner(state, "O00"), towers_on(state, "O00")) == (0, 1)


def test_R84_black_areas_can_be_isolated() -> None:
    state = position({0: "O01 O23 M15", BLACK: "O00"}, buildings={"O00": "BR-B3"}, stones=RICH)
    assert state.cells[BLACK_SCORE] == 3
    state = play(state, "buy M00")
    assert (owner(state, "O00"), state.cells[BLACK_SCORE], state.cells[SCORE]) == (0, 0, 3)


@pytest.mark.parametrize(("many", "taker"), [(True, 0), (False, 1)])
def test_A1_the_enclosing_areas_may_have_several_owners(many: bool, taker: int) -> None:
    options = {"encloser_may_be_many": many}
    state = position({0: "M15", 1: "O00", 2: "O01", BLACK: "O23"}, stones=RICH, options=options)
    assert owner(play(state, "buy M00"), "O00") == taker


def test_A2_all_areas_closed_at_once_are_taken() -> None:
    # M00 touches I0, M01, M15, O00 and O01; the two areas of seat 1 beside it do not touch each other.
    state = position({0: "M15 O23 O01", 1: "O00 M01", 2: "I0 M02 O02"}, stones=RICH)
    state = play(state, "buy M00")
    assert (owner(state, "O00"), owner(state, "M01")) == (0, 0)


CHAIN = {0: "M15 O01", 1: "O00", 2: "O23", 3: "O22"}


@pytest.mark.parametrize(("chains", "taker"), [(False, 2), (True, 0)])
def test_A2_no_chain(chains: bool, taker: int) -> None:
    # O23 is closed by M15, O22 and O00 before the purchase; only a chain looks at the neighbours of O00.
    state = position(CHAIN, stones=RICH, options={"isolation_chains": chains})
    state = play(state, "buy M00")
    assert owner(state, "O00") == 0
    assert owner(state, "O23") == taker


@pytest.mark.parametrize(("is_new", "taker"), [(True, 1), (False, BLACK)])
def test_A3_an_area_enclosed_before_is_not_taken_later(is_new: bool, taker: int) -> None:
    # O00 is enclosed already; the Black Master conquers M00 beside it from seat 2.
    state = position(
        {1: "O00", 2: "M00 O01 O23"}, black={0: (1, 1)}, black_master="M00", phase=9,
        picks={"attack 0 black": 6, "attack 0 white": 1}, options={"isolation_is_new": is_new},
    )  # fmt: skip
    state = play(state, "attack")
    assert (owner(state, "M00"), owner(state, "O00")) == (BLACK, taker)


@pytest.mark.parametrize(("may", "allowed"), [(True, True), (False, False)])
def test_A4_the_second_area_may_border_the_first_only(may: bool, allowed: bool) -> None:
    options = {"second_area_may_border_first": may}
    state = play(position({0: "O10"}, stones=RICH, options=options), "buy O11")
    assert ("O12" in for_sale(state)) is allowed
    assert "O09" in for_sale(state)


@pytest.mark.parametrize("may", [True, False])
def test_A5_the_area_under_the_black_master_may_be_bought(may: bool) -> None:
    options = {"may_buy_under_black_master": may}
    state = position({0: "O10"}, stones=RICH, black_master="O11", options=options)
    assert ("O11" in for_sale(state)) is may


FULL = " ".join(["I0 I1 I2 I3 I4 I5 I6 I7", *(f"M{n:02}" for n in range(3, 13)), "O05 O06 O07 O08 O09 O10"])


@pytest.mark.parametrize(("knights", "allowed"), [(24, True), (25, False)])
def test_A28_without_a_knight_nothing_is_bought(knights: int, allowed: bool) -> None:
    own = [*FULL.split(), "O11"][:knights]
    state = position({0: " ".join(own)}, stones=RICH, seats=2)
    assert by_area(state.cells, AREA_OWNER).count(1) == knights
    assert bool(for_sale(state)) is allowed
    options: dict[str, Any] = {"knights_limited": False}
    state = position({0: " ".join(own)}, stones=RICH, seats=2, options=options)
    assert for_sale(state)


def test_A28_without_a_knight_nothing_is_gained_by_isolation() -> None:
    own = ["O01", "O23", *FULL.split()[:22]]
    state = position({0: " ".join(own), 1: "O00"}, stones=RICH, seats=2)
    assert by_area(state.cells, AREA_OWNER).count(1) == 24
    state = play(state, "buy M00")
    assert owner(state, "O00") == 1


def test_G17_a_raid_that_closes_a_ring_isolates_nothing() -> None:
    state = position({0: "O01 O23", 1: "O00 M00"}, influence={0: "raid"})
    state = play(state, "play raid M00")
    assert (owner(state, "M00"), owner(state, "O00")) == (0, 1)


def test_G17_two_areas_enclosed_together_are_not_isolated() -> None:
    around = "M15 M01 O02 O22 I0"
    state = position({0: around, 1: "O00 O01", 2: "O23"}, stones=RICH)
    state = play(state, "buy M00")
    assert (owner(state, "O00"), owner(state, "O01")) == (1, 1)


def test_a_blocked_area_is_named_in_the_table() -> None:
    state = position({0: "O10"}, stones=RICH, influence={1: "blockade"})
    state = play(state, "buy O11", "react blockade")
    assert (phase(state), state.piles[AREAS_BLOCKED]) == ("action", bytes((area("O11"),)))
