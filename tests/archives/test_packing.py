"""Tests that archives packed by the arena do not reveal who packed them, on every supported version of Python."""

import io
import tarfile
from pathlib import Path

import pytest

from arena.archives.packing import of_nobody


@pytest.fixture(autouse=True)
def oldest_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Removes `TarInfo.replace`, which Python has only since 3.11.4, so that the test runs as on an older Python."""
    monkeypatch.delattr(tarfile.TarInfo, "replace", raising=False)


def packed(file: Path, **told: int) -> tarfile.TarInfo:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        archive.add(file, filter=lambda member: of_nobody(member, **told))
    buffer.seek(0)
    with tarfile.open(fileobj=buffer) as archive:
        return archive.getmembers()[0]


def test_nothing_tells_who_packed(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("pass\n")
    member = packed(file)
    assert (member.uid, member.gid, member.uname, member.gname) == (0, 0, "", "")
    assert member.mode == file.stat().st_mode & 0o7777
    assert member.mtime == pytest.approx(file.stat().st_mtime)


def test_mode_and_time_are_as_asked(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("pass\n")
    member = packed(file, mode=0o640, mtime=7)
    assert (member.mode, member.mtime) == (0o640, 7)
