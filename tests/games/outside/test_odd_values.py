"""Tests that an error in an author's own classes is a fault of the game, with the author's line in the message, and
does not crash the arena.
"""

import random
from collections.abc import Callable
from importlib.metadata import EntryPoint, EntryPoints
from typing import Any

import pytest

from arena.games import Chance, finding
from arena.games.outside.fault import GameFault
from arena.games.outside.game import Outside
from arena.games.registry import GAMES
from tests.games.outside.known import forget_games
from tests.games.outside.pig import Pig

__all__ = ["forget_games"]


class MuteError(Exception):
    def __str__(self) -> str:
        raise ValueError


EMPTY = "Cannot choose from an empty sequence"


class Odd:
    """A value that raises KeyError if it is iterated or used as an index."""

    def __iter__(self) -> Any:
        raise KeyError

    def __index__(self) -> int:
        raise KeyError


def fail() -> Any:
    raise MuteError


@pytest.mark.parametrize(
    ("give", "said"),
    [
        (Odd, "legal_actions raised KeyError"),
        (lambda: [Odd()], "legal_actions returned [<"),
        (fail, "legal_actions raised MuteError ("),
        (
            lambda: random.choice([]),
            f"legal_actions raised IndexError: {EMPTY} ({__file__}, ",
        ),
    ],
)
def test_a_value_that_fails_is_told_with_the_line_of_its_author(give: Callable[[], Any], said: str) -> None:
    class Strange(Pig):
        def legal_actions(self, state: Any) -> Any:
            return give()

    game = Outside(Strange(), "pig")
    with pytest.raises(GameFault) as caught:
        game.legal_actions(game.deal(2, "standard", Chance(bytes(16))))
    assert f"the game Pig: {said}" in caught.value.message


def test_a_score_that_no_record_holds_is_a_fault() -> None:
    class Rich(Pig):
        def scores(self, state: Any) -> Any:
            return [2**31, 0]

    game = Outside(Rich(), "pig")
    with pytest.raises(GameFault, match=r"scores returned \[2147483648, 0\] \(list\); expected integers from -2,147"):
        game.scores(game.deal(2, "standard", Chance(bytes(16))))


@pytest.mark.usefixtures("forget_games")
@pytest.mark.parametrize("named", ["my-pig", "My_Pig", "my_pig"])
def test_a_packages_game_is_found_however_its_key_is_spelled(monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    points = EntryPoints([EntryPoint("My_Pig", "tests.games.outside.pig:GAME", finding.GROUP)])
    monkeypatch.setattr(finding, "entry_points", points.select)
    assert finding.add_packaged(named) == "my-pig"
    assert "my-pig" in GAMES
