"""Tests of an arena that runs short of a resource: no bot gets a fault, the affected matches are played again, and the
league ends.
"""

import os
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from arena.match import MatchRecord
from tests.end_to_end.processes import (
    RANDOM_BOT,
    SLEEP,
    Ended,
    arena,
    bots_in,
    ended,
    random_league,
    records,
    sleeping,
    start,
    temporary,
    until,
    workers_of,
    write_bot,
    write_league,
)
from tests.league.leagues import UNCONFINED
from tests.suite.sizes import full

ROUNDS: Final = 4
ALL: Final = 3 * ROUNDS

LEAVES: Final = f"""
import subprocess, sys
if subprocess.run({SLEEP}).returncode == -{signal.SIGKILL:d}:
    sys.exit(3)
"""
"""The beginning of a bot that runs the sleep command. If SIGKILL ends this command, the bot exits with status 3;
otherwise, the rest of the bot runs.
"""
IN_PLAY: Final = f"""
import subprocess, time
from arena.bot import Bot, run

class Greedy(Bot):
    slept = False

    def choose(self, turn):
        if not self.slept:
            Greedy.slept = True
            subprocess.run({SLEEP})
            time.sleep(3)
        return turn.legal[0]

run(Greedy)
"""


def play_starved(folder: Path, program: str, starve: Callable[[int], bool]) -> Ended:
    """Plays a league of two random bots and the bot eve, which runs `program`; returns the arena's result.

    `program`: must run the command SLEEP at least once; this function ends every such command. `starve`: receives the
    number of commands ended so far. If it returns False, SIGTERM ends the next command. If it returns True, the arena's
    worker first loses the right to open files, and SIGKILL ends the next command.
    """
    random_league(folder, ROUNDS)
    write_bot(folder, "eve", program)
    write_league(folder, ROUNDS, "ann", "ben", "eve")
    process = start(folder, "run-league", "cup.toml", "--workers", "1")
    woken: list[int] = []
    while process.poll() is None:
        time.sleep(0.1)
        for pid in {*sleeping(folder)}.difference(woken):
            if starve(len(woken)):
                for worker in workers_of(process):
                    resource.prlimit(
                        worker, resource.RLIMIT_NOFILE, (0, resource.prlimit(worker, resource.RLIMIT_NOFILE)[1])
                    )
            os.kill(pid, signal.SIGKILL if starve(len(woken)) else signal.SIGTERM)
            woken.append(pid)
    assert woken
    return ended(process)


def without_faults(folder: Path) -> list[MatchRecord]:
    found = [record for _, record in records(folder)]
    assert all(isinstance(record, MatchRecord) and not record.faults for record in found)
    return found  # type: ignore[return-value]  # the line before asserts the type


def gave_up(said: Ended, what: str) -> None:
    assert said.status == 1, said.err
    assert "Traceback" not in said.err
    assert what in said.err
    assert "[shortage]" in said.err
    assert "then run the same command again; stored matches are kept\n" in said.err


@pytest.mark.slow
def test_a_worker_without_descriptors_is_replaced_and_no_bot_has_a_fault(tmp_path: Path) -> None:
    said = play_starved(tmp_path, LEAVES + RANDOM_BOT.read_text(), lambda nth: nth == 0)
    assert said.status == 0, said.err
    assert "Traceback" not in said.err
    assert "it may open no more files (Too many open files)); its matches were played again\n" in said.err
    assert len(without_faults(tmp_path)) == ALL
    until(lambda: not bots_in(tmp_path), "the bots have ended")


@pytest.mark.slow
def test_a_shortage_that_stays_ends_the_league_and_no_bot_has_a_fault(tmp_path: Path) -> None:
    said = play_starved(tmp_path, LEAVES + RANDOM_BOT.read_text(), lambda _: True)
    gave_up(said, "it may open no more files")
    assert without_faults(tmp_path) == []
    until(lambda: not bots_in(tmp_path), "the bots have ended")


@pytest.mark.slow
def test_counting_usage_without_a_descriptor_does_not_end_a_worker(tmp_path: Path) -> None:
    said = play_starved(tmp_path, IN_PLAY, lambda nth: nth == 0)
    assert said.status == 0, said.err
    assert "died" not in said.err
    assert len(without_faults(tmp_path)) == ALL


@pytest.fixture
def small_tmp(tmp_path: Path) -> Iterator[Path]:
    """Mounts a small separate disk as the arena's folder for temporary files; yields this folder."""
    place = temporary(tmp_path)
    place.mkdir()
    command = ("mount", "-t", "tmpfs", "-o", "size=16m", "none", place)
    if not shutil.which("mount") or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("mounting a small disk takes rights this user has not")
    yield place
    subprocess.run(("umount", place), check=True)


def leave_room(place: Path, files: int) -> None:
    seen = os.statvfs(place)
    count = seen.f_files - seen.f_ffree + files
    subprocess.run(("mount", "-o", f"remount,nr_inodes={count}", place), check=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("files", "head"),
    [
        pytest.param(1, UNCONFINED, marks=full),  # in `make test`, the next case also lacks room for files
        (2, UNCONFINED),
        pytest.param(4, "", marks=full),  # the check of a box needs four files; the rest is as in the case before
    ],
    ids=["for the folder", "for the folder and its mark, but for no socket", "for two sockets, in boxes"],
)
def test_a_full_folder_for_temporary_files_ends_the_league_and_room_lets_it_go_on(
    tmp_path: Path, small_tmp: Path, files: int, head: str
) -> None:
    random_league(tmp_path, ROUNDS)
    write_league(tmp_path, ROUNDS, "ann", "ben", "cid", head=head)
    # copies the bots into the small disk while it has room
    assert arena(tmp_path, "run-league", "cup.toml", "--workers", "1").status == 0
    (tmp_path / "results").rename(tmp_path / "before")
    leave_room(small_tmp, files)
    gave_up(arena(tmp_path, "run-league", "cup.toml", "--workers", "1"), "the disk is full (No space left on device)")
    assert without_faults(tmp_path) == []
    leave_room(small_tmp, 1_000)
    assert arena(tmp_path, "run-league", "cup.toml", "--workers", "1").status == 0
    assert len(without_faults(tmp_path)) == ALL
