"""Tests that a check copies a bot as a league does, and builds and plays it in the copy. The copy contains only the
files that the bot's hash covers.
"""

from pathlib import Path

import pytest

from arena.authoring.conformance.check import Outcome, Verdict
from arena.building import building
from tests.authoring.conformance.checking import check, names
from tests.end_to_end.processes import RANDOM_BOT

BUILD = 'build = ["sh", "build.sh"]\n'


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "CACHE", tmp_path / "cache")


def write(folder: Path, program: str, manifest: str = "", **files: str) -> str:
    """Writes a bot with this program and these further files, and returns the path of its folder."""
    bot = folder / "ann"
    bot.mkdir()
    (bot / "bot.py").write_text(program)
    (bot / "bot.toml").write_text(
        f'name = "ann"\ncommand = ["{{python}}", "bot.py"]\ngames = ["verraeter"]\n{manifest}'
    )
    for name, text in files.items():
        (bot / name.replace("dot_", ".").replace("_sh", ".sh")).write_text(text)
    return str(bot)


def failed(bot: str) -> Outcome:
    """Checks a bot, and returns the result of the only step that fails."""
    outcomes = check([bot])[bot]
    [name] = names(outcomes, Verdict.FAIL)
    return next(outcome for outcome in outcomes if outcome.name == name)


READS = "open({!r}).close()\n" + RANDOM_BOT.read_text()


def test_a_program_that_needs_what_a_gitignore_names_is_not_ready(tmp_path: Path) -> None:
    files = {"dot_gitignore": "model\n", "model": "weights", "build_sh": "true"}
    outcome = failed(write(tmp_path, READS.format("model"), BUILD, **files))
    assert outcome.name == "start"
    assert "No such file or directory: 'model'" in outcome.output


def test_a_build_that_needs_what_a_gitignore_names_is_not_ready(tmp_path: Path) -> None:
    files = {"dot_gitignore": "model\nmade\n", "model": "weights", "build_sh": "cp model made"}
    outcome = failed(write(tmp_path, READS.format("made"), BUILD, **files))
    assert outcome.name == "build"
    assert "the build of ann failed, exit status 1: sh build.sh\n" in outcome.happened
    assert "a copy without what a .gitignore names or lies elsewhere" in outcome.advice


@pytest.mark.parametrize("place", ["../model", ".model"])
def test_a_program_that_needs_a_file_elsewhere_or_a_hidden_one_is_not_ready(tmp_path: Path, place: str) -> None:
    bot = write(tmp_path, READS.format(place))
    (Path(bot) / place).touch()
    outcome = failed(bot)
    assert outcome.name == "start"
    assert "a copy of the bot's folder without hidden files" in outcome.advice


def test_a_program_that_stands_elsewhere_is_not_ready(tmp_path: Path) -> None:
    bot = write(tmp_path, "", dot_play="#!/bin/sh\n")
    (Path(bot) / ".play").chmod(0o755)
    (Path(bot) / "bot.toml").write_text('name = "ann"\ncommand = ["./.play"]\n')
    outcome = failed(bot)
    assert (outcome.name, outcome.happened) == (
        "build",
        "leagues play a copy of the bot ann, but this copy does not contain the program ./.play",
    )


def test_a_bot_that_is_built_and_whole_is_ready_and_its_folder_stays_as_it_was(tmp_path: Path) -> None:
    bot = write(
        tmp_path, READS.format("made"), BUILD, dot_gitignore="made\n", model="weights", build_sh="cp model made"
    )
    before = sorted(Path(bot).iterdir())
    assert names(check([bot])[bot], Verdict.FAIL) == []
    assert sorted(Path(bot).iterdir()) == before
