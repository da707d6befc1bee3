"""Tests of buildings and towers (R-35 to R-37, R-39, R-42 to R-44)."""

import pytest

from arena.games.hetverraad.state.cells import SCORE, STONES
from arena.games.hetverraad.state.piles import DISCARD, REMOVED
from arena.games.hetverraad.state.state import by_seat
from tests.rules.hetverraad.positions import (
    BLACK,
    city,
    game,
    hand,
    legal,
    names,
    play,
    position,
    text,
    towers_on,
)

RICH = (50, 50, 50, 50)
EVERYWHERE = " ".join(city.area_ids)


def sites(card: str, **more: str) -> set[str]:
    """Returns the areas on which a seat that owns the whole city may build the card. `more`: see `position`."""
    state = position({0: EVERYWHERE}, hands={0: card}, stones=RICH, **more)  # type: ignore[arg-type]
    return {name.split()[1] for name in legal(state, "build")}


def test_R35_a_card_of_the_hand_for_its_value_which_is_scored() -> None:
    state = play(position({0: "O00"}, hands={0: "BR-B3 BR-A1"}, stones=(7,)), "build BR-B3 O00")
    assert (state.cells[STONES], state.cells[SCORE], hand(state, 0)) == (4, 3, "BR-A1")
    assert by_seat(state.cells, SCORE)[1:] == (0, 0, 0)


def test_R35_not_without_card_or_stones() -> None:
    assert legal(position({0: "O00"}, stones=RICH), "build") == []
    state = position({0: "O00"}, hands={0: "BR-B3 BR-A4"}, stones=(2,))
    assert legal(state, "build") == ["BR-A4 O00"]


def test_R35_two_a_turn() -> None:
    state = position({0: "O00 O03 O06"}, hands={0: "BR-A1 BR-A2 BR-A3"}, stones=RICH)
    state = play(state, "build BR-A1 O00", "build BR-A2 O03")
    assert legal(state, "build") == []
    assert legal(play(state, "end actions"), "build") == []


def test_R36_only_on_own_areas() -> None:
    state = position({0: "O00", 1: "O03", BLACK: "O06"}, hands={0: "BR-A1"}, stones=RICH)
    assert legal(state, "build") == ["BR-A1 O00"]


@pytest.mark.parametrize(("card", "count"), [("BR-A1", 48), ("NI-A1", 40), ("ST-A1", 36), ("HA-A1", 15)])
def test_R36_each_colour_has_its_areas(card: str, count: int) -> None:
    assert len(sites(card)) == count


def test_R36_green_not_in_the_inner_ring() -> None:
    assert sites("NI-A1") == {name for name in city.area_ids if name[0] != "I"}


def test_R36_purple_not_on_a_river_and_blue_only_on_a_road() -> None:
    assert not {"O05", "M03", "I1", "I0"} & sites("ST-A1")
    assert "O01" in sites("ST-A1")
    assert sites("HA-A1") >= {"O01", "O02", "M01", "M02", "I1"}
    assert "O05" not in sites("HA-A1")


def test_R37_not_where_the_black_master_stands() -> None:
    assert sites("BR-A1", black_master="O05") == set(city.area_ids) - {"O05"}


def test_R39_a_new_building_in_place_of_an_own_one() -> None:
    state = position({0: "O00"}, buildings={"O00": "BR-A4"}, hands={0: "BR-B3"}, stones=(5,))
    state = play(state, "build BR-B3 O00")
    assert (state.cells[STONES], text(state.piles[REMOVED]), state.cells[SCORE]) == (2, "BR-A4", 3)
    assert state.piles[DISCARD] == b""


def test_R39_a_tower_may_stand_beside_a_building() -> None:
    state = play(position({0: "O00"}, towers="O00", hands={0: "BR-A1"}, stones=RICH), "build BR-A1 O00")
    assert towers_on(state, "O00") == 1


@pytest.mark.parametrize(("loses", "score"), [(True, 3), (False, 5)])
def test_A6_the_points_of_the_old_building_are_lost(loses: bool, score: int) -> None:
    options = {"demolition_loses_points": loses}
    state = position({0: "O00"}, buildings={"O00": "BR-A4"}, hands={0: "BR-B3"}, stones=(5,), options=options)
    assert play(state, "build BR-B3 O00").cells[SCORE] == score


@pytest.mark.parametrize("leaves", [True, False])
def test_A29_torn_down_buildings_leave_the_game(leaves: bool) -> None:
    options = {"torn_down_leaves_game": leaves}
    state = position({0: "O00"}, buildings={"O00": "BR-A4"}, hands={0: "BR-B3"}, stones=(5,), options=options)
    piles = play(state, "build BR-B3 O00").piles
    assert (text(piles[REMOVED]), text(piles[DISCARD])) == (("BR-A4", "") if leaves else ("", "BR-A4"))


def test_R42_one_tower_a_turn_for_five_stones() -> None:
    state = position({0: "O00 O03", 1: "O06"}, buildings={"O00": "BR-A1"}, stones=(12,))
    assert legal(state, "tower") == ["O00", "O03"]
    state = play(state, "tower O00")
    assert (towers_on(state, "O00"), state.cells[STONES]) == (1, 7)
    assert legal(state, "tower") == []


def test_R42_not_without_the_stones_or_the_supply() -> None:
    assert legal(position({0: "O00"}, stones=(4,)), "tower") == []
    others = ["O01", "O02", "O03", "O04", "O05", "O06", "O07", "O08", "O09", "O10", "O11", "O12"]
    full = position({0: "O00", 1: " ".join(others)}, towers=" ".join(others), stones=RICH)
    assert legal(full, "tower") == []
    eleven = position({0: "O00", 1: " ".join(others)}, towers=" ".join(others[1:]), stones=RICH)
    assert legal(eleven, "tower") == ["O00"]


def test_R43_no_tower_where_the_black_master_stands() -> None:
    assert legal(position({0: "O00 O03"}, stones=RICH, black_master="O03"), "tower") == ["O00"]


@pytest.mark.parametrize(("most", "allowed"), [(1, []), (2, ["O00"])])
def test_A13_one_tower_an_area(most: int, allowed: list[str]) -> None:
    state = position({0: "O00"}, towers="O00", stones=RICH, options={"towers_per_area": most})
    assert legal(state, "tower") == allowed
    if allowed:
        assert towers_on(play(state, "tower O00"), "O00") == 2


def test_R44_a_tower_keeps_an_area_from_attack_and_bars_the_way() -> None:
    # M00 touches O00 and O01. The Black Master has one step from M00, and the tower keeps him out of O00.
    state = position({1: "O00 M00"}, towers="O00", black={0: (1,)}, black_master="M00", phase=7)
    state = play(state, "tokens")
    assert "O00" not in legal(state, "move")
    assert "O01" in legal(state, "move")


def test_R44_under_a_tower_there_is_no_attack() -> None:
    # Such a position cannot come about; if it did, there would be nothing to attack.
    state = position({1: "O00"}, towers="O00", black={0: (1,)}, black_master="O00", phase=7)
    assert game.actor(play(state, "stay")) == 1


def test_G9_towers() -> None:
    state = position({0: "O00 O03 O06"}, stones=(10,), black_master="O06")
    assert legal(state, "tower") == ["O00", "O03"]
    state = play(state, "tower O00")
    assert state.cells[STONES] == 5
    assert not any(name.startswith("tower") for name in names(state))
