"""The longest lists of legal actions."""

import pytest

from arena.authoring.conformance.longest import longest
from arena.games.registry import create_game

LEAST = {"verraeter": 63, "hetverraad": 300}
"""Verräter: six different cards in hand, of which five at most are played, are 63 choices; no hand has more."""


@pytest.mark.parametrize("key", LEAST)
def test_a_script_leads_to_a_turn_with_very_many_legal_actions(key: str) -> None:
    rehearsal, actions = longest(create_game(key))
    assert actions >= LEAST[key]
    sizes = []
    while rehearsal.waits():
        sizes.append(len(rehearsal.match.legal))
        rehearsal.choose(rehearsal.match.legal[0])
    assert sizes[-1] == max(sizes) == actions
