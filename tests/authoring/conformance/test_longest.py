"""Tests the search for the turn with the most legal actions; a check sends this turn to a bot."""

import pytest

from arena.authoring.conformance.longest import longest
from arena.games.registry import create_game

LEAST = {"verraeter": 63, "hetverraad": 300}
"""The minimum number of legal actions in the turn that the search finds, by game.

No turn in Verräter has more than 63: the seat has six different cards and plays none to five of them.
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
