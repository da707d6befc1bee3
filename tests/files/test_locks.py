"""Tests of locks between processes."""

import fcntl
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from arena.files.locks import Lock, is_locked

HOLDING = """
import sys, time
from pathlib import Path
from arena.files.locks import Lock
lock = Lock(Path(sys.argv[1]))
print("held", flush=True)
time.sleep(3600)
"""


def test_one_has_it_until_it_is_released(tmp_path: Path) -> None:
    with Lock(tmp_path / "lock"):
        assert is_locked(tmp_path / "lock")
        with pytest.raises(BlockingIOError):
            Lock(tmp_path / "lock")
    assert not is_locked(tmp_path / "lock")
    Lock(tmp_path / "lock").release()


def test_it_ends_with_a_process_that_is_killed(tmp_path: Path) -> None:
    with subprocess.Popen((sys.executable, "-c", HOLDING, tmp_path / "lock"), stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"held\n"
        with pytest.raises(BlockingIOError):
            Lock(tmp_path / "lock")
        process.kill()
    Lock(tmp_path / "lock").release()


def test_a_folder_is_locked_without_a_file(tmp_path: Path) -> None:
    with Lock(tmp_path), pytest.raises(BlockingIOError):
        Lock(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("replaced", [False, True])
def test_who_waits_gets_the_file_that_lies_there_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, replaced: bool
) -> None:
    """Tests that a wait for a lock ends with a lock on the file that is then at the path, even if the first file was
    removed or replaced during the wait. If the path has no file then, a new file is made and locked.

    A lock on the removed file would not keep another process from locking the new file at the same time.
    """
    path, got, opened, flock = tmp_path / "lock", list[Lock](), threading.Event(), fcntl.flock

    def telling(file: int, how: int) -> None:
        opened.set()
        flock(file, how)

    first = Lock(path)
    monkeypatch.setattr(fcntl, "flock", telling)
    waiting = threading.Thread(target=lambda: got.append(Lock(path, wait=True)))
    waiting.start()
    opened.wait()
    path.unlink()
    if replaced:
        path.touch()
    first.release()
    waiting.join()
    with got[0], pytest.raises(BlockingIOError):
        Lock(path)


def test_no_file_is_made_where_none_is_to_be_made(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Lock(tmp_path / "lock", make=False)
    assert not is_locked(tmp_path / "lock")
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_made_through_no_link(tmp_path: Path) -> None:
    (tmp_path / "lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic links"):
        Lock(tmp_path / "lock")
    assert not (tmp_path / "elsewhere").exists()


def test_what_a_link_leads_to_is_not_ones_own(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder")
    with Lock(tmp_path / "folder") as lock:
        assert lock.is_own()
    with Lock(tmp_path / "link") as lock:
        assert not lock.is_own()
