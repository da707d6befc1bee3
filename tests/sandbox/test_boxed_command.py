"""Tests that at every level of confinement, the arena distinguishes a box that cannot start a program from a program
that fails by itself.
"""

import multiprocessing
import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from arena.sandbox import boxed_command, bubblewrap
from arena.sandbox.box import UNCONFINED, Box
from arena.sandbox.boxed_command import obstacle, try_in
from arena.sandbox.levels import Level
from arena.sandbox.program import Program
from arena.sandbox.runtime import python_runtime
from arena.system.processes.children import start_own
from arena.system.processes.process_table import Sight
from tests.sandbox.boxes import LEVELS, boxed

BOXED = Box(Level.BOXED)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with a folder of house bots: two bots, and a folder that they share; other users may read
    everything.
    """
    for name in ("house/ann", "house/ben", "house/shared", "house/other"):
        folder = tmp_path / "a package" / name
        folder.mkdir(parents=True)
        (folder / "bot.py").write_text(f"print('{folder.name}')\n")
    return tmp_path / "a package"


def bot(package: Path, name: str, *command: str) -> Program:
    house = package / "house"
    runtime = (package, house / "shared", *python_runtime())
    return Program(command or (sys.executable, "bot.py"), house / name, readable=runtime, hidden=(house,))


@boxed
def test_a_bot_in_a_folder_that_is_hidden_from_bots_sees_its_own_and_what_it_names_and_no_rival(package: Path) -> None:
    seen = try_in(BOXED, bot(package, "ann", "/usr/bin/find", str(package / "house"), "-type", "f"))
    assert seen.status == 0, seen.errors
    house = package / "house"
    assert set(seen.output.splitlines()) == {str(house / "ann" / "bot.py"), str(house / "shared" / "bot.py")}
    assert try_in(BOXED, bot(package, "ann")).output == "ann\n"


@boxed
def test_nothing_can_be_written_where_others_are_hidden(package: Path) -> None:
    tried = try_in(BOXED, bot(package, "ann", "/bin/sh", "-c", f"echo x > '{package}/house/x'"))
    assert tried.status != 0
    assert "Read-only file system" in tried.errors


@pytest.mark.parametrize("level", LEVELS)
def test_nothing_keeps_a_sound_program_from_starting(package: Path, level: Level) -> None:
    assert obstacle(Box(level), bot(package, "ann")) == ""


@pytest.mark.parametrize("level", LEVELS)
def test_a_program_that_is_nowhere_is_not_the_boxs_doing(package: Path, level: Level) -> None:
    assert obstacle(Box(level), bot(package, "ann", "/nowhere/at/all")) == ""


@boxed
def test_a_folder_the_box_does_not_have_is_its_obstacle(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = bubblewrap._shown
    monkeypatch.setattr(bubblewrap, "_shown", lambda path: [] if path.name == "ann" else real(path))
    assert "Can't chdir to" in obstacle(BOXED, bot(package, "ann"))
    assert obstacle(BOXED, bot(package, "ben")) == ""


@boxed
def test_a_program_the_box_does_not_have_is_its_obstacle(package: Path, tmp_path: Path) -> None:
    tool = tmp_path / "tool"
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    assert obstacle(BOXED, bot(package, "ann", str(tool))) == f"{tool} cannot be seen in it"


@boxed
def test_a_python_that_does_not_run_in_the_box_is_its_obstacle(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = package / "python3"
    broken.write_text("#!/bin/sh\necho no library >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setattr(boxed_command, "PYTHON", str(broken))
    assert obstacle(BOXED, bot(package, "ann", str(broken))) == "no library"


@boxed
def test_who_asks_does_not_wait_without_end(package: Path) -> None:
    with pytest.raises(TimeoutError, match=r"did not end within 0\.1 s"):
        try_in(BOXED, bot(package, "ann", "/usr/bin/sleep", "600"), 0.1)


def try_twice(package: Path) -> None:
    try_in(BOXED, bot(package, "ann", "/bin/true"))
    with suppress(TimeoutError):
        try_in(BOXED, bot(package, "ann", "/usr/bin/sleep", "600"), 1)  # after 1 s, the box is complete


@boxed
def test_what_a_box_leaves_stays_with_nobody(package: Path) -> None:
    """Tests that boxes leave no bubblewrap process as a child of this process. This process and a child start boxes.
    The call of `start_own` makes this process inherit the child's orphans.
    """
    start_own(lambda: subprocess.Popen(("true",))).wait()
    before = boxes_below()
    other = multiprocessing.get_context("spawn").Process(target=try_twice, args=(package,))
    other.start()
    try_twice(package)
    other.join()
    assert boxes_below() <= before


def boxes_below() -> set[int]:
    """Returns the numbers of the bubblewrap processes that are children of this process."""
    sight = Sight.now()
    below = map(sight.process, sight.children(os.getpid()))
    return {process.number for process in below if process and process.name == "bwrap"}


@boxed
def test_a_signal_from_elsewhere_says_nothing_of_the_box(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = package / "python3"
    ended.write_text("#!/bin/sh\nkill -9 $$\n")
    ended.chmod(0o755)
    monkeypatch.setattr(boxed_command, "PYTHON", str(ended))
    with pytest.raises(OSError, match="was ended by a signal"):
        obstacle(BOXED, bot(package, "ann", str(ended)))


def test_where_nothing_confines_there_is_no_obstacle(package: Path) -> None:
    assert obstacle(UNCONFINED, replace(bot(package, "ann"), folder=package / "nowhere")) == ""
