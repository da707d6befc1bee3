"""Tests that the luck of a deal does not depend on the seating or on the bots' actions, and that games without luck
begin with random opening actions.
"""

from collections import Counter
from typing import Any

import pytest

from arena.games.outside.openspiel.chance import drawn
from tests.games.openspiel.random_matches import chance_of, game_of, states
from tests.games.outside.known import forget_games

pytestmark = pytest.mark.usefixtures("forget_games")
__all__ = ["forget_games"]


def draws(outcomes: list[tuple[int, float]], number: int = 4_000) -> Counter[int]:
    chance = chance_of(1)
    return Counter(drawn(outcomes, chance, event) for event in range(number))


def test_even_outcomes_are_drawn_evenly_and_uneven_ones_by_their_weight() -> None:
    even = draws([(outcome, 1 / 3) for outcome in (2, 5, 7)])
    assert all(abs(even[outcome] - 4_000 / 3) < 150 for outcome in (2, 5, 7))
    uneven = draws([(1, 0.7), (2, 0.0), (3, 0.3)])
    assert abs(uneven[3] - 1_200) < 150
    assert uneven[2] == 0
    assert uneven.total() == uneven[1] + uneven[3] == 4_000


def test_probabilities_that_do_not_make_one_bring_the_last_outcome() -> None:
    assert set(draws([(1, 0.0), (2, 1e-12), (3, 1e-7)], 100)) == {3}


def dealt(name: str, seed: int) -> list[int]:
    """Returns the results of all chance events of a random match, in order. They are the actions of the match's history
    that no seat has taken.
    """
    *_, last = states(game_of(name), 11, seed)
    state: Any = last.state.state
    again = state.get_game().new_initial_state()
    brought = []
    for action in state.history():
        if again.is_chance_node():
            brought.append(action)
        again.apply_action(action)
    return brought


@pytest.mark.parametrize("name", ["leduc_poker(players=3)", "backgammon", "skat"])
def test_the_same_deal_brings_the_same_whatever_is_played(name: str) -> None:
    matches = [dealt(name, seed) for seed in range(6)]
    least = min(map(len, matches))
    assert least > 2
    assert len({tuple(brought[:least]) for brought in matches}) == 1


def test_another_deal_is_another() -> None:
    game = game_of("leduc_poker")
    firsts = {str(next(states(game, deal)).state.state) for deal in range(20)}
    assert len(firsts) > 5


@pytest.mark.parametrize(("name", "openings"), [("othello", 4), ("tic_tac_toe", 1), ("sheriff", 1), ("backgammon", 0)])
def test_a_game_without_luck_begins_with_openings(name: str, openings: int) -> None:
    game = game_of(name)
    state = next(states(game, 5))
    assert len(state.state.state.history()) >= openings
    told = game.opening(state)
    assert (told is None) == (name == "backgammon")
    assert told is None or len(told) == openings
