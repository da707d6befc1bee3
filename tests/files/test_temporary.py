"""Tests that a temporary folder is removed by its process or, if that was killed, by a later process."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from arena.files import temporary as folders
from arena.files.temporary import MARK, PREFIX, sweep, temporary_folder
from tests.transport.hosting import ROOT

KEEP = """
import time
from arena.files.temporary import temporary_folder

with temporary_folder() as folder:
    (folder / "arena.socket").touch()
    (folder / "tmp").mkdir()
    (folder / "tmp" / "notes").touch()
    print(folder, flush=True)
    time.sleep(600)
"""


def arena(place: Path) -> tuple["subprocess.Popen[str]", Path]:
    """Starts a process that makes a temporary folder in `place`; returns the process and its folder."""
    environment = os.environ | {"TMPDIR": str(place)}
    process = subprocess.Popen(
        (sys.executable, "-c", KEEP), cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    return process, Path(process.stdout.readline().strip())


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Replaces the system's folder for temporary files by an empty one."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    return place


def left(place: Path) -> list[Path]:
    return list(place.iterdir())


def dead(place: Path, name: str) -> Path:
    """Makes a folder with this name, as a killed process would leave it."""
    folder = place / name
    folder.mkdir()
    (folder / MARK).touch()
    return folder


def test_a_folder_is_removed_with_all_in_it(place: Path) -> None:
    with temporary_folder() as folder:
        assert folder.parent == place
        (folder / "tmp").mkdir()
        (folder / "tmp" / "file").touch()
    assert left(place) == []


def test_what_killed_arenas_left_is_removed_by_the_next_and_what_is_used_stays(place: Path) -> None:
    processes = [arena(place) for _ in range(4)]
    try:
        for process, _ in processes[1:]:
            process.send_signal(signal.SIGKILL)
            process.wait()
        assert len(left(place)) == 4
        with temporary_folder() as folder:
            assert sorted(left(place)) == sorted([folder, processes[0][1]])
            assert (processes[0][1] / "tmp" / "notes").exists()
    finally:
        for process, _ in processes:
            process.kill()
            process.communicate()
    sweep(place)
    assert left(place) == []


def test_only_what_has_our_name_and_our_mark_is_removed(place: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / MARK).touch()
    (precious / "file").touch()
    (place / f"{PREFIX}unmarked").mkdir()
    (place / f"{PREFIX}linked00").symlink_to(precious)
    dead(place, f"{PREFIX}bots-12345")
    dead(place, f"{PREFIX}UPPERCAS")
    marked_by_link = place / f"{PREFIX}marklink"
    marked_by_link.mkdir()
    (marked_by_link / MARK).symlink_to(precious / MARK)
    before = sorted(left(place))
    sweep(place)
    assert sorted(left(place)) == before
    assert (precious / "file").exists()
    subprocess.run(("rm", "-r", *before), check=True)


def test_links_in_a_folder_are_removed_and_not_followed(place: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (dead(place, f"{PREFIX}abcdefgh") / "link").symlink_to(tmp_path)
    sweep(place)
    assert left(place) == []
    assert (tmp_path / "file").exists()


@pytest.mark.skipif(os.getuid() != 0, reason="only root can make another user's folder")
def test_the_folders_of_other_users_stay(place: Path) -> None:
    folder = dead(place, f"{PREFIX}abcdefgh")
    os.chown(folder, 65_534, -1)
    sweep(place)
    assert left(place) == [folder]
    os.chown(folder, 0, -1)
    sweep(place)


def test_a_sweep_ends_however_much_there_is(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(9):
        dead(place, f"{PREFIX}abcdefg{number}")
    monkeypatch.setattr(folders, "MOST_LOOKED_AT", 4)
    sweep(place)
    assert len(left(place)) == 5
    monkeypatch.setattr(folders, "SWEEP_S", 0.0)
    sweep(place)
    assert len(left(place)) == 5
    monkeypatch.undo()
    sweep(place)
    assert len(left(place)) == 0


def test_arenas_that_start_at_once_leave_each_other_alone(place: Path) -> None:
    processes = [arena(place) for _ in range(2)]
    many = (
        "from arena.files.temporary import temporary_folder\nfor _ in range(200):\n"
        "    with temporary_folder() as folder: (folder / 'socket').touch()\n"
    )
    runs = [
        subprocess.Popen((sys.executable, "-c", many), cwd=ROOT, env=os.environ | {"TMPDIR": str(place)})
        for _ in range(3)
    ]
    assert [run.wait() for run in runs] == [0, 0, 0]
    assert sorted(left(place)) == sorted(folder for _, folder in processes)
    for process, _ in processes:
        process.kill()
        process.communicate()
    sweep(place)
