"""Tests of phase 1 (R-16 to R-30): taking a card, taxes, incomes, and the refill of the row."""

import pytest

from arena.games.cells import part
from arena.games.hetverraad.editions import PayingBuilding
from arena.games.hetverraad.state.cells import ACTIVE, INCOME_CUBE, PHASE, RESHUFFLES, ROUND, STONES
from arena.games.hetverraad.state.piles import DECK, DISCARD, MARKET, PAWNSHOP, ROW, SHOWN
from arena.games.hetverraad.state.state import by_seat
from arena.games.hetverraad.terms import BLUE, BROWN, DIVINING, GREEN, INCOME, PURPLE
from tests.rules.hetverraad.positions import (
    BLACK,
    cube,
    game,
    hand,
    influence_of,
    names,
    phase,
    play,
    position,
    row_of,
    row_stones,
    text,
)

HOUSES = {0: "O09 O00", 1: "M07 O03"}
"""The areas of two seats. O09 (on a road), O00 and O03 have the bonus 0; M07 has the bonus 1."""


def test_R16_the_phases_come_in_their_order() -> None:
    state = position({0: "O00"}, black={0: (1,)}, phase=INCOME, stones=(9,), row="BR-C1 NI-C1 HA-C1")
    seen = [phase(state)]
    for notation in ("take BR-C1", "end actions", "stay"):
        state = play(state, notation)
        seen.append(phase(state))
    assert seen == ["income", "action", "black steps", "income"]


def test_R16_the_phase_of_influence_lies_between_actions_and_black_master() -> None:
    state = position(
        {0: "O00"}, hands={0: "BR-A1"}, score=(4, 0, 0, 0), black={0: (1,)}, stones=(1,), influence_top="raid"
    )
    state = play(state, "build BR-A1 O00")
    assert influence_of(state, 0) == ""
    state = play(state, "end actions")
    assert (phase(state), influence_of(state, 0)) == ("black steps", "raid")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_R17_the_left_neighbour_is_next(seats: int) -> None:
    for active in range(seats):
        state = play(position(seats=seats, active=active), "end actions")
        assert (phase(state), game.actor(state), state.cells[ACTIVE]) == ("income",) + ((active + 1) % seats,) * 2


def test_R17_with_the_start_player_a_new_round_begins() -> None:
    assert play(position(active=1, start=2, number=4), "end actions").cells[ROUND] == 5
    assert play(position(active=2, start=2, number=4), "end actions").cells[ROUND] == 4


def test_R18_one_of_the_three_open_cards_with_the_stones_on_it() -> None:
    state = position(phase=INCOME, stones=(1, 1, 1, 1), row_stones=(2, 0, 7))
    assert names(state) == ["take BR-C1", "take NI-C1", "take HA-C1"]
    assert by_seat(play(state, "take HA-C1").cells, STONES) == (8, 1, 1, 1)
    assert by_seat(play(state, "take NI-C1").cells, STONES) == (1, 1, 1, 1)


def test_R19_purple_brings_the_tax() -> None:
    state = position(phase=INCOME, stones=(8, 5, 6, 0), row="BR-C1 NI-C1 ST-C1")
    assert by_seat(play(state, "take ST-C1").cells, STONES) == (5, 5, 5, 0)


@pytest.mark.parametrize("card", ["BR-C1", "NI-C1", "HA-C1"])
def test_R19_the_other_colours_bring_none(card: str) -> None:
    state = position(phase=INCOME, stones=(8, 5, 6, 0))
    assert by_seat(play(state, f"take {card}").cells, STONES) == (8, 5, 6, 0)


def test_R20_income_and_the_stones_on_the_card_are_not_taxed() -> None:
    state = position(
        HOUSES, buildings={"O00": "ST-A1"}, phase=INCOME, stones=(8, 5), row="BR-C1 NI-C1 ST-C1", row_stones=(0, 0, 2)
    )
    assert by_seat(play(state, "take ST-C1").cells, STONES) == (5 + 2 + 1, 5, 0, 0)


def test_R21_every_seat_with_a_building_of_the_colour_has_an_income() -> None:
    state = position(HOUSES, buildings={"O09": "BR-A1", "M07": "BR-A4", "O03": "HA-A4"}, phase=INCOME)
    assert by_seat(play(state, "take BR-C1").cells, STONES) == (1, 3, 0, 0)
    assert by_seat(play(state, "take HA-C1").cells, STONES) == (0, 2, 0, 0)
    assert by_seat(play(state, "take NI-C1").cells, STONES) == (0, 0, 0, 0)


def test_R21_cards_in_hand_bring_nothing() -> None:
    state = position(HOUSES, hands={0: "BR-A1"}, phase=INCOME)
    assert by_seat(play(state, "take BR-C1").cells, STONES) == (0, 0, 0, 0)


def test_R22_value_bonus_and_grand_power_add_up() -> None:
    one = position({0: "M07"}, buildings={"M07": "BR-B3"}, phase=INCOME)
    assert play(one, "take BR-C1").cells[STONES] == 3 + 1
    buildings = {"M07": "BR-B3", "O00": "BR-A1", "O03": "BR-A2"}
    three = position({0: "M07 O00 O03"}, buildings=buildings, phase=INCOME)
    assert play(three, "take BR-C1").cells[STONES] == 3 + 1 + 1


def test_R23_only_one_building_pays() -> None:
    state = position({0: "M07 O00"}, buildings={"M07": "BR-A4", "O00": "BR-A5"}, phase=INCOME)
    assert play(state, "take BR-C1").cells[STONES] == 2 + 1


def test_A22_the_building_that_brings_most_pays() -> None:
    buildings = {"I3": "BR-A1", "O00": "BR-B3"}
    for paying, income in (("MOST_INCOME", 4), ("MOST_VALUE", 3)):
        options = {"paying_building": PayingBuilding[paying]}
        state = position({0: "I3 O00"}, buildings=buildings, phase=INCOME, options=options)
        assert play(state, "take BR-C1").cells[STONES] == income


def test_A21_by_option_grand_powers_add_nothing() -> None:
    buildings = {"M07": "BR-B3", "O00": "BR-A1", "O03": "BR-A2"}
    state = position({0: "M07 O00 O03"}, buildings=buildings, phase=INCOME, options={"grand_power_pays": False})
    assert play(state, "take BR-C1").cells[STONES] == 3 + 1


def test_R24_the_card_goes_to_the_hand_for_nothing() -> None:
    state = play(position(hands={0: "BR-A1"}, phase=INCOME), "take HA-C1")
    assert (hand(state, 0), state.cells[STONES]) == ("BR-A1 HA-C1", 0)


def test_R25_the_cards_not_chosen_get_a_stone_each() -> None:
    state = play(position(phase=INCOME, row_stones=(1, 0, 4), deck_top="ST-C1"), "take NI-C1")
    assert (row_of(state), row_stones(state)) == ("BR-C1 HA-C1 ST-C1", (2, 5, 0))


def test_R26_the_row_is_filled_up_from_the_deck() -> None:
    before = position(phase=INCOME, deck_top="ST-C1 BR-A1")
    state = play(before, "take NI-C1")
    assert row_of(state) == "BR-C1 HA-C1 ST-C1"
    assert len(state.piles[DECK]) == len(before.piles[DECK]) - 1


def test_R27_three_of_one_colour_are_replaced() -> None:
    before = position(
        phase=INCOME, row="BR-C1 BR-C2 HA-C1", row_stones=(1, 2, 0), deck_top="BR-A1 NI-A1 ST-A1 HA-A1", stones=(0,)
    )
    state = play(before, "take HA-C1")
    assert (row_of(state), row_stones(state)) == ("NI-A1 ST-A1 HA-A1", (0, 0, 0))
    assert text(state.piles[DISCARD]) == "BR-C1 BR-C2 BR-A1"
    assert sum(by_seat(state.cells, STONES)) == 0


def test_R27_again_until_two_colours_show() -> None:
    before = position(phase=INCOME, row="BR-C1 BR-C2 HA-C1", deck_top="BR-A1 NI-A1 NI-A2 NI-A3 HA-A1 HA-A2 ST-A1")
    state = play(before, "take HA-C1")
    assert row_of(state) == "HA-A1 HA-A2 ST-A1"
    assert text(state.piles[DISCARD]) == "BR-C1 BR-C2 BR-A1 NI-A1 NI-A2 NI-A3"


def test_A37_three_of_one_colour_stay_if_no_other_can_come() -> None:
    before = position(phase=INCOME, row="BR-C1 BR-C2 HA-C1", deck="BR-A1 BR-A2 BR-A3 BR-A4")
    assert row_of(play(before, "take HA-C1")) == "BR-C1 BR-C2 BR-A1"


def test_A37_cards_in_markets_that_join_no_reshuffle_cannot_come_up() -> None:
    options = {"stock_joins_reshuffle": False}
    before = position(phase=INCOME, row="BR-C1 BR-C2 HA-C1", deck="BR-A1", pawnshop="ST-A1", options=options)
    assert row_of(play(before, "take HA-C1")) == "BR-C1 BR-C2 BR-A1"


@pytest.mark.parametrize(("choice", "opened", "under"), [("first", "ST-C1", "BR-A1"), ("second", "BR-A1", "ST-C1")])
def test_R28_the_wizard_chooses_of_the_two_top_cards(choice: str, opened: str, under: str) -> None:
    state = play(position(phase=INCOME, influence={0: "wizard"}, deck_top="ST-C1 BR-A1 NI-A1"), "take NI-C1")
    assert names(state) == ["pass", "play wizard"]
    state = play(state, "play wizard", f"open {choice}")
    assert row_of(state) == f"BR-C1 HA-C1 {opened}"
    assert (text(state.piles[DECK])[:5], text(state.piles[DECK])[-5:]) == ("NI-A1", under)
    assert influence_of(state, 0) == ""
    assert phase(state) == "action"


def test_R28_only_the_active_seat_sees_the_two_cards() -> None:
    state = position(phase=INCOME, influence={0: "wizard"}, deck_top="ST-C1 BR-A1")
    state = play(state, "take NI-C1", "play wizard")
    assert state.cells[PHASE] == DIVINING
    assert [text(game.view(state, seat).piles[SHOWN]) for seat in range(4)] == ["ST-C1 BR-A1", "", "", ""]
    assert game.view(play(state, "open first"), 0).piles[SHOWN] == b""


def test_R28_without_the_wizard_the_top_card_is_opened() -> None:
    state = play(position(phase=INCOME, influence={0: "raid"}, deck_top="ST-C1"), "take NI-C1")
    assert names(state) == ["pass"]
    assert row_of(play(state, "pass")) == "BR-C1 HA-C1 ST-C1"


def test_A24_the_wizard_needs_two_closed_cards() -> None:
    state = position(phase=INCOME, influence={0: "wizard"}, deck="ST-C1")
    assert phase(play(state, "take NI-C1")) == "action"
    state = position(phase=INCOME, influence={0: "wizard"}, deck="ST-C1 BR-A1")
    assert phase(play(state, "take NI-C1")) == "refill"


def test_R29_an_empty_deck_is_made_of_the_discard_pile() -> None:
    state = play(position(phase=INCOME, deck="", discard="ST-A1 ST-A2 ST-A3"), "take NI-C1")
    assert row_of(state).split()[:2] == ["BR-C1", "HA-C1"]
    assert (len(state.piles[ROW]), len(state.piles[DECK]), state.piles[DISCARD]) == (3, 2, b"")
    assert state.cells[RESHUFFLES] == 1


def test_R29_the_new_deck_is_shuffled() -> None:
    discard = "ST-A1 ST-A2 ST-A3 ST-A4"
    state = position(phase=INCOME, deck="", discard=discard, shuffles={"buildings": (55, 54, 53, 52)})
    state = play(state, "take NI-C1")
    assert f"{row_of(state).split()[2]} {text(state.piles[DECK])}" == "ST-A4 ST-A3 ST-A2 ST-A1"


def test_R29_while_cards_are_left_nothing_is_shuffled() -> None:
    state = play(position(phase=INCOME, deck="ST-C1", discard="ST-A1"), "take NI-C1")
    assert (text(state.piles[DISCARD]), state.piles[DECK]) == ("ST-A1", b"")


@pytest.mark.parametrize("joins", [True, False])
def test_A29_cards_in_the_markets_join_the_reshuffle(joins: bool) -> None:
    options = {"stock_joins_reshuffle": joins}
    state = position(phase=INCOME, deck="", discard="ST-A1", pawnshop="ST-A2", market="ST-A3", options=options)
    state = play(state, "take NI-C1")
    assert (len(state.piles[DECK]), len(state.piles[PAWNSHOP] + state.piles[MARKET])) == ((2, 0) if joins else (0, 2))


def test_A30_with_no_card_left_the_row_stays_short() -> None:
    state = play(position(phase=INCOME, deck="", stones=(0,)), "take NI-C1")
    assert (row_of(state), row_stones(state)) == ("BR-C1 HA-C1", (1, 1))


def test_A30_with_an_empty_row_phase_1_gives_nothing() -> None:
    state = play(position(deck="", row="", active=3, hands={1: "BR-A1"}), "end actions")
    assert (phase(state), game.actor(state), by_seat(state.cells, STONES)) == ("action", 0, (0, 0, 0, 0))


def test_A38_the_bank_never_runs_out_of_stones() -> None:
    state = position(HOUSES, buildings={"O09": "HA-A4", "M07": "HA-A1"}, phase=INCOME, stones=(500,) * 4)
    assert sum(by_seat(play(state, "take HA-C1").cells, STONES)) == 2000 + sum(part(state.cells, INCOME_CUBE, 20))


def test_R30_no_card_of_the_decks_is_an_event() -> None:
    titles = [card.title for card in game.city.influence[1:]]
    assert titles == [
        "Bescherming", "Blokkade", "Brand", "Overval", "Infiltrant", "Hekserij", "De Tovenaar", "Pionier", "Gift",
        "Gouden handel",
    ]  # fmt: skip


def test_R38_the_cubes_show_the_income_of_the_best_building() -> None:
    state = position(HOUSES, buildings={"O09": "HA-A4", "M07": "NI-A1", "O03": "NI-A4"})
    assert [cube(state, 0, colour) for colour in (BROWN, GREEN, BLUE, PURPLE)] == [0, 0, 2, 0]
    assert [cube(state, 1, colour) for colour in (BROWN, GREEN, BLUE, PURPLE)] == [0, 2, 0, 0]


def test_R38_buildings_of_the_black_master_have_no_cube() -> None:
    state = position({BLACK: "O09"}, buildings={"O09": "HA-A4"})
    assert not any(part(state.cells, INCOME_CUBE, 20))


def test_R38_the_cube_goes_back_with_the_building() -> None:
    state = position({1: "O09"}, buildings={"O09": "HA-A4"}, influence={0: "fire"})
    assert cube(state, 1, BLUE) == 2
    assert cube(play(state, "play fire O09"), 1, BLUE) == 0


def test_G1_the_castle_card() -> None:
    # The best green building brings 3, the best blue one 5; brown and purple bring nothing.
    buildings = {"M07": "NI-A4", "O00": "NI-A5", "O10": "HA-B6", "O09": "HA-B3"}
    state = position({0: "M07 O00 O10 O09"}, buildings=buildings, phase=INCOME, row="BR-C1 NI-C1 HA-C1")
    assert (cube(state, 0, GREEN), cube(state, 0, BLUE)) == (3, 5)
    assert play(state, "take NI-C1").cells[STONES] == 3
    assert play(state, "take HA-C1").cells[STONES] == 5
    assert play(state, "take BR-C1").cells[STONES] == 0


def test_G5_the_tax() -> None:
    areas, buildings = {0: "O00"}, {"O00": "ST-A4"}
    row, lying = "BR-C1 NI-C1 ST-C1", (0, 0, 2)
    state = position(areas, buildings=buildings, phase=INCOME, stones=(8, 8, 5), row=row, row_stones=lying)
    assert by_seat(play(state, "take ST-C1").cells, STONES)[:3] == (5 + 2 + 2, 5, 5)
    assert by_seat(play(state, "take NI-C1").cells, STONES)[:3] == (8, 8, 5)


def test_G6_stones_on_the_row() -> None:
    state = position(phase=INCOME, deck_top="ST-C1 ST-C2 ST-C3")
    state = play(state, "take NI-C1")
    assert row_stones(state) == (1, 1, 0)
    state = play(state, "end actions", "take ST-C1")
    assert row_stones(state) == (2, 2, 0)
    state = play(state, "end actions", "take BR-C1")
    assert by_seat(state.cells, STONES) == (0, 0, 2, 0)


def test_G6_three_of_one_colour_lose_their_stones() -> None:
    row, lying = "BR-C1 BR-C2 HA-C1", (0, 1, 0)
    state = position(phase=INCOME, row=row, row_stones=lying, deck_top="BR-A1 NI-A1 ST-A1 HA-A1")
    state = play(state, "take HA-C1")
    assert (row_stones(state), sum(by_seat(state.cells, STONES))) == ((0, 0, 0), 0)
