"""Tests that a board of rows and columns is read from the text that OpenSpiel prints for a position, if the game's
tensor also consists of rows and columns.
"""

from typing import Any

import pytest

from arena.games.outside.game import Outside
from tests.games.openspiel.random_matches import game_of, states
from tests.games.outside.known import forget_games

pytestmark = pytest.mark.usefixtures("forget_games")
__all__ = ["forget_games"]


def board_of(game: Any, state: Any) -> list[str]:
    rows = game.view(state, 0).rows()["board"]
    across = next(row.across for row in game.schema if row.name == "board")
    return ["".join(rows[at : at + across]) for at in range(0, len(rows), across)]


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("tic_tac_toe", ["...", "...", "..."]),
        ("gomoku(size=4,connect=3)", ["....", "....", "....", "...."]),
        ("othello", ["--------", "--------", "--------", "---ox---", "---xo---", "--------", "--------", "--------"]),
        ("breakthrough(rows=6,columns=6)", ["bbbbbb", "bbbbbb", "......", "......", "wwwwww", "wwwwww"]),
        ("chess", ["rnbqkbnr", "pppppppp", *4 * ["........"], "PPPPPPPP", "RNBQKBNR"]),
        ("go(board_size=3)", ["+++", "+++", "+++"]),
    ],
)
def test_the_first_position_is_drawn(name: str, first: list[str]) -> None:
    game = game_of(name)
    state = next(states(Outside(game.written, "no-openings"), 1))
    assert board_of(game, state) == first


def test_it_is_read_in_every_position() -> None:
    for name in ("othello", "connect_four"):
        game = game_of(name)
        assert all("" not in board_of(game, state) for state in states(game, 3))


def places(name: str, action: str) -> object:
    game = game_of(name)
    state = next(states(Outside(game.written, "no-openings"), 1))
    named = {game.action_name(state, one): one for one in game.legal_actions(state)}
    return game.action_parts(state, named[action])["targets"]


def test_an_action_that_is_a_place_can_be_clicked() -> None:
    assert places("go(board_size=3)", "B a1") == ("board:6",)
    assert places("connect_four(rows=4,columns=5)", "x2") == tuple(f"board:{place}" for place in range(2, 20, 5))


@pytest.mark.parametrize("name", ["havannah", "backgammon", "latent_ttt", "go_fish"])
def test_what_has_no_such_text_or_hides_something_has_no_board(name: str) -> None:
    assert "board" not in {row.name for row in game_of(name).schema}
