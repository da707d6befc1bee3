"""Tests of the games of a library. Their key in all commands is SCHEME:NAME, and the library's version identifies their
code.
"""

from collections.abc import Callable
from pathlib import Path

import click
import pytest

from arena.building.manifest_file import read_manifest_file
from arena.cli.options.game import GameChoice
from arena.errors import ArenaError
from arena.games import finding
from arena.games.game_bundle import receive_game, sent_game
from arena.games.game_list import listed_game
from arena.games.game_option import game_option, published_option
from arena.games.registry import GAMES, SCHEMES
from tests.games.outside.known import forget_games

pytestmark = pytest.mark.usefixtures("forget_games", "scheme")
__all__ = ["forget_games"]
KEY = "lib:pig"


@pytest.fixture
def scheme(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SCHEMES, "lib", "tests.games.outside.made")


def test_all_names_of_a_game_lead_to_one_key_and_the_version_of_the_library() -> None:
    assert finding.find_game_named("lib:pig()", Path()) == finding.find_game_named(KEY, Path()) == KEY
    entry = GAMES[KEY]
    assert (entry.info.key, entry.files, entry.origin) == (KEY, "library 1.2", "library 1.2")
    assert (listed_game(KEY).source, listed_game(KEY).origin) == ("package", "library 1.2")


def test_a_name_is_no_path_even_where_there_is_a_slash_in_it(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match=r"the library has no game 'pigs/1\.py'"):
        finding.find_game_named("lib:pigs/1.py", tmp_path)
    assert finding.is_path("zip:pig.py")  # the arena has no scheme `zip:`, so this is a path


def test_commands_take_it_and_are_told_it(capsys: pytest.CaptureFixture[str]) -> None:
    context = click.Context(click.Command("play"))
    assert GameChoice().convert("lib:pig()", None, context) == KEY
    assert "game: lib:pig, from library 1.2; its code runs unconfined" in capsys.readouterr().err
    assert game_option("lib:pig(a=1)") == published_option("lib:pig(a=1)") == " --game 'lib:pig(a=1)'"


def test_a_bot_says_that_it_plays_it(tmp_path: Path) -> None:
    manifest = tmp_path / "bot.toml"
    manifest.write_text('name = "pigsty"\ncommand = ["true"]\ngames = ["lib:pig(a=1)"]\n')
    assert read_manifest_file(manifest)[0].games == ("lib:pig(a=1)",)


def test_another_machine_makes_it_of_the_same_version_or_says_which_it_has(forget_games: Callable[[], None]) -> None:
    sent = sent_game(finding.add_made(KEY))
    forget_games()
    receive_game(sent)
    assert KEY in GAMES
    with pytest.raises(ArenaError, match=r"lib:pig: the worker has library 1\.2, this machine has library 1\.1"):
        receive_game(sent._replace(files="library 1.1", origin="library 1.1"))
