"""Tests of the copies of bots that leagues play: they contain exactly the hashed files, are protected from changes, and
are made anew after a change.
"""

import os
import subprocess
from pathlib import Path

import pytest

from arena.building.building import build
from arena.building.manifest import read_manifest
from arena.errors import ArenaError
from arena.league.bots import built, changed_since, seals
from arena.league.league_file import read_league
from tests.building.built_bots import COUNTING, write_built_bot
from tests.league.leagues import write_bot, write_league


def test_a_league_plays_what_its_hash_names_and_not_what_also_lies_in_the_folder(tmp_path: Path) -> None:
    """Tests that a league plays only a program built from the hashed files: it ignores a ready-made program in the
    bot's folder, and a false record that a build made this program.
    """
    manifest = write_built_bot(tmp_path, "cp bot.py program; chmod +x program")
    (manifest.parent / "program").write_text("another program")
    (manifest.parent / "program").chmod(0o755)
    bot = read_manifest(manifest)
    (bot.folder / ".arena-built").write_text(bot.content_hash.hex())
    ann, *_ = built(read_league(write_league(tmp_path))).bots
    assert ann.folder == tmp_path / "cache" / bot.content_hash.hex() / bot.name
    assert (ann.folder / "program").read_text() == (bot.folder / "bot.py").read_text()
    assert built(read_league(tmp_path / "cup.toml")).bots[0] == ann


def test_a_league_plays_bots_that_are_not_built_from_copies_too(tmp_path: Path) -> None:
    """Tests that bots without a build are played from copies as well; otherwise a hidden file that the hash does not
    cover could affect the play.
    """
    league = read_league(write_league(tmp_path))
    (tmp_path / "ann" / ".model").write_text("stays at home")
    for bot, home in zip(built(league).bots, league.bots, strict=True):
        assert bot.folder == tmp_path / "cache" / home.content_hash.hex() / home.name
        assert [path.name for path in sorted(bot.folder.iterdir())] == ["bot.py", "bot.toml"]


@pytest.mark.parametrize(
    "change",
    [
        "echo other > program",
        "touch .hidden",
        "mkdir -p __pycache__; touch __pycache__/bot.pyc",
        "rm program",
        "mv program other; ln -s other program",
        "chmod a-x program",
        "echo more >> bot.py",
    ],
)
def test_a_copy_that_was_changed_does_not_play(tmp_path: Path, change: str) -> None:
    """Tests that a league replaces a changed copy by a new one before it plays."""
    write_built_bot(tmp_path, COUNTING.replace("../builds", f"{tmp_path}/builds"))
    league = read_league(write_league(tmp_path))
    ann = built(league).bots[0]
    made = seals(built(league))
    assert (tmp_path / "builds").read_text() == "built\n"
    ann.folder.chmod(0o755)
    for path in ann.folder.iterdir():
        path.chmod(0o755)
    subprocess.run(["sh", "-c", change], cwd=ann.folder, check=True)
    assert changed_since(league, made) == ["ann"]
    told: list[str] = []
    assert built(league, told.append).bots[0] == ann
    assert told == ["the copy of ann was changed since it was made, so it is made anew", "building ann: sh build.sh"]
    assert (ann.folder / "program").read_text() == "#!/bin/sh\n"
    assert changed_since(league, seals(league)) == []
    assert seals(league) == made


def test_what_is_left_in_a_copy_that_is_not_built_does_not_play(tmp_path: Path) -> None:
    """Tests that files left in the copy of a bot without a build are removed before the bot plays. Otherwise Python
    would run compiled code left in `__pycache__`, which the bot's hash does not cover.
    """
    league = read_league(write_league(tmp_path))
    ann = built(league).bots[0]
    ann.folder.chmod(0o755)
    (ann.folder / "__pycache__").mkdir()
    built(league)
    assert [path.name for path in sorted(ann.folder.iterdir())] == ["bot.py", "bot.toml"]


def test_nobody_may_write_into_a_copy(tmp_path: Path) -> None:
    write_built_bot(tmp_path, f"{COUNTING}; mkdir lib; rmdir lib")
    root = built(read_league(write_league(tmp_path))).bots[0].folder
    for path in (root, *root.rglob("*")):
        assert path.stat().st_mode & 0o222 == 0


def test_a_bot_whose_program_is_no_content_is_unfit(tmp_path: Path) -> None:
    manifest = write_bot(tmp_path, "ann")
    (manifest.parent / ".venv").mkdir()
    (manifest.parent / ".venv" / "python").symlink_to("/bin/sh")
    manifest.write_text('name = "ann"\ncommand = [".venv/python"]\n')
    told: list[str] = []
    ann, *_ = built(read_league(write_league(tmp_path)), told.append).bots
    assert ann.unfit == "leagues play a copy of the bot ann, but this copy does not contain the program .venv/python"
    assert told == [f"{ann.unfit}\nann forfeits its matches"]


def test_a_folder_that_cannot_be_written_is_built_in_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = read_manifest(write_built_bot(tmp_path, COUNTING))
    monkeypatch.setattr(os, "access", lambda path, mode: not (mode == os.W_OK and path == bot.folder))
    there = build(bot)
    assert there.folder == tmp_path / "cache" / bot.content_hash.hex() / bot.name
    assert (there.folder / "program").exists()
    assert not (bot.folder / "program").exists()


def test_a_bot_that_does_not_build_stays_in_its_league_unfit(tmp_path: Path) -> None:
    write_built_bot(tmp_path, "echo no such type; exit 1", name="ann")
    write_built_bot(tmp_path, COUNTING, name="ben")
    league = read_league(write_league(tmp_path))
    told: list[str] = []
    ann, ben, cid = built(league, told.append).bots
    assert ann.unfit == "the build of ann failed, exit status 1: sh build.sh"
    assert ann.output == "no such type"
    assert (ben.unfit, cid.unfit) == ("", "")
    assert (ben.folder / "program").exists()
    building, failed = "building ann: sh build.sh", f"{ann.unfit}\nno such type\nann forfeits its matches"
    assert sorted(told) == sorted((building, failed, "building ben: sh build.sh"))
    assert told.index(building) < told.index(failed)


def test_a_league_with_a_bot_whose_tool_is_missing_does_not_begin(tmp_path: Path) -> None:
    write_built_bot(tmp_path, COUNTING, 'needs = ["no-such-tool"]\n')
    with pytest.raises(ArenaError, match="ann needs no-such-tool"):
        built(read_league(write_league(tmp_path)))


def test_an_optional_bot_whose_tool_is_missing_is_left_out(tmp_path: Path) -> None:
    write_built_bot(tmp_path, COUNTING, 'needs = ["no-such-tool"]\n')
    path = write_league(tmp_path, bots=("ben", "cid", "dan", "ann"), tail="optional = true\n")
    league = read_league(path)
    assert [bot.name for bot in league.bots] == ["ben", "cid", "dan"]
    assert league.left_out == ("ann is left out: it needs no-such-tool",)
