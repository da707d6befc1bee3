"""Tests that a backup keeps the files of strangers' bots unchanged, whatever their names and contents. Such files are
in the folders of finals, which are leagues with fixed bots and a fixed number of matches.
"""

import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from arena.archives.databases import MAGIC
from arena.building.manifest import read_manifest
from arena.errors import ArenaError
from arena.ladder.backups.backup import _Writing, back_up
from arena.ladder.backups.restore import restore
from arena.ladder.backups.sums import LIST, list_bytes, sums_in, text_of
from arena.ladder.ladder import Ladder
from tests.suite.sizes import sized

MANIFEST: Final = 'name = "mine"\ncommand = ["./run.sh"]\nsources = ["../lib"]\n'
NAMES: Final = (
    "Cargo.lock",
    "poetry.lock",
    "mine.draft",
    "words-wal",
    "words-shm",
    "ladder-before-upgrade-from-1",
    "back\\slash",
    "back\\n",
    "bell\a",
    "line\nbreak",
    "return\r",
    "next\x85line",
    os.fsdecode(b"latin-\xe9"),
    " blank ",
    "-",
)


@pytest.fixture
def bot(ladder: Ladder) -> Path:
    """Returns the folder of a stranger's bot in a final."""
    folder = ladder.folder / "finals" / "cup-final" / "bots" / "7" / "mine"
    folder.mkdir(parents=True)
    folder.with_name("lib").mkdir()
    (folder / "bot.toml").write_text(MANIFEST)
    (folder / "run.sh").write_text("#!/bin/sh\n")
    (folder / "run.sh").chmod(0o755)
    return folder


def again(ladder: Ladder, bot: Path, tmp_path: Path) -> Path:
    """Returns the bot's folder in a ladder that was restored from a new backup."""
    made = back_up(ladder.folder, tmp_path / "backup.tar")
    restore(made.path, tmp_path / "again")
    return tmp_path / "again" / bot.relative_to(ladder.folder)


def wal_file(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE words (id)")


def test_nothing_is_left_out_for_its_name(ladder: Ladder, bot: Path, tmp_path: Path) -> None:
    for name in NAMES:
        (bot / name).write_bytes(os.fsencode(name))
    there = again(ladder, bot, tmp_path)
    assert {path.name for path in there.iterdir()} == {*NAMES, "bot.toml", "run.sh"}
    assert [(there / name).read_bytes() for name in NAMES] == [os.fsencode(name) for name in NAMES]
    assert read_manifest(there / "bot.toml").content_hash == read_manifest(bot / "bot.toml").content_hash


def test_other_programs_read_the_list_whatever_is_in_it(ladder: Ladder, bot: Path, tmp_path: Path) -> None:
    for name in NAMES:
        (bot / name).touch()
    back_up(ladder.folder, tmp_path / "backup.tar")
    unpacked = tmp_path / "unpacked"
    unpacked.mkdir()
    subprocess.run(("tar", "-xf", tmp_path / "backup.tar", "-C", unpacked), check=True)
    checked = subprocess.run(("sha256sum", "--check", "--strict", LIST), check=False, cwd=unpacked, capture_output=True)
    assert (checked.returncode, checked.stdout.count(b": OK\n")) == (0, len(NAMES) + 3), checked.stderr


def test_what_looks_like_a_database_is_bytes(ladder: Ladder, bot: Path, tmp_path: Path) -> None:
    wal_file(bot / "real.db")
    (bot / "words.db").write_bytes(MAGIC + b"words" * 99)
    before = {path.name: path.read_bytes() for path in bot.iterdir()}
    there = again(ladder, bot, tmp_path)
    assert {path.name: path.read_bytes() for path in there.iterdir()} == before


def test_what_may_be_run_still_may(ladder: Ladder, bot: Path, tmp_path: Path) -> None:
    there = again(ladder, bot, tmp_path)
    assert {path.name: path.stat().st_mode & 0o777 for path in there.iterdir()} == {"bot.toml": 0o600, "run.sh": 0o700}
    assert read_manifest(there / "bot.toml").startable()


def test_a_folder_with_nothing_in_it_is_kept_which_a_manifest_may_name(
    ladder: Ladder, bot: Path, tmp_path: Path
) -> None:
    assert [*again(ladder, bot, tmp_path).with_name("lib").iterdir()] == []


TREES = sized(8, 20)


def test_folders_are_as_deep_as_they_were(ladder: Ladder, bot: Path, tmp_path: Path) -> None:
    """A restore keeps deeply nested folders. One long path in a tar file names many folders, so a backup may have more
    folders than blocks of 512 bytes.
    """
    for number in range(TREES):
        deep = bot / f"{number}" / "/".join("a" * 200)
        deep.mkdir(parents=True)
        (deep / "b").touch()
    assert len([*again(ladder, bot, tmp_path).rglob("b")]) == TREES


def test_a_link_there_is_nobodys(ladder: Ladder, bot: Path, tmp_path: Path) -> None:
    (bot / "link").symlink_to("/etc")
    with pytest.raises(ArenaError, match="bots/7/mine/link' in ") as refused:
        back_up(ladder.folder, tmp_path / "backup.tar")
    assert refused.value.code == "foreign-file"


def test_a_ladder_that_begins_anew_meanwhile_is_in_no_backup_without_its_final(
    ladder: Ladder, bot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = ladder.folder / "ladders" / "den.toml"
    file.parent.mkdir()
    file.touch()
    add = _Writing._add

    def ending(writing: _Writing, name: str, path: Path) -> None:
        add(writing, name, path)
        if name.startswith("finals/") and file.exists():
            (ladder.folder / "finals" / "a-den-final").mkdir()
            file.rename(file.with_name("den-2.toml"))

    monkeypatch.setattr(_Writing, "_add", ending)
    there = again(ladder, bot, tmp_path)
    assert [path.name for path in (there.parents[4] / "ladders").iterdir()] == ["den.toml"]


@pytest.mark.parametrize("name", [f"7/{name}" for name in NAMES])
def test_a_name_stands_in_a_list_and_is_read_again(name: str) -> None:
    said = list_bytes({name: "0" * 64, "next": "1" * 64})
    assert said.count(b"\n") == 3
    assert sums_in(text_of(said)) == {name: "0" * 64, "next": "1" * 64}


@pytest.mark.parametrize("line", ["\\%s  a\\t", "\\%s  a\\", "%s a", "x%s  a"])
def test_a_line_nobody_writes_is_none(line: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        sums_in(f"# bot-arena backup 1\n{line % ('0' * 64)}\n")
