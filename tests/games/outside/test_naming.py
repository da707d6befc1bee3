"""Tests of the option `--game` in the commands that the arena prints for its readers: the commands need the option only
for games from outside.
"""

import shutil
from pathlib import Path

import pytest

from arena.games.finding import add_file
from arena.games.game_option import game_option, published_option
from tests.games.outside import pig
from tests.games.outside.known import forget_games

pytestmark = pytest.mark.usefixtures("forget_games")
__all__ = ["forget_games"]


def test_a_game_in_a_file_is_named_by_its_path_here_and_by_its_name_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my games").mkdir()
    add_file(Path(shutil.copy(pig.__file__, tmp_path / "my games" / "pig.py")))
    monkeypatch.chdir(tmp_path)
    assert game_option("pig") == " --game 'my games/pig.py'"
    assert published_option("pig") == " --game pig.py"


@pytest.mark.parametrize(("game", "option"), [("verraeter", ""), ("tron", ""), ("kalah", " --game FILE")])
def test_only_games_from_outside_are_named(game: str, option: str) -> None:
    assert game_option(game) == published_option(game) == option
