"""Tests of the option `--output`: the folder for the output of bots must not be part of a bot's folder."""

from pathlib import Path

import pytest

from arena.building.manifest import read_manifest
from arena.cli.options.output import output_folder
from arena.errors import ArenaError
from tests.cli.conftest import Arena
from tests.league.leagues import write_bot


def mine(folder: Path) -> Path:
    (folder / "bots").mkdir()
    return write_bot(folder / "bots", "mine")


@pytest.mark.parametrize("output", ["bots/mine/printed", "bots/mine", "shared/printed/deep"])
def test_a_folder_of_a_bot_is_refused_and_a_better_one_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output: str
) -> None:
    path = mine(tmp_path)
    (tmp_path / "shared").mkdir()
    path.write_text(path.read_text() + 'sources = ["../../shared"]\n')
    monkeypatch.chdir(path.parent)
    with pytest.raises(ArenaError, match="is in the folder of the bot mine") as caught:
        output_folder(tmp_path / output, [read_manifest(path)])
    assert (caught.value.code, caught.value.hint) == (
        "output-in-bot",
        "name a folder outside of the bot's folder, for example --output ../printed",
    )
    assert not list(tmp_path.rglob("printed"))


@pytest.mark.parametrize("output", ["bots/printed", "bots/mine/.printed", "bots/mine2"])
def test_what_is_no_content_of_a_bot_is_made(tmp_path: Path, output: str) -> None:
    path = mine(tmp_path)
    before = read_manifest(path).content_hash
    folder = output_folder(tmp_path / output, [read_manifest(path)])
    assert folder == tmp_path / output
    (folder / "start.txt").touch()
    assert read_manifest(path).content_hash == before
    assert output_folder(None, []) is None


def test_each_command_that_plays_asks_it_of_its_bots(arena: Arena, cup: Path) -> None:
    for command in (
        "play verraeter ann ben cid",
        "compare ann ben --game verraeter --blocks 2",
        "run-league cup.toml",
        "playback results/cup 0 0 ann",
    ):
        result = arena(*command.split(), "--output", "ann/printed")
        assert "is in the folder of the bot ann" in result.output, command
