"""Tests of phases 8 and 9, in which the strategy card passes to the Strategist and the played cards are discarded."""

import pytest

from arena.games.verraeter.state.cells import PLAYED, ROUND, STRATEGY
from arena.games.verraeter.state.state import by_seat
from tests.rules.verraeter.positions import EDITIONS, discarded, fought, game, hands, position, sizes


@pytest.mark.parametrize("edition", EDITIONS)
def test_V8_1_the_strategist_takes_the_card_and_chooses_the_next_place(edition: str) -> None:
    state = fought(position(edition, strategist=1), "1|2", "diplomat-2 traitor strategist diplomat-5")
    assert (state.cells[ROUND], state.cells[STRATEGY], game.actor(state)) == (2, 2, 2)


@pytest.mark.parametrize("edition", EDITIONS)
def test_V8_2_if_nobody_has_the_role_the_card_stays_and_scores_nothing(edition: str) -> None:
    state = position(edition, strategist=3, hands=("-",) * 4)
    for number in (2, 3):
        state = fought(state, "11|0" if number == 2 else "4|5", "diplomat-5 farmer traitor diplomat-2")
        assert (state.cells[ROUND], state.cells[STRATEGY], game.actor(state)) == (number, 3, 3)


def test_V8_2_holding_the_card_scores_nothing() -> None:
    # A tie in which only the Traitor scores: waste 0 and Diplomat +5 against river 5.
    state = fought(position(strategist=3, houses="ERRR"), "2|3", "diplomat-5 farmer traitor builder", "- - - -")
    assert list(game.scores(state)) == [0, 0, 1, 0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_V8_3_the_holder_may_take_the_role_again_and_scores_again(edition: str) -> None:
    state = position(edition, strategist=1, hands=("5", "-", "-", "-"))
    state = fought(state, "2|3", "diplomat-2 strategist traitor diplomat-5", "- - - -")
    assert (state.cells[STRATEGY], game.actor(state)) == (1, 1)
    # Rose's three seats conquer the waste for 1 each; the Traitor, seat 2, has 1 more.
    assert list(game.scores(state)) == [0, 1 + 2, 1 + 1, 1]


@pytest.mark.parametrize("edition", EDITIONS)
def test_V9_1_all_cards_played_go_to_the_discard_pile(edition: str) -> None:
    state = position(edition, hands=("2+4+6", "3+4", "2+2+5", "5"), discard="8", estates={})
    state = fought(state, "1|2", "strategist traitor diplomat-5 diplomat-2", "2+6 3+4 - 5")
    assert discarded(state) == "2+3+4+5+6+8"
    assert by_seat(state.cells, PLAYED) == (0, 0, 0, 0)
    assert hands(state)[:3] == ["4", "-", "2+2+5"]
    assert sizes(state)[3] == 1


def test_V9_1_cards_not_played_stay_in_hand() -> None:
    state = fought(position(estates={}), "1|2", "strategist traitor diplomat-5 builder")
    assert hands(state) == ["3+4+5"] * 4
    assert discarded(state) == "-"
