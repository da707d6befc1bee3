"""Tests of the contract that every game of the registry must keep, with random matches in each edition and number of
seats.
"""

import json
import random
from math import inf
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.errors import ArenaError
from arena.games.chance import Chance
from arena.games.checked import apply_checked
from arena.games.registry import BUILT_IN, GAMES, create_game
from arena.testing.bench import Bench
from arena.testing.check import NAMES, Checking, Verdict
from arena.testing.limits import Limits
from tests.games.matches import CASES, Case, chance_of, every_case, facts, spread, states_of
from tests.suite.sizes import sized

SEEDS = range(sized(2, 6))

LIMITS = Limits(matches=sized(1, 6), states=sized(10, 60), deals=sized(20, 80), seconds=inf, call_seconds=inf)
MOST_FOLLOWED = 240

deals = st.integers(0, 2**64 - 1)
choices = st.lists(st.integers(0, 2**16), max_size=150)
"""The choices of the seats in a match. Each number, modulo the number of legal actions, is the index of the action
taken. After the last number, seats take the first legal action.
"""

thorough = settings(max_examples=sized(6, 25), deadline=None, suppress_health_check=[HealthCheck.too_slow])


def everything(case: Case, state: Any) -> object:
    """Returns everything that a game's methods report about a state: its parts, its board, the view of each seat, the
    scores, and the merits, which decide the ranks.
    """
    views = [facts(case.game.view(state, seat)) for seat in range(case.seats)]
    standing = [list(case.game.scores(state)), list(case.game.merits(state))]
    return [facts(state), case.game.reveal(state), views, standing]


def follow(case: Case, deal: int, chosen: list[int]) -> list[int]:
    """Returns the actions of a match with the choices `chosen`. The match stops after MOST_FOLLOWED actions."""
    game, state = case.game, case.deal(deal)
    actions: list[int] = []
    while game.actor(state) is not None and len(actions) < MOST_FOLLOWED:
        legal = game.legal_actions(state)
        index = chosen[len(actions)] if len(actions) < len(chosen) else 0
        actions.append(legal[index % len(legal)])
        state = game.apply(state, actions[-1])
    return actions


@pytest.mark.parametrize("key", GAMES)
def test_the_checks_that_authors_make_find_nothing_wrong(key: str) -> None:
    checking = Checking(Bench(key, lambda: create_game(key), LIMITS))
    outcomes = [checking.outcome(name) for name in NAMES]
    assert [outcome.happened for outcome in outcomes if outcome.verdict is Verdict.FAIL] == []
    assert all(outcome.verdict is Verdict.PASS for outcome in outcomes[:8])
    assert "no time" not in outcomes[1].detail


@every_case
def test_a_match_ends_and_somebody_acts_until_then(case: Case) -> None:
    for seed in SEEDS:
        for state, action in states_of(case, seed):
            actor, legal = case.game.actor(state), case.game.legal_actions(state)
            assert (actor is None) == (len(legal) == 0) == (action is None)
            assert actor is None or 0 <= actor < case.seats


@every_case
def test_questions_and_actions_leave_the_state_unchanged(case: Case) -> None:
    for state, _ in spread(states_of(case, 1)):
        before = everything(case, state)
        assert everything(case, state) == before
        for legal in case.game.legal_actions(state):
            case.game.apply(state, legal)
        assert everything(case, state) == before


@every_case
@given(deal=deals, chosen=choices)
@thorough
def test_what_is_taken_is_as_if_applied_and_changes_no_view(case: Case, deal: int, chosen: list[int]) -> None:
    game, own, state = case.game, case.deal(deal), case.deal(deal)
    for action in follow(case, deal, chosen):
        views = [game.view(own, seat) for seat in range(case.seats)]
        own = game.take(own, action)
        assert views == [game.view(state, seat) for seat in range(case.seats)]
        state = game.apply(state, action)
        assert own == state


@every_case
def test_an_action_changes_the_state(case: Case) -> None:
    for state, action in states_of(case, 2):
        if action is not None:
            assert facts(case.game.apply(state, action)) != facts(state)


@every_case
def test_an_illegal_action_is_refused_by_name_beside_the_legal_ones(case: Case) -> None:
    game, rng = case.game, random.Random(7)
    space = game.info.action_space
    for state, action in spread(states_of(case, 7), 60):
        before, legal = facts(state), game.legal_actions(state)
        for wrong in {-1, space, 2**70, *(rng.randrange(space) for _ in range(20))}.difference(legal):
            with pytest.raises(ArenaError, match=f"action {wrong} ") as refused:
                apply_checked(game, state, wrong)
            assert refused.value.code == "illegal-action"
            if action is None:
                assert "the match is over" in refused.value.message
            else:
                assert f"seat {game.actor(state)}; the legal actions are {legal[0]} (" in refused.value.message
        assert facts(state) == before
        if action is not None:
            assert apply_checked(game, state, action) == game.apply(state, action)


@every_case
@given(deal=deals, chosen=choices)
@thorough
def test_the_same_deal_and_actions_give_the_same_states(case: Case, deal: int, chosen: list[int]) -> None:
    actions = follow(case, deal, chosen)
    other = create_game(case.key)
    one, two = case.deal(deal), other.deal(case.seats, case.edition, chance_of(deal))
    for action in actions:
        assert facts(one) == facts(two)
        one, two = case.game.apply(one, action), other.apply(two, action)
    assert everything(case, one) == everything(case, two)


@every_case
@given(deal=deals, chosen=choices)
@thorough
def test_a_state_is_never_changed_by_what_follows_it(case: Case, deal: int, chosen: list[int]) -> None:
    states, seen = [case.deal(deal)], []
    for action in follow(case, deal, chosen):
        seen.append(facts(states[-1]))
        states.append(case.game.apply(states[-1], action))
    assert [facts(state) for state in states[:-1]] == seen


@every_case
def test_reveal_is_what_json_can_hold(case: Case) -> None:
    for state, _ in states_of(case, 4):
        revealed = case.game.reveal(state)
        assert json.loads(json.dumps(revealed)) == revealed


@pytest.mark.parametrize("key", BUILT_IN)
def test_info_of_the_registry_and_of_the_game_agree(key: str) -> None:
    info = create_game(key).info
    assert info == GAMES[key].info
    assert info.key == key
    assert info.title
    assert info.rules_version >= 1
    assert len(set(info.editions)) == len(info.editions) > 0
    assert len(set(info.phrases)) == len(info.editions)
    assert all(0 < len(phrase) <= 70 and phrase.isprintable() for phrase in info.phrases)


@pytest.mark.parametrize("key", BUILT_IN)
def test_seats_and_editions_the_game_lacks_are_refused(key: str) -> None:
    game = create_game(key)
    chance = Chance(bytes(16))
    for seats in {0, 1, min(game.info.seats) - 1, max(game.info.seats) + 1} - set(game.info.seats):
        with pytest.raises(ArenaError, match=str(seats)):
            game.deal(seats, game.info.editions[0], chance)
    for edition in ("", "no such edition", game.info.editions[0].upper()):
        with pytest.raises(ArenaError, match=f"{edition!r}"):
            game.deal(min(game.info.seats), edition, chance)


def test_there_are_cases() -> None:
    assert {case.key for case in CASES} == set(BUILT_IN)
