"""Keyed chance in Verräter: what a deal brings does not depend on what anybody did."""

import random
from itertools import pairwise

from arena.games.verraeter.cards import CODES, cards_of
from tests.games.matches import Case, chance_of, every_case_of_verraeter, states_of


@every_case_of_verraeter
def test_the_role_set_aside_in_a_round_is_the_same_whatever_was_played(case: Case) -> None:
    def asides(play_seed: int) -> dict[int, int]:
        rng, game = random.Random(play_seed), case.game
        state, found = case.deal(7), {}
        while game.actor(state) is not None:
            if state.aside:
                found[state.table.round] = state.aside
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
        while state.table.phase == 0:
            legal = case.game.legal_actions(state)
            state = case.game.apply(state, legal[place % len(legal)])
        return state.hands, state.pile

    assert opening(0) == opening(5) == opening(11)


@every_case_of_verraeter
def test_a_new_draw_pile_follows_from_its_number_and_its_cards(case: Case) -> None:
    reshuffles = 0
    for seed in range(20):
        for (before, action), (after, _) in pairwise(states_of(case, seed)):
            if after.reshuffles == before.reshuffles + 1:
                reshuffles += 1
                laid_down = action if action is not None and action < CODES else 0
                shuffled_in = before.table.discard + sum(before.table.played) + laid_down
                order = chance_of(seed).shuffled("supply", after.reshuffles, cards_of(shuffled_in))
                assert order[len(order) - len(after.pile) :] == list(after.pile)
    assert reshuffles > 10
