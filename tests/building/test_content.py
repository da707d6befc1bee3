"""Tests of the hash over the content of a bot, and of which files belong to this content."""

import os
from hashlib import blake2b
from pathlib import Path

import pytest

from arena.building.content import content_files, content_hash
from arena.building.manifest import read_manifest
from tests.league.leagues import write_bot


def test_a_name_or_a_byte_more_makes_another_hash(tmp_path: Path) -> None:
    write_bot(tmp_path, "ann")
    folder = tmp_path / "ann"
    hashes = [content_hash(folder)]
    (folder / "bot.py").write_text("print('hellO')\n")
    hashes.append(content_hash(folder))
    (folder / "bot.py").rename(folder / "Bot.py")
    hashes.append(content_hash(folder))
    (folder / "book").mkdir()
    (folder / "Bot.py").rename(folder / "book" / "Bot.py")
    hashes.append(content_hash(folder))
    (folder / "empty").touch()
    hashes.append(content_hash(folder))
    assert len(set(hashes)) == len(hashes)


def test_a_boundary_between_name_and_content_cannot_be_moved(tmp_path: Path) -> None:
    for folder, files in (("one", {"a": "b", "c": ""}), ("two", {"a": "", "b": "c"})):
        (tmp_path / folder).mkdir()
        for name, content in files.items():
            (tmp_path / folder / name).write_text(content)
    assert content_hash(tmp_path / "one") != content_hash(tmp_path / "two")


@pytest.mark.parametrize("derived", ["__pycache__/bot.pyc", "node_modules/x/y.js", ".git/HEAD", ".hidden", "a/.b/c"])
def test_derived_and_hidden_files_do_not_count(tmp_path: Path, derived: str) -> None:
    write_bot(tmp_path, "ann")
    before = content_hash(tmp_path / "ann")
    file = tmp_path / "ann" / derived
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("noise")
    assert content_hash(tmp_path / "ann") == before


def test_the_hash_is_the_same_on_every_machine(tmp_path: Path) -> None:
    # the hash depends only on what is in the bot's folder, so the folder's own path does not matter
    folder = tmp_path / ".home" / "bot"
    folder.mkdir(parents=True)
    (folder / "b").write_bytes(b"two")
    (folder / "a").write_bytes(b"one")
    told = b"\0".join((b"a", b"3", b"oneb", b"3", b"two"))
    assert content_hash(folder) == blake2b(told, digest_size=16).digest()
    assert content_hash(folder).hex() == "bd38cd1e8c23d09a8d7ea0160ca85a4a"


def names(folder: Path, *sources: str) -> list[str]:
    return [name for name, _ in content_files(folder, sources)]


def fill(folder: Path, *files: str) -> None:
    for name in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)


def test_what_a_gitignore_names_does_not_count_but_the_gitignore_does(tmp_path: Path) -> None:
    fill(tmp_path, "bot.c", "bot.o", "build/bot", "lib/build/deep", "lib/own.tmp", "lib/keep.o")
    (tmp_path / ".gitignore").write_text("/build/\n*.o\n!keep.o\n")
    (tmp_path / "lib" / ".gitignore").write_text("*.tmp\n")
    assert names(tmp_path) == [".gitignore", "bot.c", "lib/.gitignore", "lib/build/deep", "lib/keep.o"]


def test_a_bot_that_is_not_built_can_keep_nothing_from_its_hash(tmp_path: Path) -> None:
    manifest = write_bot(tmp_path, "ann")
    fill(manifest.parent, "helper.py")
    (manifest.parent / ".gitignore").write_text("helper.py\n")
    before = read_manifest(manifest).content_hash
    (manifest.parent / "helper.py").write_text("plays better")
    assert read_manifest(manifest).content_hash != before
    assert "helper.py" in dict(read_manifest(manifest).files())


def test_sources_count_by_their_path_from_the_bot(tmp_path: Path) -> None:
    fill(tmp_path, "bots/ann/bot.c", "bots/kit/kit.c", "bots/kit/kit.o", "proto/a.proto", "other/x")
    (tmp_path / "bots" / "kit" / ".gitignore").write_text("*.o\n")
    found = names(tmp_path / "bots" / "ann", "../kit", "../../proto")
    assert found == ["../../proto/a.proto", "../kit/.gitignore", "../kit/kit.c", "bot.c"]


def test_a_source_makes_another_hash_and_its_place_does_not(tmp_path: Path) -> None:
    for home in ("one", "two"):
        fill(tmp_path / home, "ann/bot.c", "kit/kit.c")
    one, two = (content_hash(tmp_path / home / "ann", ["../kit"]) for home in ("one", "two"))
    assert one == two != content_hash(tmp_path / "one" / "ann")
    fill(tmp_path / "two", "kit/new.c")
    assert content_hash(tmp_path / "two" / "ann", ["../kit"]) != one


def test_a_source_that_holds_the_bot_itself_counts_its_files_once(tmp_path: Path) -> None:
    fill(tmp_path, "ann/bot.c", "kit.c")
    assert names(tmp_path / "ann", "..") == ["../kit.c", "bot.c"]


@pytest.mark.parametrize("line", ["*a*a*b", "**/a/**/a/**/b", "x\n" * 40_000, "*a**a***b"])
def test_a_gitignore_that_would_take_long_is_refused(tmp_path: Path, line: str) -> None:
    fill(tmp_path, "a" * 250)
    (tmp_path / ".gitignore").write_text(f"*.o\n{line}\n")
    with pytest.raises(OSError, match=r"\.gitignore") as raised:
        names(tmp_path)
    assert raised.value.filename == str(tmp_path / ".gitignore")


def test_gitignores_have_so_many_lines_together_and_no_more(tmp_path: Path) -> None:
    for name in "abc":
        fill(tmp_path, f"{name}/file")
        (tmp_path / name / ".gitignore").write_text("# a comment\n\n" * 900 + "x\n" * 333)
    assert "a/file" in names(tmp_path)
    (tmp_path / "c" / ".gitignore").write_text("x\n" * 335)
    with pytest.raises(OSError, match=r"all \.gitignore files of a bot together may have at most 1,000 lines"):
        names(tmp_path)


def test_many_lines_are_compared_with_so_many_files_and_no_more(tmp_path: Path) -> None:
    fill(tmp_path, *("x" * 200 + f"/{'y' * 50}{number}" for number in range(190)))
    ignore_file = tmp_path / ".gitignore"
    ignore_file.write_text("z\n" * 999)
    assert len(names(tmp_path)) == 191
    fill(tmp_path, *("y" * 200 + f"/{number}" for number in range(50)))
    with pytest.raises(OSError, match="would take too long") as raised:
        names(tmp_path)
    assert raised.value.filename == str(tmp_path)
    ignore_file.write_text("z\n" * 99)
    assert len(names(tmp_path)) == 241


def test_folders_may_lie_deeper_than_functions_call_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(1_200):
        Path("a").mkdir()
        os.chdir("a")
    Path("bot.c").touch()
    try:
        assert names(tmp_path) == ["a/" * 1_200 + "bot.c"]
    finally:
        Path("bot.c").unlink()
        for _ in range(1_200):  # pytest's own removal of the folder may fail at this depth
            os.chdir("..")
            Path("a").rmdir()
