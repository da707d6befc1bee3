"""Tests of the registry: it finds games by key, and says why it cannot make a game."""

import tomllib

import pytest

from arena.errors import ArenaError
from arena.games.registry import BUILT_IN, GAMES, create_game, find_game, shipped_components


def test_verraeter_is_the_first_game() -> None:
    assert next(iter(GAMES)) == "verraeter"
    assert find_game("verraeter").info.title == "Verräter"


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_made_of_its_shipped_components(key: str) -> None:
    assert bool(tomllib.loads(shipped_components(key))) == (key in BUILT_IN)
    assert create_game(key).info.key == key
    assert create_game(key, shipped_components(key)).info.key == key


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("", f"choose one of: {', '.join(GAMES)}"),
        ("verrater", "did you mean verraeter?"),
        ("chess", f"choose one of: {', '.join(GAMES)}"),
        ("../verraeter", "did you mean verraeter?"),
    ],
)
def test_a_game_that_is_not_there_is_named_beside_those_that_are(key: str, hint: str) -> None:
    for ask in (find_game, shipped_components, create_game):
        with pytest.raises(ArenaError) as caught:
            ask(key)
        assert caught.value.code == "unknown-game"
        assert repr(key) in caught.value.message
        assert caught.value.hint == hint


@pytest.mark.parametrize("key", GAMES)
def test_component_data_that_is_not_toml_is_refused(key: str) -> None:
    with pytest.raises(ArenaError, match=f"component data of the game {key} are not valid TOML") as caught:
        create_game(key, "[waste\nbase = ")
    assert caught.value.code == "bad-components"
