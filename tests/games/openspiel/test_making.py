"""Tests that a game of OpenSpiel is created from its name, or refused with the reason."""

import sys
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.games.finding import find_game_named
from arena.games.outside.openspiel import library, trial
from arena.games.outside.openspiel.catalogue import offers
from arena.games.registry import GAMES
from tests.games.openspiel.random_matches import pyspiel
from tests.games.outside.known import forget_games

pytestmark = pytest.mark.usefixtures("forget_games")
__all__ = ["forget_games"]


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("leduc_poker", "openspiel:leduc_poker"),
        ("leduc_poker()", "openspiel:leduc_poker"),
        ("leduc_poker(players=3)", "openspiel:leduc_poker(players=3)"),
        (
            "repeated_game(stage_game=matrix_rps(),num_repetitions=5)",
            "openspiel:repeated_game(num_repetitions=5,stage_game=matrix_rps())",
        ),
    ],
)
def test_a_game_has_one_key_whatever_the_order_of_its_parameters(name: str, key: str) -> None:
    assert find_game_named(f"openspiel:{name}", Path()) == key
    assert find_game_named(key, Path()) == key
    assert GAMES[key].files == GAMES[key].origin == library.released()


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("leduk_poker", "unknown-game", "OpenSpiel does not have a game named 'leduk_poker'"),
        ("../leduc.py", "unknown-game", "'../leduc.py' is not the name of a game of OpenSpiel"),
        ("leduc_poker(" + 200 * "a" + ")", "unknown-game", "is not the name of a game of OpenSpiel"),
        (
            "leduc_poker(seats=3)",
            "bad-game",
            "OpenSpiel cannot create the game leduc_poker(seats=3): Unknown parameter 'seats'",
        ),
        ("solitaire", "bad-game", "solitaire of OpenSpiel cannot be played in a league: it has one seat"),
        ("crazy_eights(players=12)", "bad-game", "it has 12 seats, and a game of the arena has 10 at most"),
        ("bargaining(instances_file=x.txt)", "bad-game", "the parameter instances_file of the OpenSpiel game"),
        ("efg_game(filename=x.efg)", "bad-game", "it reads its rules from a file"),
        ("misere", "bad-game", "it needs parameters, of game"),
        ("misere(game=hanabi())", "bad-game", "all seats get the same score"),
        (
            "quoridor(players=7)",
            "bad-game",
            "OpenSpiel cannot create the game quoridor(players=7): ",
        ),  # OpenSpiel fails at the deal
        ("universal_poker(numPlayers=3)", "bad-game", "only read 2 stack sizes, need 3"),  # OpenSpiel ends its process
    ],
)
def test_what_makes_no_league_is_refused_in_a_sentence(name: str, code: str, said: str) -> None:
    with pytest.raises(ArenaError) as caught:
        find_game_named(f"openspiel:{name}", Path())
    assert (caught.value.code, said in caught.value.message) == (code, True), caught.value.message
    assert caught.value.hint


def test_a_game_that_the_library_makes_for_ever_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "LONGEST_S", 1)
    with pytest.raises(ArenaError, match="it does not end within 1 s of processor time"):
        find_game_named("openspiel:crazyhouse(insanity=2147483647)", Path())


def test_where_the_library_is_not_installed_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ArenaError, match="OpenSpiel is not installed") as caught:
        find_game_named("openspiel:leduc_poker", Path())
    assert caught.value.hint == "install OpenSpiel with pip install 'bot-arena[openspiel]'"


def test_every_game_of_the_library_is_listed_and_most_can_be_played() -> None:
    listed = list(offers())
    assert [one.name for one in listed] == pyspiel.registered_names()
    played = [one for one in listed if not one.refused]
    assert len(played) >= 78
    assert all(one.seats >= 2 and one.longest > 1 for one in played)
    told = {one.name: one for one in played}
    assert (told["leduc_poker"].hidden, told["leduc_poker"].luck, told["leduc_poker"].most_seats) == (True, True, 10)
    assert not told["skat"].remembered
    assert (told["othello"].hidden, told["othello"].luck, told["othello"].longest) == (False, False, 128)
