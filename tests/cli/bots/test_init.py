"""Tests of `arena init`: its messages, the names and folders that it refuses, and that the created bot can play."""

import shutil
import tomllib
from pathlib import Path

import pytest

from arena.games.registry import BUILT_IN
from tests.cli.conftest import Arena
from tests.games.outside import pig
from tests.games.outside.known import forget_games

__all__ = ["forget_games"]
MADE = ".gitignore, README.md, bot.py, bot.toml, test_bot.py, turns.txt"


def test_it_says_what_was_made_and_what_to_do_next(arena: Arena) -> None:
    result = arena("init", "mybot")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        f"mybot plays Verräter: {MADE}\n"
        "Next:\n  cd mybot\n  arena play verraeter . random greedy banker\n  arena check .\n"
    )


@pytest.mark.usefixtures("forget_games")
@pytest.mark.parametrize("game", [*BUILT_IN, "connect-four", "my-pig.py"])
def test_the_bot_plays_at_once(arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    assert arena("init", "my bots/best-bot", "--game", game).exit_code == 1  # the folder "my bots" does not exist yet
    (tmp_path / "my bots").mkdir()
    shutil.copyfile(pig.__file__, tmp_path / "my-pig.py")
    made = arena("init", "my bots/best-bot", "--game", game)
    assert "  cd 'my bots/best-bot'\n" in made.stdout
    monkeypatch.chdir(tmp_path / "my bots" / "best-bot")
    *_, command, check = [line.removeprefix("  arena ") for line in made.stdout.splitlines()]
    assert command.startswith(f"play {'../../' * game.endswith('.py')}{game} . random")
    assert check == "check ." + " --game ../../my-pig.py" * game.endswith(".py")
    assert f"arena {command}\n" in Path("README.md").read_text("utf-8")
    result = arena(*command.split(), "--seed", "1")
    added = f"game: my-pig, from {tmp_path}/my-pig.py; its code runs unconfined\n"
    assert (result.exit_code, result.stderr) == (0, added * game.endswith(".py"))
    assert "forfeits" not in result.stdout
    assert any(line.startswith("seat 0 best-bot ") for line in result.stdout.splitlines())


def test_an_empty_folder_may_be_the_one_a_person_stands_in(
    arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "mybot"
    folder.mkdir()
    before = folder.stat().st_ino
    monkeypatch.chdir(folder)
    assert arena("init", ".", "--game", "hetverraad").exit_code == 0
    assert folder.stat().st_ino == before
    manifest = tomllib.loads(Path("bot.toml").read_text("utf-8"))
    assert (manifest["name"], manifest["games"]) == ("mybot", ["hetverraad"])


def test_a_folder_with_something_in_it_is_refused_and_left_alone(arena: Arena, tmp_path: Path) -> None:
    (tmp_path / "mybot").mkdir()
    (tmp_path / "mybot" / ".keep").touch()
    result = arena("init", "mybot")
    assert result.exit_code == 1
    assert result.stderr == (
        f"Error: {tmp_path}/mybot is not empty  [folder-not-empty]\n"
        "Hint: name a folder that is empty or does not exist yet\n"
    )
    assert [path.name for path in tmp_path.rglob("*")] == ["mybot", ".keep"]


def test_a_name_no_bot_can_have_is_refused(arena: Arena, tmp_path: Path) -> None:
    result = arena("init", "2fast")
    assert result.exit_code == 1
    assert result.stderr == (
        "Error: a bot cannot be called '2fast'; expected at most 40 characters: letters (a to z), digits, - and _, "
        "with a letter first  [bad-name]\n"
        "Hint: give the folder another name, because the bot is named after the folder\n"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("option", [("--language", "perl"), ("--game", "chess")])
def test_an_unknown_language_or_game_is_an_error_of_usage(
    arena: Arena, tmp_path: Path, option: tuple[str, str]
) -> None:
    result = arena("init", "mybot", *option)
    assert result.exit_code == 2
    assert f"Invalid value for '{option[0]}': '{option[1]}'" in result.stderr
    assert list(tmp_path.iterdir()) == []
