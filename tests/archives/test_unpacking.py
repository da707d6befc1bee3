"""Tests that valid archives are unpacked unchanged, and that a refused archive leaves nothing."""

import errno
import gzip
import io
import os
import subprocess
import tarfile
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from arena.archives.entries import Bounds
from arena.archives.tar import _records
from arena.archives.unpacking import unpack_tar
from arena.errors import ArenaError
from tests.archives.archives import BLOCK, END, bomb, entry, files, header, sparse, tar

FEW = Bounds(megabytes=2, megabytes_a_file=1, entries=20, name_bytes=300)


def refusal(archive: bytes, folder: Path, *, links: bool = False) -> str:
    """Unpacks an archive that must be refused; returns the reason, and checks that nothing is left in the folder."""
    with pytest.raises(ArenaError) as caught:
        unpack_tar(io.BytesIO(archive), folder / "into", "ann.tar", FEW, links=links)
    assert caught.value.code == "bad-archive"
    assert caught.value.message.startswith("ann.tar ")
    assert not list(folder.iterdir())
    return caught.value.message.removeprefix("ann.tar ")


def test_what_was_packed_arrives(tmp_path: Path) -> None:
    long = "/".join(["long" * 12] * 5)
    content = os.urandom(100_000)
    packed = tar(
        (entry("lib", tarfile.DIRTYPE, mode=0o700), b""),
        (entry("lib/größe", content=b"x", mode=0o600), b"x"),
        (entry(long, content=content, mode=0o4755, mtime=1_000_000_000), content),
        (entry("./empty/folder", tarfile.DIRTYPE), b""),
    )
    for number, archive in enumerate(
        (packed, gzip.compress(packed), gzip.compress(packed[:700]) + gzip.compress(packed[700:]))
    ):
        into = tmp_path / str(number)
        unpack_tar(io.BytesIO(archive), into, "ann.tar")
        assert (into / "lib" / "größe").read_bytes() == b"x"
        assert (into / long).read_bytes() == content
        assert (into / long).stat().st_mode & 0o7777 == 0o755
        assert (into / long).stat().st_mtime == 1_000_000_000
        assert (into / "lib" / "größe").stat().st_mode & 0o7777 == 0o644
        assert (into / "lib").stat().st_mode & 0o7777 == 0o755
        assert not list((into / "empty" / "folder").iterdir())


@pytest.mark.parametrize("form", [[], ["--format=gnu"], ["--format=pax"], ["--format=ustar"]])
def test_what_the_systems_tar_packs_arrives(tmp_path: Path, form: list[str]) -> None:
    deep = tmp_path / "home" / ("d" * 80) / ("e" * 80)
    deep.mkdir(parents=True)
    (deep / "file").write_bytes(b"content")
    packed = subprocess.run(["tar", *form, "-C", tmp_path / "home", "-c", "."], capture_output=True, check=True).stdout
    unpack_tar(io.BytesIO(packed), tmp_path / "into", "ann.tar")
    assert (tmp_path / "into" / deep.relative_to(tmp_path / "home") / "file").read_bytes() == b"content"


@given(some.lists(some.tuples(some.text("abc.", min_size=1), some.binary(max_size=1_500)), max_size=5))
def test_any_files_arrive(tmp_path_factory: pytest.TempPathFactory, contents: list[tuple[str, bytes]]) -> None:
    named = {name: content for name, content in contents if name.strip(".")}
    into = tmp_path_factory.mktemp("any") / "into"
    unpack_tar(io.BytesIO(files(**named)), into, "ann.tar")
    assert {path.name: path.read_bytes() for path in into.iterdir()} == named


@given(some.binary(max_size=2_000), some.integers(0, 1_600))
def test_damage_is_refused_or_makes_files(tmp_path_factory: pytest.TempPathFactory, damage: bytes, place: int) -> None:
    """Tests that a damaged archive is refused with ArenaError, or is still a valid archive; no file appears outside the
    new folder.
    """
    home = tmp_path_factory.mktemp("damaged")
    packed = tar((entry("a", content=b"x" * 600), b"x" * 600), (entry("b" * 200), b""))
    damaged = packed[:place] + damage + packed[place + len(damage) :]
    try:
        unpack_tar(io.BytesIO(damaged), home / "into", "ann.tar", FEW)
    except ArenaError:
        assert not list(home.iterdir())
    assert {path.name for path in home.iterdir()} <= {"into"}


def test_a_sparse_file_is_refused(tmp_path: Path) -> None:
    """Tests that a sparse file is refused: the archive has fewer than 200 bytes, but Python's tarfile would unpack 20
    GiB from it.
    """
    packed = gzip.compress(sparse(20 << 30))
    assert len(packed) < 200
    assert refusal(packed, tmp_path) == "has a sparse file: hole"


def test_a_sparse_file_of_the_newer_kind_is_refused(tmp_path: Path) -> None:
    member = entry("hole", content=b"1\n0\n0\n".ljust(BLOCK, b"\0"))
    member.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.realsize": str(20 << 30)}
    assert refusal(tar((member, b"1\n0\n0\n".ljust(BLOCK, b"\0"))), tmp_path) == "has a sparse file: hole"


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    packed = bomb(200)
    assert len(packed) < 300_000
    tracemalloc.start()
    try:
        assert refusal(packed, tmp_path) == "has a file of more than 1 MB: zeros"
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


def test_many_files_that_are_too_much_together_are_refused(tmp_path: Path) -> None:
    large = bytes(900_000)
    assert refusal(files(a=large, b=large, c=large), tmp_path) == "has more than 2 MB of files in all"


def test_too_many_entries_are_refused_those_too_that_only_stand_in_names(tmp_path: Path) -> None:
    many = tar(*((entry(str(number)), b"") for number in range(21)))
    deep = tar((entry("/".join("d" * 21)), b""))
    assert refusal(many, tmp_path) == refusal(deep, tmp_path) == "has more than 20 files and folders"


@pytest.mark.parametrize("name", ["./", "again"])
def test_what_is_said_again_and_again_is_counted(tmp_path: Path, name: str) -> None:
    once = tar(*((entry(str(number)), b"") for number in range(20)), (entry("./", tarfile.DIRTYPE), b""))
    unpack_tar(io.BytesIO(once), tmp_path / "into", "ann.tar", FEW)
    (tmp_path / "many").mkdir()
    many = tar(*((entry(name, tarfile.DIRTYPE), b"") for _ in range(22)))
    assert refusal(many, tmp_path / "many") == "has more than 20 files and folders"


def test_what_stands_before_one_entry_is_bounded_in_all(tmp_path: Path) -> None:
    """Tests that the total size of the extension headers before one entry is limited: otherwise an archive could repeat
    such headers until the memory is used up.
    """
    said = b"30000 a=".ljust(29_999, b"x") + b"\n"
    one = header(b"", b"%011o" % len(said), b"x") + said + bytes(-len(said) % BLOCK)
    unpack_tar(io.BytesIO(one * 2 + header(b"a") + END), tmp_path / "into", "ann.tar")
    (tmp_path / "more").mkdir()
    empty = header(b"", b"0" * 11, b"x") * 129
    many = b"".join(one + header(b"%d" % number) for number in range(4))
    for before in (one * 3, empty, many):
        found = refusal(before + header(b"b") + END, tmp_path / "more")
        assert found == "has more than 65536 bytes of extension headers (for long names) between two entries"


def test_words_of_a_header_are_read_where_they_stand() -> None:
    said = b"5 a=\n" * 13_000
    assert sum(1 for _ in _records(said)) == 13_000
    looked: list[int] = []

    class Counted(bytes):
        def __getitem__(self, key: Any) -> Any:  # `_records` only takes slices
            found = super().__getitem__(key)
            looked.append(len(found))
            return Counted(found)

    assert sum(1 for _ in _records(Counted(said))) == 13_000
    assert sum(looked) <= 2 * len(said)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("../out", "has an entry that would be unpacked outside the archive's folder: ../out"),
        ("a/../../out", "has an entry that would be unpacked outside the archive's folder: a/../../out"),
        ("./../out", "has an entry that would be unpacked outside the archive's folder: ./../out"),
        ("/etc/out", "has an entry that would be unpacked outside the archive's folder: /etc/out"),
        (".//etc/out", "has an entry that would be unpacked outside the archive's folder: .//etc/out"),
        ("a//b", "has an entry whose name is empty, or has an empty part or a part '.' between slashes: 'a//b'"),
        ("a/./b", "has an entry whose name is empty, or has an empty part or a part '.' between slashes: 'a/./b'"),
        (
            "n" * 256,
            "has an entry whose name is too long (at most 300 bytes, and 255 between two slashes): "
            + "n" * 255
            + "...",
        ),
        ("ab/" * 120 + "c", "has an entry whose name is too long (at most 300 bytes, and 255 between two slashes): "),
        ("\x1b[2J/../x", "has an entry that would be unpacked outside the archive's folder: ?[2J/../x"),
    ],
)
def test_names_that_say_something_else_are_refused(tmp_path: Path, name: str, said: str) -> None:
    assert refusal(tar((entry(name), b"")), tmp_path).startswith(said)


@pytest.mark.parametrize("name", [b"", b".", b"./", b"a/", b".."])
def test_a_file_without_a_name_is_refused(tmp_path: Path, name: bytes) -> None:
    assert refusal(header(name) + END, tmp_path)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (tarfile.SYMTYPE, "has a link: it"),
        (tarfile.LNKTYPE, "has a hard link: it"),
        (tarfile.CHRTYPE, "has a device: it"),
        (tarfile.BLKTYPE, "has a device: it"),
        (tarfile.FIFOTYPE, "has a pipe: it"),
        (tarfile.CONTTYPE, "has an entry of an unknown kind (b'7'): it"),
    ],
)
def test_only_files_and_folders_are_taken(tmp_path: Path, kind: bytes, said: str) -> None:
    assert refusal(tar((entry("it", kind, linkname="/etc/passwd"), b"")), tmp_path) == said


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (entry("a"), entry("a"), "has two entries of the same name: a"),
        (entry("a"), entry("./a"), "has two entries of the same name: a"),
        (entry("a"), entry("a/b"), "has an entry in a, which is a file, not a folder: a/b"),
        (entry("a/b"), entry("a"), "has two entries of the same name: a"),
        (entry("a"), entry("a", tarfile.DIRTYPE), "has two entries of the same name: a"),
        (entry("a", tarfile.DIRTYPE), entry("a"), "has two entries of the same name: a"),
        (
            entry("a", tarfile.SYMTYPE, linkname="b"),
            entry("a/c"),
            "has an entry in a, which is a link, not a folder: a/c",
        ),
        (entry("a", tarfile.SYMTYPE, linkname="b"), entry("a"), "has two entries of the same name: a"),
    ],
)
def test_one_name_is_one_thing(tmp_path: Path, first: tarfile.TarInfo, second: tarfile.TarInfo, said: str) -> None:
    assert refusal(tar((first, b""), (second, b"")), tmp_path, links=True) == said


@pytest.mark.parametrize(
    "target", ["/etc/passwd", "../../out", "../in/../../out", "here/../../out", "..//etc", "", "a/"]
)
def test_links_may_not_lead_out(tmp_path: Path, target: str) -> None:
    link = entry("in/link", tarfile.SYMTYPE, linkname=target)
    assert "which may lead out of the archive: in/link" in refusal(tar((link, b"")), tmp_path, links=True)


def test_links_that_stay_inside_are_made_where_they_are_asked_for(tmp_path: Path) -> None:
    members = (entry("in/link", tarfile.SYMTYPE, linkname="../lib/file"), b""), (entry("lib/file", content=b"x"), b"x")
    unpack_tar(io.BytesIO(tar(*members)), tmp_path / "into", "ann.tar", links=True)
    assert (tmp_path / "into" / "in" / "link").read_bytes() == b"x"


@pytest.mark.parametrize(
    ("archive", "said"),
    [
        (b"", "ends in the middle"),
        (files(a=b"x" * 600)[:700], "ends in the middle"),
        (files(a=b"x")[:1024], "ends in the middle"),
        (gzip.compress(files(a=b"x"), mtime=0)[:60], "ends in the middle"),
        (b"\x1f\x8b" + bytes(100), "is no whole gzip"),
        (b"PK\x03\x04" + bytes(600), "is not a tar, but a zip"),
        (b"hello " * 200, "is not a tar, but a text file"),
        (b"\1hello" * 200, "is not a tar, or is damaged"),
        (header(b"a", b"-0000000001") + END, "has a header with a size, time or mode that is negative"),
        (
            header(b"a", b"\x80" + bytes(10) + b"\x01") + b"x".ljust(BLOCK, b"\0") + END,
            "has a header with a size, time or mode that is neg",
        ),
        (
            header(b"a", b"00000000001", b"5") + bytes(BLOCK) + END,
            "has a folder, although only files can have content: a",
        ),
        (header(b"a", b"77777777777", b"x"), "has more than 65536 bytes of extension headers"),
        (header(b"a", b"77777777777", b"L"), "has more than 65536 bytes of extension headers"),
        (header(b"", b"00000000012", b"x") + b"9 path=a\n\n".ljust(BLOCK, b"\0") + END, "was damaged"),
        (
            header(b"", b"00000000012", b"g") + b"10 path=a\n".ljust(BLOCK, b"\0") + END,
            "has a global header with values that each entry must have in its own header",
        ),
    ],
)
def test_what_is_no_whole_tar_is_refused(tmp_path: Path, archive: bytes, said: str) -> None:
    assert refusal(archive, tmp_path).startswith(said)


def test_a_number_of_thousands_of_digits_is_refused(tmp_path: Path) -> None:
    record = b"size=" + b"9" * 5_000 + b"\n"
    said = b"%d " % (len(record) + 5) + record
    archive = header(b"", b"%011o" % len(said), b"x") + said + bytes(-len(said) % BLOCK) + header(b"a") + END
    assert refusal(archive, tmp_path).startswith(
        "has a header with a size, time or mode that is negative, unreadable or too large"
    )


def test_a_full_disk_leaves_nothing_and_is_no_fault_of_the_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space left"):
        unpack_tar(io.BytesIO(files(a=b"x")), tmp_path / "into", "ann.tar")
    monkeypatch.undo()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("packed", "number"), [(False, errno.EIO), (True, errno.EIO), (True, errno.EINVAL)])
def test_a_broken_disk_is_no_fault_of_the_archive_and_all_else_is(tmp_path: Path, packed: bool, number: int) -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            if self.tell():
                raise OSError(number, os.strerror(number))
            return super().read(size)

    archive = Broken(gzip.compress(files(a=b"x")) if packed else files(a=b"x"))
    with pytest.raises(OSError if number == errno.EIO else ArenaError):
        unpack_tar(archive, tmp_path / "into", "ann.tar")
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_there_already_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "mine").touch()
    with pytest.raises(FileExistsError):
        unpack_tar(io.BytesIO(files(a=b"x")), tmp_path, "ann.tar")
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
