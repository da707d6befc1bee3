"""Tests of the list of all games: the arena's own and those of installed packages. A game that cannot be loaded must
not hide the others.
"""

import shutil
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from arena.games import finding, game_list
from arena.games.registry import BUILT_IN, EXAMPLES
from tests.games.outside import pig
from tests.games.outside.known import forget_games

pytestmark = pytest.mark.usefixtures("forget_games")
__all__ = ["forget_games"]


def install(monkeypatch: pytest.MonkeyPatch, *values: str) -> None:
    points = [EntryPoint(name, value, finding.GROUP) for name, value in (one.split("=") for one in values)]
    monkeypatch.setattr(game_list, "entry_points", lambda group: EntryPoints(points))


def test_the_games_of_the_arena_and_its_examples_say_what_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    listed = [*game_list.listed_games()]
    assert {game.key: game.source for game in listed} == {
        **dict.fromkeys(BUILT_IN, "built in"),
        **dict.fromkeys(EXAMPLES, "example"),
    }
    assert all(game.entry and game.entry.summary for game in listed)
    tron = listed[-1].entry
    assert tron
    assert tron.summary == "riders leave walls behind them, all move at once, and whoever runs into a wall is out"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("chess=nowhere.chess:GAME", "the module nowhere.chess:GAME does not exist"),
        ("chess=tests.games.outside.nowhere:GAME", "raised ModuleNotFoundError"),
        ("chess=tests.games.outside.pig:CHESS", "raised AttributeError"),
        ("chess=not a module", "does not exist"),
        ("chess=sys:GAME", "raised FileNotFoundError"),
        ("tron=tests.games.outside.pig:GAME", "has the name tron, which a game from the arena has already"),
        ("schäch=tests.games.outside.pig:GAME", "the file name 'schäch' cannot be the name of a game"),
    ],
)
def test_a_package_whose_game_cannot_be_loaded_spoils_no_other(
    monkeypatch: pytest.MonkeyPatch, value: str, said: str
) -> None:
    install(monkeypatch, value, "Pig=tests.games.outside.pig:GAME")
    *_, good, bad = game_list.listed_games()  # listed in the order of their names
    assert good.entry
    assert (good.source, good.entry.info.title) == ("package", "Pig")
    assert (bad.entry, bad.source, bad.key) == (None, "package", value.partition("=")[0])
    assert bad.error
    assert said in bad.error.message


def test_a_file_says_of_itself_what_its_docstring_does(tmp_path: Path) -> None:
    file = Path(shutil.copy(pig.__file__, tmp_path / "pig.py"))
    game = game_list.listed_game(finding.add_file(file))
    assert (game.source, game.origin) == ("file", str(file))
    assert game.entry
    assert game.entry.summary == "roll a die as often as you dare; a one loses what the turn has brought"


def test_a_file_without_a_docstring_says_nothing(tmp_path: Path) -> None:
    file = tmp_path / "pig.py"
    file.write_text("__doc__ = 7\n" + Path(pig.__file__).read_text("utf-8").partition("\n")[2], "utf-8")
    entry = game_list.listed_game(finding.add_file(file)).entry
    assert entry
    assert entry.summary == ""
