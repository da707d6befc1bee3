"""Tests of phase 6, the victory points."""

import tomllib

import pytest

from arena.games.registry import shipped_components
from arena.games.verraeter import create
from arena.games.verraeter.state.cells import BUILDING, BUILDING_SEAT, WINNER
from arena.games.verraeter.state.state import State, by_place
from tests.rules.verraeter.positions import EDITIONS, circle, fought, game, position

QUIET = "builder farmer diplomat-2 diplomat-5"
"""The roles of the four seats, none of which scores victory points."""


def scores(state: State) -> list[int]:
    return list(game.scores(state))


@pytest.mark.parametrize(
    ("houses", "expected"),
    [("EERR", [6, 6, 0, 0]), ("ERRR", [10, 0, 0, 0]), ("EEER", [3, 3, 3, 0]), ("EER", [6, 6, 0])],
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_V6_1_each_seat_in_the_winning_house_scores_the_column_of_the_conquered_card(
    edition: str, houses: str, expected: list[int]
) -> None:
    # Eagle conquers the village: 0 + 8 + 6 + 6 against 10 and two Diplomats at most.
    state = position(edition, houses=houses, hands=("6+6+8", "-", "-", "-"))
    assert scores(fought(state, "1|2", QUIET, "6+6+8 - - -")) == expected


@pytest.mark.parametrize(
    ("fight", "alone"), [("2|3", 3), ("6|7", 4), ("11|0", 5), ("8|9", 7), ("9|10", 10), ("4|5", 15)]
)
def test_V6_1_the_card_read_is_the_one_of_the_losing_house(fight: str, alone: int) -> None:
    # Seat 0 is alone in Rose and outbids everybody.
    state = position(houses="REEE", hands=("6+6+8+5+5", "-", "-", "-"))
    state = fought(state, fight, "builder strategist farmer diplomat-2", "6+6+8+5+5 - - -")
    assert scores(state) == [alone, 2, 0, 0]


def test_V6_1_the_column_counts_seats_after_the_traitors_change() -> None:
    # The Traitor leaves Rose with one seat, whose village holds against 0 + 0.
    state = fought(position(houses="ERER", hands=("-", "-", "-", "-")), "1|2", "builder traitor farmer strategist")
    assert scores(state) == [0, 1, 0, 3 + 2]


@pytest.mark.parametrize(("houses", "edition", "each"), [
    ("EEE", "classic", 4), ("EEE", "faidutti", 4), ("EEE", "bsw", 1),
    ("EEEE", "classic", 1), ("EEEE", "faidutti", 1), ("EEEE", "bsw", 1),
])  # fmt: skip
def test_V6_2_if_all_seats_win_together_bsw_gives_1_and_the_others_the_column(
    houses: str, edition: str, each: int
) -> None:
    state = position(edition, houses=houses, hands=("6+8+5", "-", "-", "-"))
    state = fought(state, "11|0", "builder farmer diplomat-2 diplomat-5", "6+8+5 - - -")
    assert scores(state) == [each] * len(houses)


@pytest.mark.parametrize(("houses", "each"), [("EER", 4), ("EEER", 1)])
def test_V6_2_official_reads_the_column_too(houses: str, each: int) -> None:
    # The Traitor makes the houses unanimous, so Diplomat +5 stays.
    roles = "builder farmer traitor" if len(houses) == 3 else "builder farmer diplomat-5 traitor"
    state = fought(position(houses=houses, hands=("6+8+5", "-", "-", "-")), "11|0", roles, "6+8+5 - - -")
    assert scores(state) == [each] * (len(houses) - 1) + [each + 1]


def test_V6_2_bsw_reads_the_column_as_soon_as_one_seat_is_outside() -> None:
    state = position("bsw", houses="EEER", hands=("6+8+5", "-", "-", "-"))
    assert scores(fought(state, "11|0", "builder farmer diplomat-5 diplomat-2", "6+8+5 - - -")) == [4, 4, 4, 0]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("played", "conquest"), [("-", [0, 0, 0, 3]), ("5", [0, 0, 0, 0]), ("6", [2, 2, 2, 0])])
def test_V6_3_traitor_and_strategist_score_after_a_defeat_a_tie_and_a_win(
    played: str, conquest: list[int], edition: str
) -> None:
    # Seat 1 betrays Rose and seat 3 stays there alone; Rose's river counts 5, Eagle's waste nothing.
    state = position(edition, hands=(played, "-", "-", "-"))
    state = fought(state, "2|3", "builder traitor strategist farmer", f"{played} - - -")
    assert scores(state) == [conquest[0], conquest[1] + 1, conquest[2] + 2, conquest[3]]


def test_V6_3_no_other_role_scores() -> None:
    tied = fought(position(hands=("8", "-", "-", "-")), "2|3", QUIET, "8 - - -")
    assert tied.cells[WINNER] == 0
    assert scores(tied) == [0, 0, 0, 0]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("played", "after"), [("-", "RRRRREEREREE"), ("6+8", "RREEREEREREE")])
def test_V6_4_the_conquered_landscape_changes_house(played: str, after: str, edition: str) -> None:
    state = position(edition, hands=(played, "-", "-", "-"))
    assert circle(state) == "RRERREEREREE"
    state = fought(state, "2|3", "builder strategist traitor farmer", f"{played} - - -")
    assert circle(state) == after


def test_V6_4_the_building_under_it_stays() -> None:
    before = position()
    after = fought(before, "11|0", "builder strategist farmer diplomat-5")
    assert (circle(before)[11], circle(after)[11]) == ("E", "R")
    assert by_place(after.cells, BUILDING) == by_place(before.cells, BUILDING)
    assert by_place(after.cells, BUILDING_SEAT) == by_place(before.cells, BUILDING_SEAT)


@pytest.mark.parametrize("edition", ["classic", "bsw", "faidutti"])
def test_V6_5_a_house_without_seats_conquers_and_nobody_scores_for_it(edition: str) -> None:
    state = fought(position(edition, houses="EEEE"), "1|2", "builder strategist farmer diplomat-5")
    assert circle(state)[1:3] == "RR"
    assert scores(state) == [0, 2, 0, 0]


def test_V6_5_official_too_after_the_traitor_has_emptied_it() -> None:
    state = fought(position(houses="EEER"), "1|2", "builder strategist diplomat-2 traitor")
    assert circle(state)[1:3] == "RR"
    assert scores(state) == [0, 2, 0, 1]


def test_V6_6_another_point_table_gives_other_points() -> None:
    text = shipped_components("verraeter").replace("{ value = 4,", "{ value = 44,")
    other = create(tomllib.loads(text))
    hands = ("6+8+5", "-", "-", "-")
    fight = ("11|0", "builder farmer diplomat-5 diplomat-2", "6+8+5 - - -")
    assert scores(fought(position(houses="EEER", hands=hands), *fight)) == [4, 4, 4, 0]
    assert scores(fought(position(houses="EEER", hands=hands, rules_game=other), *fight)) == [44, 44, 44, 0]
