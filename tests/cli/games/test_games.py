"""Tests of `arena games`: the output about each game, for people and as JSON for programs."""

import json
import shutil
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from arena.games import finding, game_list
from arena.games.registry import BUILT_IN, EXAMPLES
from tests.cli.conftest import Arena
from tests.games.outside import pig
from tests.games.outside.known import forget_games

pytestmark = pytest.mark.usefixtures("forget_games")
__all__ = ["forget_games"]


@pytest.fixture
def packages(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [EntryPoint("chess", "nowhere:GAME", finding.GROUP), EntryPoint("dice", f"{pig.__name__}:GAME", "")]
    monkeypatch.setattr(game_list, "entry_points", lambda group: EntryPoints(points))


@pytest.mark.usefixtures("packages")
def test_each_game_says_what_it_is_and_where_it_comes_from(arena: Arena) -> None:
    result = arena("games")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == [*BUILT_IN, *EXAMPLES, "chess", "dice"]
    assert f"{'verraeter':<24}  Verräter, 3 to 4 seats, version 2; built in" in lines
    assert f"{'connect-four':<24}  Connect Four, 2 seats, version 1; example" in lines
    at = lines.index(f"{'chess':<24}  cannot be loaded; package nowhere:GAME")
    assert lines[at + 1].endswith(
        "Error: the game chess of the package nowhere:GAME cannot be loaded: the module nowhere:GAME does not exist  "
        "[bad-game]"
    )
    assert lines[at + 2].endswith("Hint: install the package again, or report the error to the package's author")
    assert lines[at + 3] == f"{'dice':<24}  Pig, 2 to 4 seats, version 1; package {pig.__name__}:GAME"


@pytest.mark.usefixtures("packages")
def test_a_program_is_told_the_same(arena: Arena) -> None:
    *_, chess, dice = json.loads(arena("games", "--json").stdout)["games"]
    assert (chess["key"], chess["title"], chess["error"].partition(" ")[0]) == ("chess", None, "the")
    assert dice == {
        "key": "dice",
        "source": "package",
        "origin": f"{pig.__name__}:GAME",
        "title": "Pig",
        "rules_version": 1,
        "seats": [2, 3, 4],
        "summary": "roll a die as often as you dare; a one loses what the turn has brought",
        "error": None,
    }


def test_of_a_file_it_says_that_its_code_is_run(arena: Arena, tmp_path: Path) -> None:
    file = shutil.copy(pig.__file__, tmp_path / "pig.py")
    with Path(file).open("a", encoding="utf-8") as added:
        added.write("print('loaded')\n")
    result = arena("games", "./pig.py")
    assert result.stderr.splitlines()[-1] == f"game: pig, from {file}; its code runs unconfined"
    [first, _] = result.stdout.splitlines()
    assert first == f"{'pig':<24}  Pig, 2 to 4 seats, version 1; file {file}"


def test_games_of_openspiel_are_listed_with_what_they_are_or_why_they_make_no_league(arena: Arena) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'bot-arena[openspiel]'")
    lines = arena("games", "--openspiel").stdout.splitlines()
    told = dict(line.split(maxsplit=1) for line in lines)
    assert told["openspiel:skat"] == (
        "Skat, 3 seats, hidden information, of which bots must remember what they saw, luck, at most 35 actions"
    )
    assert told["openspiel:pig"] == "Pig, 2 seats (players=2 to 10), perfect information, luck, at most 1000 actions"
    assert told["openspiel:solitaire"] == "Klondike Solitaire, refused: it has one seat"
    listed = {game["key"]: game for game in json.loads(arena("games", "--openspiel", "--json").stdout)["games"]}
    assert listed.keys() == told.keys()
    assert (listed["openspiel:go"]["hidden"], listed["openspiel:go"]["refused"]) == (False, None)
    assert (listed["openspiel:catch"]["seats"], listed["openspiel:catch"]["refused"]) == (None, "it has one seat")
    assert "leave GAME out" in arena("games", "tron", "--openspiel").stderr
