"""Tests of phase 4, in which the roles are shown and some seats change house."""

import pytest

from arena.games.verraeter.state.cells import ROLE, ROUND
from arena.games.verraeter.state.state import by_seat
from arena.games.verraeter.terms import ROLES
from tests.rules.verraeter.positions import EDITIONS, draft, fought, game, houses, play, position

OTHERS = ("classic", "bsw", "faidutti")


def test_V4_1_no_role_is_open_until_the_last_seat_has_played() -> None:
    state = play(draft(position(), "1|2", "builder traitor strategist farmer"), "play -", "play -", "play -")
    assert by_seat(state.cells, ROLE) == (0,) * 4
    revealed = play(state, "play -")
    assert [ROLES[role] for role in by_seat(revealed.cells, ROLE)] == ["builder", "traitor", "strategist", "farmer"]


def test_V4_1_the_card_set_aside_is_known_too() -> None:
    state = fought(position(), "1|2", "builder traitor strategist farmer", aside="diplomat-5")
    assert [ROLES[game.view(state, seat).aside] for seat in range(4)] == ["diplomat-5"] * 4


@pytest.mark.parametrize("edition", EDITIONS)
def test_V4_2_the_traitor_changes_house(edition: str) -> None:
    assert houses(fought(position(edition), "1|2", "builder traitor strategist farmer")) == "EEER"
    assert houses(fought(position(edition), "1|2", "builder strategist traitor farmer")) == "ERRR"


def test_V4_2_without_the_traitor_nobody_changes_house() -> None:
    assert houses(fought(position(), "1|2", "builder diplomat-5 strategist farmer")) == "ERER"


def test_V4_2_the_change_lasts_until_he_changes_again() -> None:
    once = fought(position(), "1|2", "diplomat-5 traitor strategist farmer", "- - - 3")
    assert (once.cells[ROUND], houses(once)) == (2, "EEER")
    stays = fought(once, "11|0", "diplomat-5 strategist builder diplomat-2")
    assert houses(stays) == "EEER"
    again = fought(once, "11|0", "traitor strategist builder diplomat-2")
    assert houses(again) == "ERER"


@pytest.mark.parametrize("unanimous", ["EEEE", "RRRR", "EEE", "RRR"])
def test_V4_3_official_diplomat_5_leaves_a_house_to_which_all_belong(unanimous: str) -> None:
    other = "R" if unanimous[0] == "E" else "E"
    state = fought(position(houses=unanimous), "1|2", "builder diplomat-5 strategist farmer")
    assert houses(state) == unanimous[0] + other + unanimous[2:]


def test_V4_3_official_traitor_and_diplomat_5_both_leave_it() -> None:
    assert houses(fought(position(houses="EEEE"), "1|2", "builder diplomat-5 traitor farmer")) == "ERRE"


def test_V4_3_the_change_lasts() -> None:
    once = fought(position(houses="EEEE"), "1|2", "farmer diplomat-5 strategist diplomat-2", "3 - - -")
    assert (once.cells[ROUND], houses(once)) == (2, "EREE")
    later = fought(once, "11|0", "builder strategist diplomat-2 diplomat-5")
    assert houses(later) == "EREE"


def test_V4_3_the_change_scores_nothing_extra() -> None:
    # Eagle wins by 12 to 8, so seat 1 could only have points for its change of house.
    state = fought(position(houses="EEEE"), "9|10", "builder diplomat-5 farmer diplomat-2")
    assert houses(state) == "EREE"
    assert game.scores(state)[1] == 0


@pytest.mark.parametrize("edition", OTHERS)
def test_V4_3_in_the_other_editions_only_the_traitor_leaves_it(edition: str) -> None:
    unanimous = position(edition, houses="EEEE")
    assert houses(fought(unanimous, "1|2", "builder diplomat-5 strategist farmer")) == "EEEE"
    assert houses(fought(unanimous, "1|2", "builder diplomat-5 traitor farmer")) == "EERE"


def test_V4_3_where_the_houses_differ_diplomat_5_stays() -> None:
    assert houses(fought(position(houses="EEER"), "1|2", "builder diplomat-5 strategist farmer")) == "EEER"


def test_V4_4_a_house_the_traitor_makes_unanimous_does_not_move_diplomat_5() -> None:
    assert houses(fought(position(houses="EEER"), "1|2", "builder diplomat-5 strategist traitor")) == "EEEE"


def test_V4_4_a_unanimous_house_the_traitor_breaks_up_does() -> None:
    assert houses(fought(position(houses="RRRR"), "1|2", "builder traitor diplomat-5 farmer")) == "REER"


def test_V4_4_unanimity_made_last_round_counts_this_round() -> None:
    made = fought(position(houses="EEER"), "1|2", "diplomat-2 diplomat-5 strategist traitor")
    assert (made.cells[ROUND], houses(made)) == (2, "EEEE")
    after = fought(made, "11|0", "diplomat-5 builder strategist farmer")
    assert houses(after) == "EREE"
