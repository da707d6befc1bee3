"""Tests that a sandbox which cannot start a bot is an error of the arena: the match is void, and no bot forfeits."""

import errno
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.match import FaultKind
from arena.sandbox import bubblewrap
from arena.sandbox.box import Box
from arena.sandbox.levels import Level
from arena.sandbox.runtime import python_runtime
from arena.transport import Finished, Host, Launch
from arena.transport.processes import process
from tests.transport.hosting import CALM, GAME, assignment, play, random_bot, run

pytestmark = [
    pytest.mark.usefixtures("nothing_left"),
    pytest.mark.skipif(not shutil.which("bwrap"), reason="needs bubblewrap"),
]

SHORT = "#!/bin/sh\necho 'bwrap: Creating new namespace failed: Resource temporarily unavailable' >&2\nexit 1\n"
THREE = ("first", "second", "third")
FORGED = 'import os, sys\nos.write(2, b"bwrap: Can\'t chdir to /here: No such file or directory\\n")\nsys.exit(1)\n'


def confined(launch: Launch) -> Launch:
    return replace(launch, box=Box(Level.BOXED), readable=tuple(python_runtime()))


def without(folder: str, monkeypatch: pytest.MonkeyPatch, times: int = 1_000) -> None:
    """Makes the first `times` sandboxes lack each folder of this name, as if the arena had forgotten it."""
    real, left = bubblewrap._shown, iter(range(times))
    monkeypatch.setattr(
        bubblewrap, "_shown", lambda path: [] if path.name == folder and next(left, None) is not None else real(path)
    )


def failure() -> ArenaError:
    """Plays a match of bots whose sandboxes fail; returns the error that the host raises. Fails if the match is
    finished or no error is raised.
    """
    finished: list[Finished] = []

    async def live() -> None:
        async with Host(GAME, [confined(random_bot(name)) for name in THREE], CALM, 1) as host:
            await host.play([assignment(0, THREE)], finished.append)

    with pytest.raises(ArenaError) as told:
        run(live())
    assert finished == []
    return told.value


def test_a_box_without_the_bots_folder_ends_the_host_and_no_match_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    without("random", monkeypatch)
    told = failure()
    assert told.code == "box-failed"
    assert "its sandbox (boxed) failed: bwrap: Can't chdir to" in told.message
    assert told.message.endswith("; the match does not count")


def test_a_box_that_failed_only_once_costs_its_bot_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    without("random", monkeypatch, times=1)
    assert failure().code == "box-failed"


def test_a_box_for_which_the_system_has_not_enough_is_told_as_that_shortage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bwrap").write_text(SHORT)
    (tmp_path / "bwrap").chmod(0o755)
    monkeypatch.setattr(bubblewrap, "BWRAP", str(tmp_path / "bwrap"))
    told = failure()
    assert told.code == "shortage"
    assert "when it made the sandbox of " in told.message
    assert told.message.endswith("it may start no more processes (Resource temporarily unavailable)")


def test_what_makes_boxes_and_is_gone_costs_no_bot_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap, "BWRAP", str(tmp_path / "bwrap"))
    told = failure()
    assert told.code == "no-process"
    assert told.message.endswith(f"No such file or directory: {tmp_path}/bwrap")


def test_a_shortage_while_a_box_is_asked_is_told_as_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> str:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(process, "obstacle", refuse)
    (tmp_path / "bot.py").write_text(FORGED)
    forger = confined(replace(random_bot("first"), folder=tmp_path))
    with pytest.raises(ArenaError, match="it may open no more files") as told:
        play([forger, *(random_bot(name) for name in THREE[1:])], [THREE])
    assert told.value.code == "shortage"


def test_a_bot_that_prints_what_a_box_would_forfeits_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(FORGED)
    forger = confined(replace(random_bot("first"), folder=tmp_path))
    outcome = play([forger, *(random_bot(name) for name in THREE[1:])], [THREE])
    [fault] = outcome.faults("first")
    assert fault is not None
    assert fault[0] is FaultKind.STARTUP
    assert outcome.faults("second") == outcome.faults("third") == [None]
