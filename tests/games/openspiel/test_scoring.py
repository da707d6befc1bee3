"""Tests that the scores of OpenSpiel games are stored exactly, as whole numbers of a fixed fraction of a point."""

import pytest

from arena.games.outside.openspiel.integer_scores import scores, unit_of
from tests.games.openspiel.random_matches import game_of, pyspiel, record_of
from tests.games.outside.known import forget_games
from tests.suite.sizes import sized

pytestmark = pytest.mark.usefixtures("forget_games")
__all__ = ["forget_games"]


@pytest.mark.parametrize(
    ("name", "unit"),
    [("leduc_poker", 1), ("leduc_poker(players=3)", 6), ("skat", 240), ("bridge", 1), ("zerosum(game=coin_game())", 2)],
)
def test_the_unit_is_that_of_the_game(name: str, unit: int) -> None:
    assert unit_of(pyspiel.load_game(name)) == unit
    game = game_of(name)
    phrase, *_ = game.info.phrases
    assert (str(unit) in phrase) == (unit > 1)


@pytest.mark.parametrize("name", ["skat", "leduc_poker(players=3)", "goofspiel(players=3,num_cards=3)"])
def test_all_scores_are_whole(name: str) -> None:
    game = game_of(name)
    for deal in range(sized(10, 300)):
        assert sum(record_of(game, deal).scores) == 0


def test_what_is_no_part_of_a_point_is_no_score() -> None:
    assert scores([1 / 3, -1 / 3], 3) == [1, -1]
    with pytest.raises(ValueError, match=r"\[0\.25, -0\.25\], which are no whole numbers of 1/3"):
        scores([0.25, -0.25], 3)
