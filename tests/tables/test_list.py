"""Tests of the page with the list of tables, on which people open tables."""

import shutil
from pathlib import Path

import pytest

from arena.games.finding import add_file
from arena.tables.bots import Bots
from arena.web.tables.lobby import games
from tests.games.outside import pig
from tests.games.outside.known import forget_games

pytestmark = pytest.mark.usefixtures("forget_games")
__all__ = ["forget_games"]


def test_a_game_that_the_server_was_started_with_comes_first(tmp_path: Path) -> None:
    add_file(Path(shutil.copy(pig.__file__, tmp_path / "pig.py")))
    first, second, *_ = games(Bots())
    assert (first["key"], second["key"]) == ("pig", "verraeter")
