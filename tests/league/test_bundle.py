"""Bots that travel."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.league.bundle import pack, unpack
from arena.league.content import content_hash
from arena.league.manifest import Manifest, read_manifest


@pytest.fixture
def bot(tmp_path: Path) -> Manifest:
    folder = tmp_path / "home"
    (folder / "lib").mkdir(parents=True)
    (folder / "bot.toml").write_text('name = "ann"\ncommand = ["./play"]\n')
    (folder / "play").write_text("#!/bin/sh\n")
    (folder / "play").chmod(0o755)
    (folder / "lib" / "data").write_bytes(bytes(range(256)))
    (folder / ".secret").write_text("stays at home")
    return read_manifest(folder / "bot.toml")


def test_an_unpacked_bot_has_the_same_content_and_may_be_run(bot: Manifest, tmp_path: Path) -> None:
    there = unpack(pack(bot), tmp_path / "cache")
    assert content_hash(there.folder) == bot.content_hash
    assert os.access(there.folder / "play", os.X_OK)
    assert there == replace(bot, folder=there.folder)


def test_hidden_files_do_not_travel(bot: Manifest, tmp_path: Path) -> None:
    there = unpack(pack(bot), tmp_path / "cache")
    assert not (there.folder / ".secret").exists()


def test_a_bot_is_unpacked_once(bot: Manifest, tmp_path: Path) -> None:
    bundle = pack(bot)
    first = unpack(bundle, tmp_path / "cache")
    inode = first.folder.stat().st_ino
    assert unpack(bundle, tmp_path / "cache").folder.stat().st_ino == inode
    assert [path.name for path in (tmp_path / "cache").iterdir()] == [bot.content_hash.hex()]


def test_a_bot_that_changed_on_the_way_is_refused_and_nothing_is_left(bot: Manifest, tmp_path: Path) -> None:
    (bot.folder / "lib" / "data").write_bytes(b"changed")
    with pytest.raises(ArenaError, match="the files of ann changed") as refusal:
        unpack(pack(bot), tmp_path / "cache")
    assert refusal.value.code == "bad-bundle"
    assert list((tmp_path / "cache").iterdir()) == []


def test_nothing_is_taken_from_a_folder_that_another_user_has_made(
    bot: Manifest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpack(pack(bot), tmp_path / "cache")
    monkeypatch.setattr(os, "getuid", lambda: (tmp_path / "cache").stat().st_uid + 1)
    with pytest.raises(ArenaError, match="belongs to another user") as refusal:
        unpack(pack(bot), tmp_path / "cache")
    assert refusal.value.code == "foreign-cache"


@pytest.fixture
def far_flung(tmp_path: Path) -> Manifest:
    for folder, file in (("bots/ann", "play.c"), ("kit", "kit.c"), ("other", "not_hers")):
        (tmp_path / "home" / folder).mkdir(parents=True)
        (tmp_path / "home" / folder / file).write_text(file)
    manifest = tmp_path / "home" / "bots" / "ann" / "bot.toml"
    manifest.write_text('name = "ann"\nbuild = ["make"]\ncommand = ["./play"]\nsources = ["../../kit"]\n')
    return read_manifest(manifest)


def test_the_sources_of_a_bot_lie_where_it_looks_for_them(far_flung: Manifest, tmp_path: Path) -> None:
    there = unpack(pack(far_flung), tmp_path / "cache")
    assert there == replace(far_flung, folder=there.folder)
    assert (there.folder / "../../kit/kit.c").read_text() == "kit.c"
    assert not (there.folder / "../../other").exists()
    assert unpack(pack(far_flung), tmp_path / "cache") == there


def test_a_source_that_changed_on_the_way_is_refused(far_flung: Manifest, tmp_path: Path) -> None:
    (far_flung.folder / "../../kit/kit.c").write_text("changed")
    with pytest.raises(ArenaError, match="the files of ann changed"):
        unpack(pack(far_flung), tmp_path / "cache")
    assert list((tmp_path / "cache").iterdir()) == []
