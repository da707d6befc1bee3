"""Tests of a league with a game in a file: each process that plays the league has exactly this game, or refuses to
play.
"""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.games.finding import add_file
from arena.games.registry import GAMES
from arena.league.bots import pack_league, unpack_league
from arena.league.league import League
from arena.league.league_file import read_league
from tests.games.outside import pig
from tests.games.outside.known import forget_games

pytestmark = pytest.mark.usefixtures("forget_games")
__all__ = ["forget_games"]
Forget = Callable[[], None]
TEXT = 'game = "./pig.py"\nseats = 2\nrounds = 1\nbots = [{ manifest = "random" }, { manifest = "bare-random" }]\n'


@pytest.fixture
def league(tmp_path: Path, forget_games: Forget) -> League:
    """Returns the league as a worker process receives it, before the process knows the game."""
    shutil.copy(pig.__file__, tmp_path / "pig.py")
    (tmp_path / "pigs.toml").write_text(TEXT)
    league = read_league(tmp_path / "pigs.toml")
    forget_games()
    return league


def test_another_process_has_the_same_game(league: League) -> None:
    assert league.create_game().info.title == "Pig"
    assert GAMES["pig"].files == league.game_files == league.identity()["game_files"]


def test_a_file_that_was_changed_meanwhile_is_refused(league: League) -> None:
    file = Path(league.game_origin)
    file.write_text(file.read_text("utf-8") + "\n", "utf-8")
    with pytest.raises(ArenaError, match="the files of the game pig have changed") as caught:
        league.create_game()
    assert caught.value.code == "other-game"


def test_the_game_travels_with_the_bots(league: League, tmp_path: Path) -> None:
    bundle = pack_league(league)
    Path(league.game_origin).unlink()
    assert unpack_league(bundle, tmp_path / "cache").create_game().info.title == "Pig"


def test_a_machine_that_has_another_version_of_the_game_says_what_to_do(
    league: League, tmp_path: Path, forget_games: Forget
) -> None:
    bundle = pack_league(league)
    forget_games()
    other = tmp_path / "before" / "pig.py"
    other.parent.mkdir()
    other.write_text(Path(pig.__file__).read_text("utf-8") + "\n", "utf-8")
    add_file(other)
    with pytest.raises(ArenaError, match="has another version of the game pig") as caught:
        unpack_league(bundle, tmp_path / "cache")
    assert caught.value.code == "other-game"
    assert str(other) in caught.value.message
    assert caught.value.hint
    assert caught.value.hint.endswith("start the workers of the cluster again")


def test_a_file_that_was_changed_since_it_was_loaded_is_not_sent(league: League) -> None:
    league.bring_game()
    file = Path(league.game_origin)
    file.write_text(file.read_text("utf-8") + "\n", "utf-8")
    with pytest.raises(ArenaError, match=r"pig\.py has changed since the game pig was loaded") as caught:
        pack_league(league)
    assert caught.value.code == "other-game"
