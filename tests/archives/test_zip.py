"""Tests that zips from Windows, macOS and learning systems are unpacked unchanged, and that a refused zip leaves
nothing.
"""

import io
import random
import stat
import struct
import zipfile
from pathlib import Path

import pytest

from arena.archives.entries import Bounds
from arena.archives.unpacking import unpack_any
from arena.errors import ArenaError
from tests.archives.archives import entry, tar

FEW = Bounds(megabytes=2, megabytes_a_file=1, entries=20, name_bytes=300)


def packed(*files: tuple[str | zipfile.ZipInfo, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Returns a zip of these files, always with the same bytes, because pytest builds test names from them."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in files:
            archive.writestr(listed(name) if isinstance(name, str) else name, content, method)
    return buffer.getvalue()


def listed(name: str, mode: int = 0o600) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    return info


def refusal(archive: bytes, folder: Path) -> str:
    with pytest.raises(ArenaError) as caught:
        unpack_any(io.BytesIO(archive), folder / "into", "ann.zip", FEW)
    assert caught.value.code == "bad-archive"
    assert not list(folder.iterdir())
    return caught.value.message.removeprefix("ann.zip ")


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_what_was_packed_arrives(tmp_path: Path, method: int) -> None:
    content = random.Random(1).randbytes(100_000)
    archive = packed(("bot/größe.py", b"x"), (listed("bot/run", 0o100755), content), ("bot/empty/", b""), method=method)
    unpack_any(io.BytesIO(archive), tmp_path / "into", "ann.zip")
    assert (tmp_path / "into/bot/größe.py").read_bytes() == b"x"
    assert (tmp_path / "into/bot/run").read_bytes() == content
    assert (tmp_path / "into/bot/run").stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "into/bot/empty").is_dir()


def test_a_tar_arrives_by_the_same_call(tmp_path: Path) -> None:
    unpack_any(io.BytesIO(tar((entry("bot.py", content=b"x"), b"x"))), tmp_path / "into", "ann.tar")
    assert (tmp_path / "into/bot.py").read_bytes() == b"x"


@pytest.mark.parametrize(
    ("archive", "reason"),
    [
        (packed(("../bot.py", b"x")), "has an entry that would be unpacked outside the archive's folder: ../bot.py"),
        (
            packed(("/etc/bot.py", b"x")),
            "has an entry that would be unpacked outside the archive's folder: /etc/bot.py",
        ),
        (packed((listed("bot.py", stat.S_IFLNK | 0o777), b"/etc/passwd")), "has a link: bot.py"),
        (
            packed((listed("bot.py", stat.S_IFIFO | 0o666), b"")),
            "has an entry that is not a file, a folder or a link: bot.py",
        ),
        (packed(("a", b"x"), ("a/b", b"x")), "has an entry in a, which is a file, not a folder: a/b"),
        (packed(("zeros", bytes(1_500_000))), "has a file of more than 1 MB: zeros"),
        (packed(*((f"zeros{i}", bytes(900_000)) for i in range(3))), "has more than 2 MB of files in all"),
        (packed(*((f"empty{i}", b"") for i in range(21))), "has more than 20 files and folders"),
        (
            packed(("bot.py", b"x"), method=zipfile.ZIP_LZMA),
            "has a file that is compressed with LZMA instead of Deflate: bot.py",
        ),
        (
            packed(("bot.py", b"x"))[:-30],
            "is not a complete zip: the list of files at the end of the zip is missing",
        ),
    ],
)
def test_what_is_meant_ill_is_refused(tmp_path: Path, archive: bytes, reason: str) -> None:
    assert refusal(archive, tmp_path).startswith(reason)


def test_a_file_with_a_password_is_refused(tmp_path: Path) -> None:
    archive = bytearray(packed(("bot.py", b"x")))
    archive[archive.index(b"PK\1\2") + 8] |= 1
    assert refusal(bytes(archive), tmp_path) == "is encrypted: it has a file with a password: bot.py"


def test_a_file_that_is_larger_than_it_says_is_not_taken_whole(tmp_path: Path) -> None:
    archive = bytearray(packed(("zeros", bytes(1_500_000))))
    place = archive.index(b"PK\1\2") + 24
    archive[place : place + 4] = struct.pack("<I", 10)
    assert "zeros" in refusal(bytes(archive), tmp_path)


def test_a_place_beyond_all_files_is_refused(tmp_path: Path) -> None:
    archive = packed(("bot.py", b"x"))
    at = archive.index(b"PK\1\2")
    end = archive.index(b"PK\5\6")
    listed = bytearray(archive[at:end])
    listed[42:46] = b"\xff" * 4  # all ones: the extra field below has the place where the file begins
    listed[30:32] = struct.pack("<H", 12)
    listed += struct.pack("<HHQ", 1, 8, 2**64 - 1)
    ends = bytearray(archive[end:])
    ends[12:16] = struct.pack("<I", len(listed))
    assert "bot.py" in refusal(archive[:at] + bytes(listed) + bytes(ends), tmp_path)


def test_damage_anywhere_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    good, draw = packed(("bot/bot.py", b"print()" * 40), ("bot/bot.toml", b'name = "ann"')), random.Random(7)
    for number in range(400):
        bad = bytearray(good[: draw.randrange(4, len(good) + 1)])
        bad[draw.randrange(2, len(bad))] = draw.randrange(256)
        folder = tmp_path / str(number)
        folder.mkdir()
        try:
            unpack_any(io.BytesIO(bytes(bad)), folder / "into", "ann.zip", FEW)
        except ArenaError as error:
            assert error.code == "bad-archive"  # noqa: PT017  # some damage is harmless, and then nothing is raised
            assert not list(folder.iterdir())
