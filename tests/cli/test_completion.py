"""Tests of the completions that `arena` offers to a shell, requested as Click's shell scripts request them."""

import os
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from arena.building.house import house_bot_names
from arena.cli.command_list import COMMANDS
from arena.cli.main import main
from arena.games.registry import GAMES


def offered(*words: str) -> list[str]:
    """Returns the completions of the last word, except files and folders."""
    *before, incomplete = words
    items = ShellComplete(main, {}, "arena", "_ARENA_COMPLETE").get_completions(before, incomplete)
    return [item.value for item in items if item.type == "plain"]


def offers_folders(*words: str) -> bool:
    *before, incomplete = words
    items = ShellComplete(main, {}, "arena", "_ARENA_COMPLETE").get_completions(before, incomplete)
    return any(item.type in {"dir", "file"} for item in items)


def test_commands_and_games_are_offered() -> None:
    assert offered("") == list(COMMANDS)
    assert offered("st") == ["standings", "stdio"]
    assert offered("play", "") == offered("games", "") == list(GAMES)
    assert offers_folders("games", "./")  # `games` also takes the file of a game


@pytest.mark.parametrize(
    "words", [("check",), ("build",), ("compare",), ("compare", "greedy"), ("playback", "db", "1", "0")]
)
def test_house_bots_and_folders_are_offered_where_a_bot_is_named(words: tuple[str, ...]) -> None:
    assert offered(*words, "") == list(house_bot_names())
    assert offered(*words, "typescript/g") == ["typescript/greedy"]
    assert offered(*words, "./") == []
    assert offers_folders(*words, "./")


def test_only_bots_that_play_the_game_are_offered_for_it() -> None:
    bots = offered("play", "hetverraad", "random", "")
    assert {"random", "hetverraad-builder"} <= set(bots)
    assert not {"greedy", "montecarlo", "rust/greedy"} & set(bots)


def test_editions_of_the_game_are_offered_or_of_all_games() -> None:
    assert offered("play", "verraeter", "random", "--edition", "") == list(GAMES["verraeter"].info.editions)
    assert offered("compare", "--game", "hetverraad", "--edition", "") == list(GAMES["hetverraad"].info.editions)
    assert len(offered("compare", "--edition", "")) == sum(len(entry.info.editions) for entry in GAMES.values())


@pytest.mark.parametrize("command", ["standings", "verify", "replay", "results", "faults", "playback", "site"])
def test_results_beside_here_are_offered_the_newest_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert offered(command, "") == []
    for age, name in enumerate(("new", "old", "no-league")):
        folder = tmp_path / "results" / name
        folder.mkdir(parents=True)
        if name != "no-league":
            (folder / "league.db").touch()
            os.utime(folder / "league.db", (1000 - age, 1000 - age))
    assert offered(command, "") == ["results/new", "results/old"]
    assert offered(command, "results/o") == ["results/old"]
    assert offers_folders(command, "")


def test_a_line_that_is_wrong_already_is_offered_nothing() -> None:
    assert offered("nothing", "gre") == []
    assert offered("play", "chess", "--edition", "no") == []
