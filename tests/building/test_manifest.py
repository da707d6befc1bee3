"""Tests of manifests: their values, the errors for wrong values, and the hash over a bot's files."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena.building.house import house_bot_names
from arena.building.manifest import demand_game, find_manifest, read_manifest
from arena.errors import ArenaError
from arena.match import Entrant
from tests.league.leagues import manifest_refusal, write_bot


def test_what_a_manifest_does_not_say_has_a_default(tmp_path: Path) -> None:
    bot = read_manifest(write_bot(tmp_path, "ann"))
    assert (bot.name, bot.version, bot.author, bot.language) == ("ann", "0", "unknown", "unknown")
    assert bot.folder == tmp_path / "ann"


def test_a_manifest_says_how_the_bot_enters_and_how_it_is_started(tmp_path: Path) -> None:
    bot = read_manifest(write_bot(tmp_path, "ann", 'version = "2"\nauthor = "A"\nlanguage = "python"\n'))
    assert bot.entrant() == Entrant("ann", "2", bot.content_hash)
    assert bot.launch().name == "ann"
    assert bot.launch().command == (sys.executable, "bot.py")
    assert bot.launch().folder == tmp_path / "ann"


def test_a_program_in_the_folder_is_started_by_its_full_path(tmp_path: Path) -> None:
    manifest = write_bot(tmp_path, "ann")
    program = tmp_path / "ann" / "play"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    for command in ("play", "./play"):
        manifest.write_text(f'name = "ann"\ncommand = ["{command}", "play"]\n')
        started, *arguments = read_manifest(manifest).launch().command
        assert Path(started) == program
        assert arguments == ["play"]


@pytest.mark.parametrize("command", ['["no-such-program"]', '["./play"]'])
def test_a_program_that_is_not_there_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    manifest = write_bot(tmp_path, "ann", "")
    (tmp_path / "play").write_text("#!/bin/sh\n")  # in the working folder, not in the bot's folder
    (tmp_path / "play").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    manifest.write_text(f'name = "ann"\ncommand = {command}\n')
    error = manifest_refusal(manifest)
    assert error.code == "bad-manifest"
    said = command.replace('"', "'")
    assert error.message == (
        f"{manifest}: command is {said}; expected a program that is installed or is in the bot's folder, and that "
        "may be run"
    )
    assert error.hint == f"set command in {manifest}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('command = ["true"]', "name is missing; expected a string"),
        ('name = "ann"', "command is missing; expected a list of strings"),
        ('name = "ann"\ncommand = "true"', "command is 'true'; expected a list of strings"),
        ('name = "ann"\ncommand = []', "command is []; expected a list of strings"),
        ('name = "ann"\ncommand = [1]', "command is [1]; expected a list of strings"),
        ('name = "ann"\ncommand = [""]', "command is ['']; expected a list of strings, the first not empty"),
        ('name = 3\ncommand = ["true"]', "name is 3; expected a string"),
        ('name = "ann"\ncommand = ["true"]\nversion = 2', "version is 2; expected a string"),
        ('name = "ann"\ncommand = ["true"]\nauthr = "A"', "the key authr is unknown"),
        (
            'name = "ann"\ncommand = ["true"]\ngames = "verraeter"',
            "games is 'verraeter'; expected a list of keys of games",
        ),
        ('name = "ann"\ncommand = ["true"]\ngames = []', "games is []; expected a list of keys of games"),
        ('name = "ann"\ncommand = ["true"]\ngames = ["openspiel:go\\n"]', "games is ['openspiel:go\\n']; expected a"),
        (f'name = "ann"\ncommand = ["true"]\ngames = ["openspiel:{250 * "g"}"]', "expected a list of keys of games"),
        (
            'name = "ann"\ncommand = ["true"]\ngames = ["verrater"]',
            "games is ['verrater']; expected a list of keys of games",
        ),
        ('name = "ann"\ncommand = ["true"]\nbuild = "make"', "build is 'make'; expected a list of strings"),
        ('name = "ann"\ncommand = ["true"]\nneeds = []', "needs is []; expected a list of strings"),
        ('name = "ann"\ncommand = ["true"]\nsources = ["../kit"]', "sources is ['../kit']; expected a list of folders"),
        ('name = "ann"\ncommand = ["true"]\nsources = ["/tmp"]', "sources is ['/tmp']; expected a list of folders"),
        (
            'name = "ann"\ncommand = ["true", "a\\u0000"]',
            "a list of strings, the first not empty, without the character 0",
        ),
        ('name = "ann"\ncommand = ["true"]\nbuild = [""]', "a list of strings, the first not empty"),
        ("name", "is not valid TOML"),
    ],
)
def test_a_bad_manifest_is_refused(tmp_path: Path, text: str, said: str) -> None:
    manifest = write_bot(tmp_path, "ann")
    manifest.write_text(text)
    error = manifest_refusal(manifest)
    assert error.code == "bad-manifest"
    assert str(manifest) in error.message
    assert said in error.message
    assert error.hint


@pytest.mark.parametrize("key", ["name", "version", "author", "language"])
@pytest.mark.parametrize(
    "text", ["", " ", "a\\nb", "\\u001b[2J", "\\u009b2J", "a\\u202eb", "\\u200b", " ann", "a" * 101]
)
def test_a_text_that_would_break_a_table_or_be_obeyed_is_refused(tmp_path: Path, key: str, text: str) -> None:
    manifest = write_bot(tmp_path, "ann")
    others = "" if key == "name" else 'name = "ann"\n'
    manifest.write_text(f'{others}{key} = "{text}"\ncommand = ["true"]\n')
    said = manifest_refusal(manifest).message
    assert f"{manifest}: {key}" in said
    told = ("on one line that is not empty", "can be printed, without spaces before and after")
    assert said.endswith(told) or (key == "name" and "cannot be used as a name: " in said)
    assert said.isprintable()


def test_a_bot_is_refused_for_a_game_it_does_not_play(tmp_path: Path) -> None:
    any_game = read_manifest(write_bot(tmp_path, "ann"))
    one_game = read_manifest(write_bot(tmp_path, "ben", 'games = ["hetverraad"]\n'))
    for bot, game in ((any_game, "verraeter"), (any_game, "hetverraad"), (one_game, "hetverraad")):
        demand_game(bot, game)
    with pytest.raises(ArenaError, match=r"ben plays hetverraad, not verraeter") as caught:
        demand_game(one_game, "verraeter")
    assert caught.value.code == "wrong-game"
    assert str(tmp_path / "ben" / "bot.toml") in caught.value.message


def test_a_manifest_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "cannot be read" in manifest_refusal(tmp_path / "bot.toml").message


def test_every_house_bot_has_a_manifest_of_its_name() -> None:
    names = house_bot_names()
    assert "random" in names
    for name, path in names.items():
        language, _, own = name.rpartition("/")
        assert read_manifest(path).name in {own, f"{own}-{language}"}
        assert find_manifest(name, Path("/nowhere")) == path


def test_house_bots_of_other_languages_have_it_before_their_name() -> None:
    assert house_bot_names()["go/greedy"].parts[-3:] == ("go", "greedy", "bot.toml")


def test_a_bot_that_is_built_need_not_have_its_program_yet(tmp_path: Path) -> None:
    bot = read_manifest(write_bot(tmp_path, "ann", 'build = ["make"]\n'.replace("make", "no-such-tool")))
    assert bot.missing() == ["no-such-tool"]
    assert not replace(bot, command=("./play",)).startable()


def test_a_bot_tells_what_it_needs_and_is_missing(tmp_path: Path) -> None:
    bot = read_manifest(write_bot(tmp_path, "ann", 'needs = ["sh", "no-such-tool"]\nbuild = ["no-such-tool"]\n'))
    assert bot.missing() == ["no-such-tool"]


def test_a_folder_of_ones_own_comes_before_a_house_bot(tmp_path: Path) -> None:
    own = write_bot(tmp_path, "random")
    assert find_manifest("random", tmp_path) == own


def test_a_name_that_is_no_bots_is_answered_with_the_house_bots_of_the_game(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="was not found") as caught:
        find_manifest("nobody", tmp_path, "tron")
    hint = str(caught.value.hint)
    assert hint.startswith(
        "give the path of a bot's folder, or the name of a house bot that plays tron: choose one of: "
    )
    assert "tron-flood" in hint
    assert "hetverraad-builder" not in hint
