"""Tests the search for the turn with the most legal actions; a check sends this turn to a bot."""

import pytest

from arena.authoring.conformance.longest import longest
from arena.games.registry import create_game

LEAST = {"verraeter": 63, "hetverraad": 300}
"""The minimum length of the longest list of legal actions that the search must find, by game.

In Verräter, no hand has more choices than six different cards of which at most five are played: 63 choices.
"""


@pytest.mark.parametrize("key", LEAST)
def test_a_script_leads_to_a_turn_with_very_many_legal_actions(key: str) -> None:
    rehearsal, actions = longest(create_game(key))
    assert actions >= LEAST[key]
    sizes = []
    while rehearsal.waits():
        sizes.append(len(rehearsal.match.legal))
        rehearsal.choose(rehearsal.match.legal[0])
    assert sizes[-1] == max(sizes) == actions
