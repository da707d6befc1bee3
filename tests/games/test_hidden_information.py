"""Tests that the view of a seat contains nothing that the seat cannot know, for every game.

The method `sample` makes a state from a seat's view, and draws at random everything that the seat cannot know. The
seat's view of this state must equal its view of the real state. Otherwise the view depends on something that the seat
cannot know.
"""

import gc
import random
from collections.abc import Iterator

from arena.games.chance import Chance
from tests.games.matches import Case, every_case, facts, many_states_of, spread, states_of
from tests.suite.sizes import sized

SEEDS = range(sized(1, 4))


@every_case
def test_a_sampled_state_shows_the_seat_exactly_its_view(case: Case) -> None:
    rng = random.Random(0)
    for seed in SEEDS:
        for state, _ in many_states_of(case, seed):
            for seat in range(case.seats):
                view = case.game.view(state, seat)
                sampled = case.game.sample(view, rng)
                assert facts(case.game.view(sampled, seat)) == facts(view)


@every_case
def test_a_sampled_state_has_the_same_actor_scores_and_merits(case: Case) -> None:
    rng = random.Random(1)
    for state, _ in many_states_of(case, 5):
        for seat in range(case.seats):
            sampled = case.game.sample(case.game.view(state, seat), rng)
            assert case.game.actor(sampled) == case.game.actor(state)
            assert list(case.game.scores(sampled)) == list(case.game.scores(state))
            assert list(case.game.merits(sampled)) == list(case.game.merits(state))


@every_case
def test_the_actor_has_the_same_legal_actions_in_a_sampled_state(case: Case) -> None:
    rng = random.Random(2)
    for seed in SEEDS:
        for state, _ in many_states_of(case, seed):
            actor = case.game.actor(state)
            if actor is not None:
                sampled = case.game.sample(case.game.view(state, actor), rng)
                assert list(case.game.legal_actions(sampled)) == list(case.game.legal_actions(state))


@every_case
def test_a_sampled_state_can_be_played_to_the_end(case: Case) -> None:
    rng = random.Random(3)
    for state, action in spread(states_of(case, 6), 20):
        before = facts(state)
        sampled = case.game.sample(case.game.view(state, case.game.actor(state) or 0), rng)
        while case.game.actor(sampled) is not None:
            sampled = case.game.apply(sampled, rng.choice(list(case.game.legal_actions(sampled))))
        assert facts(state) == before
        assert action is None or case.game.actor(state) is not None


@every_case
def test_samples_differ_in_what_the_seat_cannot_know(case: Case) -> None:
    rng = random.Random(4)
    states = [state for state, action in many_states_of(case, 7) if action is not None]
    differ = 0
    for state in states:
        view = case.game.view(state, 0)
        differ += len({str(case.game.reveal(case.game.sample(view, rng))) for _ in range(4)}) > 1
    assert differ > len(states) // 2


@every_case
def test_a_sample_is_a_function_of_the_view_and_the_random_numbers(case: Case) -> None:
    for state, _ in many_states_of(case, 8):
        view = case.game.view(state, 0)
        one, two = (case.game.sample(view, random.Random(9)) for _ in range(2))
        assert facts(one) == facts(two)


def reachable(value: object, seen: set[int]) -> Iterator[object]:
    """Iterates over every object that can be reached from `value`, except classes, modules and functions."""
    if id(value) in seen or isinstance(value, type) or type(value).__name__ in {"module", "function"}:
        return
    seen.add(id(value))
    yield value
    for part in gc.get_referents(value):
        yield from reachable(part, seen)


@every_case
def test_no_view_holds_the_state_or_its_chance(case: Case) -> None:
    for state, _ in spread(states_of(case, 9)):
        for seat in range(case.seats):
            parts = list(reachable(case.game.view(state, seat), set()))
            assert not any(isinstance(part, Chance) or part is state for part in parts)
