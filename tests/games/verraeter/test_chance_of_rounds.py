"""Tests of chance in Verräter. The first hands and the roles set aside do not depend on the seats' choices. A new draw
pile depends only on the seed, the number of reshuffles so far, and the cards shuffled.
"""

import random
from itertools import pairwise

from arena.games.verraeter.state.cards import CODES, cards_of
from arena.games.verraeter.state.cells import ASIDE, DISCARD, HAND, PHASE, PLAYED, RESHUFFLES, ROUND
from arena.games.verraeter.state.state import by_seat, draw_pile
from tests.games.matches import Case, chance_of, every_case_of_verraeter, states_of


@every_case_of_verraeter
def test_the_role_set_aside_in_a_round_is_the_same_whatever_was_played(case: Case) -> None:
    def asides(play_seed: int) -> dict[int, int]:
        rng, game = random.Random(play_seed), case.game
        state, found = case.deal(7), {}
        while game.actor(state) is not None:
            if state.cells[ASIDE]:
                found[state.cells[ROUND]] = state.cells[ASIDE]
            state = game.apply(state, rng.choice(game.legal_actions(state)))
        return found

    matches = [asides(play_seed) for play_seed in range(5)]
    for round_ in range(1, 7):
        assert len({match[round_] for match in matches}) == 1
    assert len(set(matches[0].values())) > 1


@every_case_of_verraeter
def test_the_first_hands_do_not_depend_on_where_estates_were_placed(case: Case) -> None:
    def opening(place: int) -> tuple[object, object]:
        state = case.deal(7)
        while state.cells[PHASE] == 0:
            legal = case.game.legal_actions(state)
            state = case.game.apply(state, legal[place % len(legal)])
        return by_seat(state.cells, HAND), draw_pile(state.cells)

    assert opening(0) == opening(5) == opening(11)


@every_case_of_verraeter
def test_a_new_draw_pile_follows_from_its_number_and_its_cards(case: Case) -> None:
    reshuffles = 0
    for seed in range(20):
        for (before, action), (after, _) in pairwise(states_of(case, seed)):
            if after.cells[RESHUFFLES] == before.cells[RESHUFFLES] + 1:
                reshuffles += 1
                laid_down = action if action is not None and action < CODES else 0
                shuffled_in = before.cells[DISCARD] + sum(by_seat(before.cells, PLAYED)) + laid_down
                order = chance_of(seed).shuffled("supply", after.cells[RESHUFFLES], cards_of(shuffled_in))
                assert order[len(order) - len(draw_pile(after.cells)) :] == list(draw_pile(after.cells))
    assert reshuffles > 10
