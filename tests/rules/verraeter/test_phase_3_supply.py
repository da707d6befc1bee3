"""Tests of phase 3, in which the seats play supply cards."""

import pytest

from arena.games.verraeter.state.cards import cards_of, text_of
from arena.games.verraeter.state.cells import HAND_SIZE, PLAYED
from arena.games.verraeter.state.state import State, by_seat
from tests.rules.verraeter.positions import EDITIONS, draft, fought, game, hands, names, play, position

PICKS = "builder traitor strategist farmer"


def supply(hand: str, edition: str = "official") -> State:
    """Returns a state in which seat 0 has to play supply cards from this hand."""
    return draft(position(edition, hands=(hand, "-", "-", "-")), "1|2", PICKS)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [3, 4])
def test_V3_1_each_seat_plays_once_in_turn_order_from_the_start_player(seats: int, edition: str) -> None:
    state = draft(position(edition, houses="ERER"[:seats], start=2), "1|2", PICKS)
    order = []
    while names(state)[0].startswith("play"):
        order.append(game.actor(state))
        state = play(state, "play 3")
    assert order == [(2 + k) % seats for k in range(seats)]


def test_V3_2_any_part_of_the_hand_may_be_played() -> None:
    played = {name.removeprefix("play ") for name in names(supply("2+4+6"))}
    assert played == {"-", "2", "4", "6", "2+4", "2+6", "4+6", "2+4+6"}


def test_V3_2_equal_cards_are_one_choice() -> None:
    played = {name.removeprefix("play ") for name in names(supply("2+2+5"))}
    assert played == {"-", "2", "5", "2+2", "2+5", "2+2+5"}


def test_V3_2_with_no_card_in_hand_only_nothing_is_left() -> None:
    assert names(supply("-")) == ["play -"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_V3_2_five_cards_may_be_played_at_once(edition: str) -> None:
    assert "play 2+3+4+5+6" in names(supply("2+3+4+5+6", edition))


def test_V3_2_faidutti_six_cards_in_hand_may_not_be_played_at_once() -> None:
    state = supply("2+3+4+5+6+8", "faidutti")
    assert "play 3+4+5+6+8" in names(state)
    assert len(names(state)) == 2**6 - 1
    assert "play 2+3+4+5+6+8" not in names(state)


def test_V3_3_later_seats_see_the_cards_at_once() -> None:
    state = play(draft(position(), "1|2", PICKS), "play 3+5")
    for seat in range(4):
        view = game.view(state, seat)
        assert text_of(view.cells[PLAYED + 0]) == "3+5"
        assert list(by_seat(view.cells, HAND_SIZE)) == [1, 3, 3, 3]


def test_V3_3_played_cards_leave_the_hand_and_nothing_is_played_twice() -> None:
    state = fought(position(), "1|2", PICKS, "3+5 4 - 3+4+5")
    assert names(state)[0] == "build nothing"
    assert hands(state) == ["4", "3+5", "3+4+5", "-"]
    assert [cards_of(code) for code in by_seat(state.cells, PLAYED)] == [(3, 5), (4,), (), (3, 4, 5)]
