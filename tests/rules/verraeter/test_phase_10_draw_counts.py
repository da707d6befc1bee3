"""Tests of phase 10, first half: the order in which seats draw, and the numbers of cards. In every round here, Rose
conquers the waste at place 2.
"""

import pytest

from tests.rules.verraeter.positions import EDITIONS, Places, fought, hands, play, position, sizes

EMPTY = ("-",) * 4
PILE = "8+6+6+2+3+4+5+2+3+4+5"
"""A draw pile, from its top. The Farmer draws 8, 6 and 6 first. The next four cards, which the other seats draw, have
four different values.
"""
WITH_CAP = ("official", "classic", "bsw")
EACH_ONE = {0: (5,), 1: (0,), 2: (10,), 3: (1,)}
"""The place of each seat's only estate, by seat. The landscape at this place belongs to the seat's house."""


def drawn(edition: str, roles: str, estates: Places, houses: str = "ERER", posts: Places | None = None) -> list[int]:
    """Plays a round that begins with empty hands, and returns the number of cards that each seat draws, by seat."""
    before = position(edition, houses=houses, estates=estates, posts=posts, hands=EMPTY)
    return sizes(fought(before, "2|3", roles))


@pytest.mark.parametrize("edition", WITH_CAP)
def test_V10_1_the_farmer_draws_first_then_the_others_from_the_start_player(edition: str) -> None:
    before = position(edition, estates=EACH_ONE, hands=EMPTY, pile=PILE)
    assert hands(fought(before, "2|3", "strategist diplomat-2 diplomat-5 farmer")) == ["2", "3+4", "5", "6+6+8"]


@pytest.mark.parametrize("edition", WITH_CAP)
def test_V10_1_the_order_begins_with_the_start_player_of_the_round(edition: str) -> None:
    before = position(edition, estates=EACH_ONE, hands=EMPTY, pile=PILE, start=2)
    assert hands(fought(before, "2|3", "diplomat-5 farmer strategist diplomat-2")) == ["3", "4+5", "2", "6+6+8"]


def test_V10_1_without_the_farmer_the_start_player_is_first() -> None:
    before = position(estates=EACH_ONE, hands=EMPTY, pile=PILE)
    assert hands(fought(before, "2|3", "strategist diplomat-2 diplomat-5 traitor")) == ["8", "6+6", "2", "-"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_V10_2_a_card_for_each_estate_under_the_own_house(edition: str) -> None:
    estates = {0: (5, 6, 8), 1: (0, 1, 11), 2: (10, 4, 9), 3: (7,)}
    assert drawn(edition, "strategist diplomat-5 builder farmer", {}) == [0, 0, 0, 0]
    state = fought(position(edition, estates=estates, hands=EMPTY), "2|3", "strategist diplomat-5 builder farmer")
    assert sizes(play(state, "build nothing")) == [3, 2, 1, 3]


@pytest.mark.parametrize("edition", EDITIONS)
def test_V10_2_trading_posts_bring_nothing(edition: str) -> None:
    roles = "strategist diplomat-5 traitor farmer"
    assert drawn(edition, roles, {0: (5,)}, posts={0: (6, 8), 1: (0, 1)})[:2] == [1, 0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_V10_2_betrayal_counts_at_once(edition: str) -> None:
    # Seat 1 leaves Rose, so its estates at 0 and 1 no longer bring cards, but the one at 11 does.
    assert drawn(edition, "strategist traitor diplomat-5 farmer", {1: (0, 1, 11)})[1] == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_V10_2_conquest_counts_at_once(edition: str) -> None:
    assert drawn(edition, "strategist diplomat-5 traitor farmer", {0: (2, 5)})[0] == 1
    assert drawn(edition, "strategist diplomat-5 traitor farmer", {1: (2, 0)})[1] == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_V10_2_building_counts_at_once(edition: str) -> None:
    state = fought(position(edition, estates=EACH_ONE, hands=EMPTY), "2|3", "builder strategist farmer traitor")
    assert sizes(play(state, "build nothing"))[0] == 1
    assert sizes(play(state, "build estate 6"))[0] == 2
    assert sizes(play(state, "build estate 7"))[0] == 1
    assert sizes(play(state, "flip 5"))[0] == 0


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("estates", [(), (5,), (5, 6, 8), (0, 1, 3)])
def test_V10_3_the_farmer_draws_three_and_nothing_for_estates(estates: tuple[int, ...], edition: str) -> None:
    assert drawn(edition, "farmer strategist diplomat-5 traitor", {0: estates})[0] == 3


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("estates", "cards"), [((), 1), ((1,), 1), ((5,), 2), ((5, 6), 3)])
def test_V10_4_diplomat_2_draws_one_card_more(estates: tuple[int, ...], cards: int, edition: str) -> None:
    assert drawn(edition, "diplomat-2 strategist diplomat-5 traitor", {0: estates})[0] == cards


@pytest.mark.parametrize("edition", EDITIONS)
def test_V10_4_diplomat_5_draws_none_for_his_role(edition: str) -> None:
    assert drawn(edition, "diplomat-5 strategist traitor farmer", {0: (5,)})[0] == 1


def test_V10_4_faidutti_his_extra_card_comes_after_everybody_elses() -> None:
    before = position("faidutti", estates=EACH_ONE, hands=EMPTY, pile=PILE)
    assert hands(fought(before, "2|3", "diplomat-2 strategist diplomat-5 farmer")) == ["2+5", "3", "4", "6+6+8"]


@pytest.mark.parametrize(("edition", "cards"), [("official", 3), ("classic", 3), ("bsw", 3), ("faidutti", 4)])
def test_V10_5_three_estates_and_diplomat_2_make_four_cards_in_faidutti_only(edition: str, cards: int) -> None:
    assert drawn(edition, "diplomat-2 strategist diplomat-5 traitor", {0: (5, 6, 8)})[0] == cards
