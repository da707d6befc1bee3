"""Tests of openings, the random first actions that a league's matches have in games without other luck."""

import pytest

from arena.errors import ArenaError
from arena.games.chance import Chance
from arena.games.outside.game import Outside
from arena.games.registry import create_game, league_components, shipped_components
from tests.games.outside.pig import GAME

KEY = "connect-four"
BLOCKS = 200


def opened(openings: int, deal: int) -> object:
    """Returns the view of seat 0 in the first state of a deal, after this number of random opening actions."""
    game = create_game(KEY, f"openings = {openings}\n")
    state = game.deal(2, "standard", Chance(deal.to_bytes(16, "big")))
    assert (game.actor(state), state.taken) == (openings % 2, 0)
    return game.view(state, 0)


def test_leagues_have_those_of_the_game_and_a_match_alone_has_none() -> None:
    assert league_components(KEY) == "openings = 6\n"
    assert (shipped_components(KEY), league_components("tron")) == ("", "")
    assert "openings" not in league_components("verraeter")


def test_they_follow_from_the_deal_and_nine_of_ten_differ() -> None:
    views = [opened(6, deal) for deal in range(BLOCKS)]
    assert views == [opened(6, deal) for deal in range(BLOCKS)]
    assert len(set(views)) >= 0.9 * BLOCKS
    assert len({opened(0, deal) for deal in range(20)}) == 1


def test_no_match_is_over_before_it_begins() -> None:
    game = Outside(GAME, "pig", 100)
    for deal in range(20):
        state = game.deal(2, "standard", Chance(deal.to_bytes(16, "big")))
        assert game.actor(state) is not None


@pytest.mark.parametrize("said", ['openings = "two"', "openings = 101", "openings = -1", "closings = 1"])
def test_other_component_data_are_refused(said: str) -> None:
    with pytest.raises(ArenaError, match="the component data of the game connect-four are not valid") as caught:
        create_game(KEY, said)
    assert caught.value.code == "bad-components"
