"""Tests of a league on a full disk and on a read-only folder: there is a clear error message, nothing is lost, and the
league can be continued later.
"""

import re
import resource
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.end_to_end.conftest import ROUNDS
from tests.end_to_end.processes import Ended, arena, bots_in, ended, records, start, stored, told_stored, until
from tests.suite.sizes import full

Uninterrupted = tuple[Ended, list[tuple[int, object]]]
ALL: Final = 3 * ROUNDS
SMALL: Final = 160 * 1024
"""The size in bytes of a disk with enough space for a new store of results, but not for the results of a whole league.
"""
SLOWLY: Final = ("cup.toml", "--workers", "2", "--in-flight", "1")


def remount(folder: Path, options: str) -> None:
    subprocess.run(("mount", "-o", f"remount,{options}", folder), check=True)


@pytest.fixture
def small_disk(cup: Path) -> Iterator[Path]:
    """Mounts a small separate disk as the folder `results`; yields this folder."""
    results = cup / "results"
    results.mkdir()
    command = ("mount", "-t", "tmpfs", "-o", f"size={SMALL}", "none", results)
    if not shutil.which("mount") or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("mounting a small disk takes rights this user has not")
    yield results
    subprocess.run(("umount", results), check=True)


def complained(said: Ended, sentence: str) -> None:
    """Asserts that the arena ended with two lines: an error message with this sentence, and a hint."""
    assert said.status == 1, said.err
    assert "Traceback" not in said.err
    assert re.search(
        rf"\nError: results/cup/league\.db cannot be used: {sentence}  \[store-failed\]\n", "\n" + said.err
    )
    assert said.err.endswith(
        "Hint: free space on the disk, or choose another results file with --db; stored matches are kept\n"
    )


def goes_on(folder: Path, uninterrupted: Uninterrupted) -> None:
    """Continues the league, and asserts that only the missing matches are played and that the results equal those of
    the uninterrupted league.
    """
    before = stored(folder)
    assert 0 < before < ALL
    said = arena(folder, "run-league", "cup.toml", "--workers", "2")
    assert said.status == 0, said.err
    assert f"{ALL} of {ALL} matches; {ALL - before} played in " in said.err
    assert said.out == uninterrupted[0].out
    assert records(folder) == uninterrupted[1]
    assert arena(folder, "verify", "results/cup").status == 0


@pytest.mark.slow
def test_a_disk_that_is_full_or_read_only_stops_the_league_can_be_read_and_loses_nothing(
    cup: Path, small_disk: Path, uninterrupted: Uninterrupted
) -> None:
    said = arena(cup, "run-league", *SLOWLY)
    complained(said, "database or disk is full")
    until(lambda: not bots_in(cup), "the bots have ended")
    kept = records(cup)
    assert kept == [uninterrupted[1][place] for place, _ in kept]
    remount(small_disk, "size=16m")
    remount(small_disk, "ro")
    said = arena(cup, "run-league", "cup.toml")
    complained(said, "you may not write to the folder of this file")
    assert arena(cup, "verify", "results/cup").status == 0
    assert told_stored(arena(cup, "standings", "results/cup").out) == len(kept)
    remount(small_disk, "rw")
    assert records(cup) == kept
    goes_on(cup, uninterrupted)


@full  # in `make test`, the test before checks a full disk; the arena handles this failure to write in the same way
@pytest.mark.slow
def test_a_limit_on_the_size_of_files_stops_the_league_and_loses_nothing(
    cup: Path, uninterrupted: Uninterrupted
) -> None:
    process = start(cup, "run-league", *SLOWLY)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (SMALL, SMALL))
    complained(ended(process), "(disk I/O error|database or disk is full)")
    until(lambda: not bots_in(cup), "the bots have ended")
    goes_on(cup, uninterrupted)


def test_a_league_is_not_begun_where_nothing_can_be_kept(cup: Path, small_disk: Path) -> None:
    remount(small_disk, "ro")
    said = arena(cup, "run-league", "cup.toml")
    complained(said, "Read-only file system")
    assert list(small_disk.iterdir()) == []
