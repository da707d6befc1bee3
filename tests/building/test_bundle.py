"""Tests of bundles, which are bots packed into an archive to be copied and unpacked elsewhere."""

import errno
import gzip
import os
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from arena.building.bundle import LOCK, copied, pack, unpack
from arena.building.content import content_hash
from arena.building.manifest import Manifest, read_manifest
from arena.errors import ArenaError
from tests.archives.archives import sparse


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


def made(tmp_path: Path) -> list[str]:
    """Returns the names of the files and folders in the cache, except the cache's lock file."""
    return [path.name for path in (tmp_path / "cache").iterdir() if path.name != LOCK]


def test_an_unpacked_bot_has_the_same_content_and_may_be_run(bot: Manifest, tmp_path: Path) -> None:
    there = unpack(pack(bot), tmp_path / "cache")
    assert content_hash(there.folder) == bot.content_hash
    assert os.access(there.folder / "play", os.X_OK)
    assert there == replace(bot, folder=there.folder)


def test_packing_many_files_takes_no_more_memory_than_they_have(bot: Manifest) -> None:
    for number in range(60):
        (bot.folder / f"{number}").write_bytes(os.urandom(10_000))
    bot = read_manifest(bot.folder / "bot.toml")
    tracemalloc.start()
    try:
        packed = len(pack(bot).archive)
        assert tracemalloc.get_traced_memory()[1] < 4 * packed
    finally:
        tracemalloc.stop()


def test_hidden_files_do_not_travel(bot: Manifest, tmp_path: Path) -> None:
    there = unpack(pack(bot), tmp_path / "cache")
    assert not (there.folder / ".secret").exists()


def test_a_bot_is_unpacked_once(bot: Manifest, tmp_path: Path) -> None:
    bundle = pack(bot)
    first = unpack(bundle, tmp_path / "cache")
    inode = first.folder.stat().st_ino
    assert unpack(bundle, tmp_path / "cache").folder.stat().st_ino == inode
    assert made(tmp_path) == [bot.content_hash.hex()]


def test_a_bot_that_changed_on_the_way_is_refused_and_nothing_is_left(bot: Manifest, tmp_path: Path) -> None:
    (bot.folder / "lib" / "data").write_bytes(b"changed")
    with pytest.raises(ArenaError, match="the files of the bot ann changed") as refusal:
        unpack(pack(bot), tmp_path / "cache")
    assert refusal.value.code == "bad-bundle"
    assert made(tmp_path) == []


def test_nothing_is_taken_from_a_folder_that_another_user_has_made(
    bot: Manifest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpack(pack(bot), tmp_path / "cache")
    monkeypatch.setattr(os, "geteuid", lambda: (tmp_path / "cache").stat().st_uid + 1)
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


def test_a_copy_lies_the_same_whatever_the_folders_at_home_are_called(tmp_path: Path) -> None:
    """Tests that a bot's copy, where it is built, has the same path whatever the original folders are called. So a
    checkout and an installed arena share finished builds.
    """
    homes = []
    for home in ("tree/bots/ann", "site-packages/arena/house_bots/greedy"):
        folder = tmp_path / home
        (folder.parent / "kit").mkdir(parents=True)
        (folder.parent / "kit" / "kit.c").write_text("kit")
        folder.mkdir()
        (folder / "bot.toml").write_text('name = "ann"\nbuild = ["make"]\ncommand = ["./play"]\nsources = ["../kit"]\n')
        homes.append(read_manifest(folder / "bot.toml"))
    first, second = (copied(bot, tmp_path / "cache") for bot in homes)
    assert first == second
    assert (second.folder / "../kit/kit.c").read_text() == "kit"


@pytest.mark.parametrize("name", ["bot", "ann", "cache"])
def test_a_source_of_any_name_lies_beside_the_bot(tmp_path: Path, name: str) -> None:
    for folder in ("home", name):
        (tmp_path / folder).mkdir()
    (tmp_path / name / "kit.c").write_text("kit")
    (tmp_path / "home" / "bot.toml").write_text(f'name = "ann"\ncommand = ["true"]\nsources = ["../{name}"]\n')
    there = copied(read_manifest(tmp_path / "home" / "bot.toml"), tmp_path / "copies")
    assert (there.folder / ".." / name / "kit.c").read_text() == "kit"


@pytest.mark.parametrize("name", ["..", "a/b", ".ann", "ann (new)", "größe"])
def test_a_bot_of_any_name_lies_below_its_hash(bot: Manifest, tmp_path: Path, name: str) -> None:
    there = copied(replace(bot, name=name), tmp_path / "cache")
    assert there.folder.resolve().parent == tmp_path / "cache" / bot.content_hash.hex()
    assert (there.folder / "play").is_file()


def test_a_copy_depends_on_the_content_alone(bot: Manifest, tmp_path: Path) -> None:
    before = pack(bot).archive
    for path in bot.folder.rglob("*"):
        os.utime(path, (5, 5))
    (bot.folder / "lib" / "data").chmod(0o640)
    (bot.folder / "play").rename(tmp_path / "play")
    (bot.folder / "play").symlink_to(tmp_path / "play")
    assert gzip.decompress(pack(bot).archive) == gzip.decompress(before)


def test_a_link_to_a_file_elsewhere_travels_as_the_file(bot: Manifest, tmp_path: Path) -> None:
    (tmp_path / "model").write_text("elsewhere")
    (bot.folder / "model").symlink_to(tmp_path / "model")
    there = copied(read_manifest(bot.folder / "bot.toml"), tmp_path / "cache")
    (tmp_path / "model").unlink()
    assert (there.folder / "model").read_text() == "elsewhere"


def test_a_copy_is_made_of_nothing_that_was_there_before(bot: Manifest, tmp_path: Path) -> None:
    there = copied(bot, tmp_path / "cache")
    (there.folder / "lib" / "data").write_bytes(b"learnt in an earlier league")
    (there.folder / "notes").touch()
    (there.folder / "lib").chmod(0o555)
    (tmp_path / "cache" / "draft").mkdir()  # left by a killed process
    assert copied(bot, tmp_path / "cache") == there
    assert content_hash(there.folder, built=False) == bot.content_hash
    assert made(tmp_path) == [bot.content_hash.hex()]


def test_many_copy_the_same_bot_at_the_same_time(bot: Manifest, tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        copies = set(threads.map(lambda _: unpack(pack(bot), tmp_path / "cache").folder, range(32)))
    assert copies == {tmp_path / "cache" / bot.content_hash.hex() / bot.name}
    assert made(tmp_path) == [bot.content_hash.hex()]


def test_a_cache_that_cannot_be_made_is_told(bot: Manifest, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ArenaError, match=r"cannot be made in .*: Not a directory") as refusal:
        copied(bot, tmp_path / "file" / "cache")
    assert refusal.value.code == "no-room"


def test_a_full_disk_is_told_and_leaves_nothing(bot: Manifest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(ArenaError, match=r"a copy of ann cannot be made in .*: No space left on device") as refusal:
        copied(bot, tmp_path / "cache")
    assert refusal.value.code == "no-room"
    assert made(tmp_path) == []


def test_a_source_that_changed_on_the_way_is_refused(far_flung: Manifest, tmp_path: Path) -> None:
    (far_flung.folder / "../../kit/kit.c").write_text("changed")
    with pytest.raises(ArenaError, match="the files of the bot ann changed"):
        unpack(pack(far_flung), tmp_path / "cache")
    assert made(tmp_path) == []


def test_a_bundle_that_is_meant_ill_leaves_nothing(bot: Manifest, tmp_path: Path) -> None:
    """Tests that a bundle is refused and leaves no files if it has a sparse file, here of a few bytes that claim to be
    20 GiB.
    """
    bundle = replace(pack(bot), archive=gzip.compress(sparse(20 << 30)))
    with pytest.raises(ArenaError, match="the bundle of ann has a sparse file: hole") as refusal:
        unpack(bundle, tmp_path / "cache")
    assert refusal.value.code == "bad-archive"
    assert made(tmp_path) == []
