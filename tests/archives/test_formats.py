"""Tests that zips and tars from any system are unpacked, and that the error for any other file names the kind of that
file.
"""

import bz2
import gzip
import io
import json
import lzma
import unicodedata
import zipfile
from pathlib import Path

import pytest

from arena.archives.formats import EXPORT
from arena.archives.unpacking import unpack_any
from arena.errors import ArenaError
from tests.archives.archives import entry, files, tar
from tests.archives.test_zip import packed

TAKEN = "expected a zip, tar or tar.gz"
NOTEBOOK = json.dumps({"cells": [{"cell_type": "code", "source": "x" * 100_000}], "nbformat": 4}).encode()
BOT = files(**{"bot.py": b"print(1)"})


def unpacked(archive: bytes, folder: Path) -> dict[str, bytes]:
    """Unpacks the archive; returns the contents of the unpacked files, by name."""
    unpack_any(io.BytesIO(archive), folder / "into", "it")
    found = (path for path in (folder / "into").rglob("*") if path.is_file())
    return {path.relative_to(folder / "into").as_posix(): path.read_bytes() for path in found}


def refused(archive: bytes, folder: Path) -> ArenaError:
    with pytest.raises(ArenaError) as caught:
        unpack_any(io.BytesIO(archive), folder / "into", "it")
    assert caught.value.code == "bad-archive"
    assert not list(folder.iterdir())
    return caught.value


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "it is empty (0 bytes)"),
        (b"Rar!\x1a\x07\x01\x00" + bytes(range(256)) * 4, f"it is a RAR archive; {TAKEN}"),
        (b"Rar!\x1a\x07\x00", f"it is a RAR archive; {TAKEN}"),
        (b"7z\xbc\xaf\x27\x1c\x00\x04" + bytes(600), f"it is a 7z archive; {TAKEN}"),
        (lzma.compress(BOT), f"it is packed with xz; {TAKEN}"),
        (bz2.compress(BOT), f"it is packed with bzip2; {TAKEN}"),
        (b"\x28\xb5\x2f\xfd\x04" + bytes(600), f"it is packed with zstd; {TAKEN}"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", f"it is a PDF; {TAKEN}"),
        (b"\n<!DOCTYPE html><html><title>Sign in</title>", f"it is a web page; {TAKEN}"),
        (b"#!/usr/bin/env python3\r\nimport random\r\n", f"it is a Python program; {TAKEN}"),
        (b"\xef\xbb\xbfname = 'mybot'\n", f"it is a text file; {TAKEN}"),
        (NOTEBOOK, f"it is a Jupyter notebook; {TAKEN}"),
        (gzip.compress(b"from random import choice\n", mtime=0), f"it is a gzip of a Python program; {TAKEN}"),
        (gzip.compress(packed(("bot.toml", b"x")), mtime=0), f"it is a gzip of a zip; {TAKEN}"),
        (gzip.compress(b"\1\2\3", mtime=0), "it is not a zip, tar or tar.gz, but a gzip of another kind of file"),
        (b"\1\2\3" * 300, "it is not a zip, tar or tar.gz"),
        (gzip.compress(BOT, mtime=0)[:40], "it ends in the middle"),
    ],
    ids=[f"kind {number}" for number in range(17)],
)
def test_what_is_no_archive_is_told_by_what_it_is(tmp_path: Path, content: bytes, sentence: str) -> None:
    assert refused(content, tmp_path).message == sentence


def test_the_next_step_fits_what_was_handed_in(tmp_path: Path) -> None:
    assert refused(NOTEBOOK, tmp_path).hint == EXPORT
    assert "arena init" in str(refused(b"import random\n", tmp_path).hint)
    assert "hand in the archive again" in str(refused(b"", tmp_path).hint)
    assert "hand in the archive again" in str(refused(packed(("a", b"x"))[:-30], tmp_path).hint)


def test_a_tar_is_one_whatever_its_first_entry_is_called(tmp_path: Path) -> None:
    for number, name in enumerate(("PK\3\4", "Rar!", "BZh", "MZ", "import x")):
        archive = tar((entry(f"{name}/bot.py", content=b"x"), b"x"))
        (tmp_path / str(number)).mkdir()
        if name.startswith("PK"):
            archive = gzip.compress(archive, mtime=0)
        assert unpacked(archive, tmp_path / str(number)) == {f"{name}/bot.py": b"x"}


def test_backslashes_part_folders(tmp_path: Path) -> None:
    archive = packed(
        ("mybot\\", b""), ("mybot\\bot.toml", b"t"), ("mybot\\data\\w.txt", b"w"), ("mybot/data/v.txt", b"v")
    )
    found = unpacked(archive, tmp_path)
    assert found == {"mybot/bot.toml": b"t", "mybot/data/w.txt": b"w", "mybot/data/v.txt": b"v"}


def test_a_folder_that_only_windows_calls_one_is_a_folder(tmp_path: Path) -> None:
    folder = zipfile.ZipInfo("data")
    folder.external_attr = 0x10
    assert unpacked(packed((folder, b""), ("data\\w.txt", b"w")), tmp_path) == {"data/w.txt": b"w"}


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (("..\\bot.py",), "has an entry that would be unpacked outside the archive's folder: ../bot.py"),
        (
            ("mybot\\..\\..\\bot.py",),
            "has an entry that would be unpacked outside the archive's folder: mybot/../../bot.py",
        ),
        (("\\bot.py",), "has an entry that would be unpacked outside the archive's folder: /bot.py"),
        (
            ("\\\\server\\share\\bot.py",),
            "has an entry that would be unpacked outside the archive's folder: //server/share/bot.py",
        ),
        (("C:\\mybot\\bot.py",), "has an entry that would be unpacked outside the archive's folder: C:\\mybot\\bot.py"),
        (("c:bot.py",), "has an entry that would be unpacked outside the archive's folder: c:bot.py"),
        (
            ("mybot\\\\bot.py",),
            "has an entry whose name is empty, or has an empty part or a part '.' between slashes: 'mybot//bot.py'",
        ),
        (("mybot\\bot.py", "mybot/bot.py"), "has two entries of the same name: mybot/bot.py"),
        (("mybot", "mybot\\bot.py"), "has an entry in mybot, which is a file, not a folder: mybot/bot.py"),
        (("w\u00f6rter", "wo\u0308rter"), "has two entries of the same name: w\u00f6rter"),
    ],
)
def test_names_are_looked_at_as_they_are_here(tmp_path: Path, names: tuple[str, ...], reason: str) -> None:
    archive = packed(*((name, b"x") for name in names))
    assert refused(archive, tmp_path).message == f"it {reason}"


def test_letters_that_macos_takes_apart_are_whole(tmp_path: Path) -> None:
    """Tests that an ö in a file name stays one letter. On macOS, file names contain it as two characters, and the zips
    of macOS do not mark these names as UTF-8.
    """
    name = unicodedata.normalize("NFD", "b\u00f6t/w\u00f6rter.txt").encode()
    disguise = "b__t/w__rter.txt"
    said, plain = len(name), packed((disguise.ljust(len(name), "x"), b"w"))
    archive = plain.replace(disguise.ljust(said, "x").encode(), name)
    assert archive != plain
    assert unpacked(archive, tmp_path) == {"b\u00f6t/w\u00f6rter.txt": b"w"}


def test_letters_of_an_old_windows_stay(tmp_path: Path) -> None:
    archive = packed(("w_rter.txt", b"w")).replace(b"w_rter.txt", b"w\x94rter.txt")
    assert unpacked(archive, tmp_path) == {"w\u00f6rter.txt": b"w"}
