"""Tests of states and views as values. Two of them are equal if all their parts are equal. They can be stored, sent and
read as easily as numbers.
"""

import copy
import pickle
from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest

from arena.games.registry import create_game
from tests.games.matches import Case, chance_of, every_case, facts, spread, states_of
from tests.suite.sizes import sized

WAYS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "pickle-2": lambda value: pickle.loads(pickle.dumps(value, 2)),
}


def values_of(case: Case, state: Any) -> list[Any]:
    """Returns the state, and then each seat's view of it."""
    return [state, *(case.game.view(state, seat) for seat in range(case.seats))]


@every_case
def test_equal_deals_and_what_follows_from_them_compare_equal_and_hash_alike(case: Case) -> None:
    """The same seed and actions give equal states and views with equal hashes, even in two separately made games."""
    other = create_game(case.key)
    one, two = case.deal(1), other.deal(case.seats, case.edition, chance_of(1))
    for _ in range(40):
        for mine, yours in zip(values_of(case, one), values_of(case, two), strict=True):
            assert mine is not yours
            assert mine == yours
            assert len({mine, yours}) == 1
        if case.game.actor(one) is None:
            break
        action = case.game.legal_actions(one)[-1]
        one, two = case.game.apply(one, action), other.apply(two, action)


@every_case
def test_values_are_equal_only_if_all_their_parts_are(case: Case) -> None:
    kept = [value for state, _ in spread(states_of(case, 2), sized(10, 20)) for value in values_of(case, state)]
    kept += values_of(case, case.deal(3))
    for value in kept:
        for other in kept:
            assert (value == other) == (type(value) is type(other) and facts(value) == facts(other))
        assert value != facts(value)


@every_case
def test_deals_of_other_seeds_and_editions_differ(case: Case) -> None:
    game = case.game
    deals = {game.deal(case.seats, edition, chance_of(seed)) for edition in game.info.editions for seed in range(5)}
    assert len(deals) == 5 * len(game.info.editions)


@every_case
@pytest.mark.parametrize("way", WAYS)
def test_states_and_views_can_be_copied_and_pickled(case: Case, way: str) -> None:
    for state, _ in spread(states_of(case, 4), 12):
        for value in values_of(case, state):
            again = WAYS[way](value)
            assert again is not value
            assert again == value
            assert hash(again) == hash(value)
            assert facts(again) == facts(value)


@every_case
def test_a_match_goes_on_from_a_pickled_state_as_it_would_have(case: Case) -> None:
    state = case.deal(5)
    for _ in range(60):
        action = case.game.legal_actions(state)[0]
        again = case.game.apply(pickle.loads(pickle.dumps(state)), action)
        state = case.game.apply(state, action)
        assert again == state
        if case.game.actor(state) is None:
            break


@every_case
def test_a_state_and_a_view_say_in_a_line_where_the_match_stands(case: Case) -> None:
    for state, action in spread(states_of(case, 6), 40):
        for value in values_of(case, state):
            said = repr(value)
            assert case.game.info.title in said
            assert len(said) <= 200
            assert said.isprintable()
            assert " ".join(map(str, case.game.scores(state))) in said
            if action is None:
                assert "over" in said
            else:
                assert f"seat {case.game.actor(state)} acts" in said
        for seat, view in enumerate(values_of(case, state)[1:]):
            assert f"seat {seat} sees" in repr(view)
