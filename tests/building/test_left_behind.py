"""Tests of what a build leaves behind: its log, links, and processes. No process may outlive its build."""

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.building import building
from arena.building.building import build, build_copy
from arena.building.builds import command
from arena.building.manifest import Manifest, read_manifest
from arena.errors import ArenaError
from tests.building.built_bots import COUNTING, failure, write_built_bot


@pytest.mark.parametrize("place", [".arena-build.log", ".arena-built", "../.build.log", "../.sealed"])
@pytest.mark.parametrize("ready", [build, build_copy])
def test_a_link_where_a_log_or_a_mark_was_shows_and_empties_no_file(
    tmp_path: Path, place: str, ready: Callable[[Manifest], Manifest]
) -> None:
    """Tests that the arena neither shows nor empties a file to which a build has linked. The link replaces the build's
    log, or the file that marks a finished build.
    """
    secret = tmp_path / "secret"
    secret.write_text("42")
    bot = read_manifest(write_built_bot(tmp_path, f"ln -sf {secret} {place}; exit 1"))
    for _ in range(2):
        with pytest.raises(ArenaError) as caught:
            ready(bot)
        assert "42" not in caught.value.message
    assert secret.read_text() == "42"


def test_a_flood_of_output_is_kept_in_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "LOG_BYTES", 1_000)
    bot = read_manifest(write_built_bot(tmp_path, "head -c 3000000 /dev/zero | tr '\\0' x; echo end; exit 1"))
    error = failure(bot)
    log = Path((error.hint or "").rpartition(" ")[2]).read_text()
    assert log.startswith("(2999004 bytes before this are left out)\nxxx")
    assert log.endswith("xxxend\n")
    assert len(log) < 1_100


def test_a_build_that_takes_too_long_is_ended_with_all_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "LIMIT_S", 1)
    script = "sleep 600 & echo $! > ../child; wait"
    error = failure(read_manifest(write_built_bot(tmp_path, script)))
    assert error.message.startswith("the build of ann failed, it took longer than 1 s")
    assert gone(int((tmp_path / "child").read_text()))


def test_what_a_build_leaves_running_is_ended(tmp_path: Path) -> None:
    build(read_manifest(write_built_bot(tmp_path, f"{COUNTING}; sleep 600 & echo $! > ../child")))
    assert gone(int((tmp_path / "child").read_text()))


@pytest.mark.skipif(not shutil.which("setsid"), reason="setsid is not installed")
def test_what_leaves_its_session_ends_with_the_build(tmp_path: Path) -> None:
    build(
        read_manifest(
            write_built_bot(tmp_path, f"{COUNTING}; setsid -f sh -c 'echo $$ > ../child; sleep 600'; sleep 1")
        )
    )
    assert gone(int((tmp_path / "child").read_text()))


def test_a_build_that_ends_its_guard_is_ended_all_the_same(tmp_path: Path) -> None:
    bot = read_manifest(write_built_bot(tmp_path, "sleep 600 & echo $! > ../child; kill -9 $PPID; sleep 600"))
    assert failure(bot).message.startswith("the build of ann failed, it ended the process that guards it")
    assert gone(int((tmp_path / "child").read_text()))


def gone(process: int) -> bool:
    """Returns whether the process has ended; waits a few seconds for its end."""
    for _ in range(100):
        stat = Path(f"/proc/{process}/stat")
        if not stat.exists() or stat.read_text().rsplit(")", 1)[1].split()[0] == "Z":
            return True
        time.sleep(0.05)
    return False
