"""Runs the checks that every game must pass, and tests an example of each rule. Run with `python -m pytest` or `python
-m unittest`.
"""

from unittest import TestCase

from high_card import GAME, State

from arena.games import Chance
from arena.testing import game_tests

TestHighCard = game_tests(GAME)


class TestRules(TestCase):
    """An example of each rule; a test's name has the number of its rule."""

    def test_h_1_each_seat_is_dealt_five_cards(self) -> None:
        state = GAME.deal(3, "standard", Chance(bytes(16)))
        self.assertEqual([len(hand) for hand in state.hands], [5, 5, 5])

    def test_h_2_the_others_play_in_the_order_of_their_seats_and_see_no_other_hand(self) -> None:
        state = State(((4, 9), (2, 7)), (), (0, 0), 1)
        self.assertEqual((GAME.actor(state), GAME.actor(GAME.apply(state, 7))), (1, 0))
        self.assertEqual(GAME.rows(state, 0)["hands"][5:7], [None, None])

    def test_h_3_any_card_of_the_hand_may_be_played(self) -> None:
        self.assertEqual(GAME.legal_actions(State(((4, 9), (2, 7)), (), (0, 0), 1)), (2, 7))

    def test_h_4_the_highest_card_takes_the_round_and_leads(self) -> None:
        state = GAME.apply(State(((4, 9), (2,)), (7,), (0, 0), 1), 9)
        self.assertEqual((state.points, state.leader), ((1, 0), 0))

    def test_h_5_when_all_cards_are_played_the_match_is_over(self) -> None:
        state = State(((), ()), (), (3, 2), 0)
        self.assertEqual((GAME.actor(state), list(GAME.scores(state))), (None, [3, 2]))
