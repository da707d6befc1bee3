"""Tests of phase 0, the set-up."""

from collections import Counter

import pytest

from arena.errors import ArenaError
from arena.games.cells import part
from arena.games.chance import Chance
from arena.games.verraeter.state.cards import FULL_DECK, cards_of
from arena.games.verraeter.state.cells import (
    BUILDING,
    BUILDING_SEAT,
    HAND,
    HAND_SIZE,
    LANDSCAPE,
    OPEN_CELLS,
    OWNER,
    PILE_SIZE,
    ROUND,
    START,
    STRATEGY,
)
from arena.games.verraeter.state.state import State, by_place, by_seat, draw_pile
from arena.games.verraeter.terms import EAGLE, ESTATE, LANDSCAPES, PLACES, ROSE
from tests.games.matches import facts
from tests.rules.verraeter.positions import EDITIONS, circle, dealt, game, hands, houses, names, play, position, sizes

SEEDS = range(60)
FIXED_HANDS = ("classic", "bsw", "faidutti")


def placed(edition: str, seats: int, seed: int = 0) -> State:
    """Returns a state in which all seats have placed their first estates, each at the lowest free place."""
    return play(dealt(edition, seats, seed), *(f"build estate {place}" for place in range(seats)))


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("edition", EDITIONS)
def test_V0_1_three_or_four_seats_play_each_edition(edition: str, seats: int) -> None:
    assert len(game.scores(dealt(edition, seats))) == seats


@pytest.mark.parametrize("seats", [-1, 0, 1, 2, 5, 12])
def test_V0_1_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(ArenaError, match=f"but {seats} were requested") as caught:
        game.deal(seats, "official", Chance(bytes(16)))
    assert caught.value.code == "bad-seats"


@pytest.mark.parametrize("edition", ["", "Official", "mercenary"])
def test_V0_1_other_editions_are_refused(edition: str) -> None:
    with pytest.raises(ArenaError, match=f"{edition!r}") as caught:
        game.deal(4, edition, Chance(bytes(16)))
    assert caught.value.code == "bad-edition"


def test_V0_1_the_official_edition_is_the_default() -> None:
    assert game.info.editions[0] == "official"


@pytest.mark.parametrize("seats", [3, 4])
def test_V0_2_the_lot_makes_every_seat_start_player_in_some_deal(seats: int) -> None:
    assert {dealt("official", seats, seed).cells[START] for seed in SEEDS} == set(range(seats))


@pytest.mark.parametrize("seats", [3, 4])
def test_V0_3_houses_alternate_from_the_start_player_who_begins_with_eagle(seats: int) -> None:
    for seed in SEEDS:
        state = dealt("official", seats, seed)
        start = state.cells[START]
        assert (houses(state) * 2)[start : start + seats] == "ERER"[:seats]


def test_V0_4_the_circle_has_each_landscape_once_for_each_house() -> None:
    every_card = {(landscape, house) for landscape in range(1, len(LANDSCAPES)) for house in (EAGLE, ROSE)}
    for seed in SEEDS:
        cells = dealt(seed=seed).cells
        assert len(by_place(cells, LANDSCAPE)) == 12
        assert set(zip(by_place(cells, LANDSCAPE), by_place(cells, OWNER), strict=True)) == every_card


def test_V0_4_the_houses_of_the_circle_need_not_alternate() -> None:
    circles = {circle(dealt(seed=seed)) for seed in SEEDS}
    assert len(circles - {"ER" * 6, "RE" * 6}) > len(circles) // 2


def test_V0_4_every_landscape_can_lie_anywhere() -> None:
    seen = {
        (place, kind)
        for seed in range(200)
        for place, kind in enumerate(part(dealt(seed=seed).cells, LANDSCAPE, PLACES))
    }
    assert len(seen) == 12 * 6


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [3, 4])
def test_V0_5_the_left_neighbour_of_the_start_player_holds_the_strategy_card(seats: int, edition: str) -> None:
    for seed in SEEDS:
        cells = dealt(edition, seats, seed).cells
        assert cells[STRATEGY] == (cells[START] + 1) % seats


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [3, 4])
def test_V0_6_each_seat_in_turn_order_places_one_building_estate_side_up(seats: int, edition: str) -> None:
    state = dealt(edition, seats, seed=1)
    start, builders = state.cells[START], []
    for place in range(seats):
        builders.append(game.actor(state))
        state = play(state, f"build estate {place}")
    assert builders == [(start + k) % seats for k in range(seats)]
    assert list(part(state.cells, BUILDING_SEAT, seats)) == builders
    assert by_place(state.cells, BUILDING) == (ESTATE,) * seats + (0,) * (12 - seats)


@pytest.mark.parametrize("edition", EDITIONS)
def test_V0_6_any_free_landscape_of_either_house_will_do_but_no_taken_one(edition: str) -> None:
    state = dealt(edition)
    assert names(state) == [f"build estate {place}" for place in range(12)]
    assert names(play(state, "build estate 7")) == [f"build estate {place}" for place in range(12) if place != 7]


def test_V0_7_official_deals_three_cards_at_random() -> None:
    dealt_hands = {tuple(hands(placed("official", 4, seed))) for seed in SEEDS}
    assert len(dealt_hands) == len(SEEDS)
    values = Counter(card for seed in SEEDS for card in cards_of(placed("official", 4, seed).cells[HAND]))
    assert set(values) == {2, 3, 4, 5, 6, 8}


@pytest.mark.parametrize("edition", FIXED_HANDS)
@pytest.mark.parametrize("seats", [3, 4])
def test_V0_7_the_other_editions_give_each_seat_a_3_a_4_and_a_5(seats: int, edition: str) -> None:
    assert hands(placed(edition, seats)) == ["3+4+5"] * seats


@pytest.mark.parametrize(
    ("seats", "pile"), [(3, (2,) * 5 + (3, 3, 4, 4, 5, 5, 6, 6, 8)), (4, (2,) * 5 + (3, 4, 5, 6, 6, 8))]
)
def test_V0_7_the_draw_pile_holds_the_rest_in_random_order(seats: int, pile: tuple[int, ...]) -> None:
    piles = {draw_pile(placed("classic", seats, seed).cells) for seed in SEEDS}
    assert len(piles) == len(SEEDS)
    assert {tuple(sorted(one)) for one in piles} == {pile}


@pytest.mark.parametrize(("seats", "rest"), [(3, 14), (4, 11)])
@pytest.mark.parametrize("edition", EDITIONS)
def test_V0_7_nobody_has_a_card_before_the_last_estate_lies(edition: str, seats: int, rest: int) -> None:
    state = dealt(edition, seats)
    for place in range(seats):
        assert sizes(state) == [0] * seats
        assert len(draw_pile(state.cells)) == 23
        state = play(state, f"build estate {place}")
    assert sizes(state) == [3] * seats
    assert len(draw_pile(state.cells)) == rest


def test_V0_8_the_deck_is_five_each_of_2_to_5_two_6_and_one_8() -> None:
    assert Counter(cards_of(FULL_DECK)) == {2: 5, 3: 5, 4: 5, 5: 5, 6: 2, 8: 1}
    assert sum(cards_of(FULL_DECK)) == 90


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [3, 4])
def test_V0_9_every_seat_begins_with_no_points_in_round_1(seats: int, edition: str) -> None:
    state = dealt(edition, seats)
    assert list(game.scores(state)) == [0] * seats
    assert state.cells[ROUND] == 1


def test_V0_10_a_seat_sees_the_table_and_how_many_cards_lie_where() -> None:
    state = position(hands=("2+4+6", "3+4+8", "2+2", "-"), discard="5+5")
    view = game.view(state, 1)
    assert list(view.cells) == list(state.cells[:OPEN_CELLS])
    assert list(by_seat(view.cells, HAND_SIZE)) == [3, 3, 2, 0]
    assert view.cells[PILE_SIZE] == 23 - 8 - 2


def test_V0_10_a_seat_sees_its_own_cards_and_no_others() -> None:
    one = position(hands=("2+4+6", "3+4+8", "2+2+5", "3+4+5"))
    other = position(hands=("2+4+6", "3+3+3", "5+5+8", "4+4+6"))
    assert cards_of(game.view(one, 0).hand) == (2, 4, 6)
    assert facts(game.view(one, 0)) == facts(game.view(other, 0))
    assert facts(game.view(one, 1)) != facts(game.view(other, 1))
