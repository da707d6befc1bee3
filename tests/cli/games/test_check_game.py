"""Tests of `arena check-game`: its output and its exit status."""

import json
import shutil
from pathlib import Path

import pytest

from arena.testing.check import NAMES
from tests.cli.conftest import Arena
from tests.games.outside import pig
from tests.games.outside.known import forget_games

pytestmark = pytest.mark.usefixtures("forget_games")
__all__ = ["forget_games"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return Path(shutil.copy(pig.__file__, tmp_path / "pig.py"))


def test_of_a_right_game_it_says_what_was_tried(arena: Arena, file: Path) -> None:
    result = arena("check-game", "pig.py")
    assert (result.exit_code, result.stderr) == (0, "")
    *lines, last = result.stdout.splitlines()
    assert [line.split()[1] for line in lines] == NAMES
    assert lines[0] == " 1 facts      pass     Pig; 2 to 4 seats; editions standard; 2 actions; rows score, turn"
    assert last.startswith("pig.py: nothing wrong was found, ")


def test_a_check_that_fails_says_what_was_expected_what_happened_and_what_to_do(arena: Arena, file: Path) -> None:
    file.write_text(file.read_text("utf-8").replace("return state.scores", "return [0.5, *state.scores[1:]]"), "utf-8")
    result = arena("check-game", "pig.py")
    assert (result.exit_code, result.stderr) == (1, "")
    lines = result.stdout.splitlines()
    at = lines.index(" 4 scores     fail")
    assert lines[at + 1] == "   expected: in every state, each seat has a score that is a whole number"
    assert lines[at + 2].startswith(
        "   happened: the game Pig: scores returned [0.5, 0] (list); expected a list of 2 integers"
    )
    assert f"({file}, line 40; edition standard, 2 seats, deal 0, after the actions [])" in lines[at + 2]
    assert (
        lines[at + 3]
        == "   do: return one whole number for each seat; if scores have fractions, count in the smallest unit"
    )
    assert lines[-1].startswith("pig.py: failed in scores, ")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "does not exist"),
        ("GAME = 7", "pig is not a valid game: info is None (NoneType)"),
        ("import nowhere", "loading it raised ModuleNotFoundError: No module named 'nowhere'"),
    ],
)
def test_what_is_no_game_is_told_as_json(arena: Arena, tmp_path: Path, content: str | None, said: str) -> None:
    if content:
        (tmp_path / "pig.py").write_text(content)
    result = arena("check-game", "pig.py", "--json")
    assert result.exit_code == 1
    told = json.loads(result.stdout)
    assert (told["game"], told["passed"]) == ("pig.py", False)
    first, *others = told["checks"]
    assert (first["name"], first["verdict"]) == ("facts", "fail")
    assert said in first["happened"]
    assert {check["verdict"] for check in others} == {"skipped"}
