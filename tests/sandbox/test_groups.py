"""Tests of groups of processes, made with cgroup v2: on a tree of plain files, and on real cgroups if this process may
make groups.
"""

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.match import FaultKind
from arena.sandbox.box import Box, box_at
from arena.sandbox.kernel import groups
from arena.sandbox.kernel.groups import Group, made_in, own_folder, remove, sweep
from arena.sandbox.levels import Level
from arena.sandbox.limits import Limits
from arena.sandbox.probes import findings
from arena.sandbox.program import Prepared, Program
from arena.sandbox.runtime import python_runtime
from arena.system.processes.process_table import Sight
from arena.transport.clocks.clock import TIMINGS
from arena.transport.processes.excess import Excess
from arena.transport.processes.process import BotProcess
from arena.transport.processes.stillness import Stillness
from tests.transport.hosting import CALM, play, random_bot, run, running
from tests.transport.processes.programs import python


def inside(place: Path) -> list[Path]:
    return [path for path in place.iterdir() if path.is_dir()]


LIMITS = Limits(memory_mb=64, processes=30)
SPINS = "import os, time\nos.fork() or os.setsid()\nprint('now', flush=True)\nwhile True: pass"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A folder of plain files that imitates a cgroup."""
    (tmp_path / "cgroup.controllers").write_text("cpu memory pids\n")
    (tmp_path / "cgroup.subtree_control").write_text("cpu memory pids\n")
    return tmp_path


def real() -> Path | None:
    """Returns the folder of this process's cgroup if the process may make groups in it, else None."""
    try:
        own = own_folder()
        (own / "arena-try").mkdir()
        (own / "arena-try").rmdir()
    except OSError:
        return None
    return own


REAL = real()
needs_groups = pytest.mark.skipif(REAL is None, reason="this user may make no groups of cgroup v2 here")
needs_controllers = pytest.mark.skipif(
    REAL is None or not {"memory", "pids"} <= set((REAL / "cgroup.controllers").read_text().split()),
    reason="cgroup v2 has no controllers memory and pids here",
)


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a real cgroup in which groups can be made without controllers. Such groups can count, stop and end
    processes, but limit nothing.
    """
    assert REAL
    monkeypatch.setattr(groups, "CONTROLLERS", ())
    made = made_in(REAL, ())
    monkeypatch.setattr(groups, "_kept", [made])
    yield made
    left = inside(made)
    remove(made)
    assert left == []
    assert not made.exists()


def test_a_group_is_told_its_limits(tree: Path) -> None:
    group = Group(tree / "one", LIMITS)
    settings = ("memory.max", "memory.swap.max", "pids.max")
    (tree / "one").mkdir()
    for name in settings:
        (tree / "one" / name).write_text("max")
    group.limit()
    assert [(tree / "one" / name).read_text() for name in settings] == ["64000000", "0", "34"]


def test_what_a_group_tells_is_understood(tree: Path) -> None:
    group = Group(tree, LIMITS)
    assert (group.cpu_us(), group.peak_bytes(), group.ended_for_memory(), group.refused_processes()) == (0, 0, 0, 0)
    (tree / "cpu.stat").write_text("usage_usec 1234\nuser_usec 1000\nsystem_usec 234\n")
    (tree / "memory.peak").write_text("5678\n")
    (tree / "memory.events").write_text("low 0\nhigh 0\nmax 12\noom 2\noom_kill 1\n")
    (tree / "pids.events").write_text("max 3\n")
    assert (group.cpu_us(), group.peak_bytes(), group.ended_for_memory(), group.refused_processes()) == (
        1234,
        5678,
        1,
        3,
    )


def test_a_place_for_groups_has_the_controllers_handed_on(tree: Path) -> None:
    (tree / "cgroup.subtree_control").write_text("cpu\n")
    with pytest.raises(FileNotFoundError):  # the tree consists of plain files, so a new folder lacks the control files
        made_in(tree, ("memory", "pids"))
    assert (tree / "cgroup.subtree_control").read_text() == "+memory +pids"
    assert list(tree.glob("arena-*")) == []


def test_missing_controllers_are_named(tree: Path) -> None:
    (tree / "cgroup.controllers").write_text("cpu pids\n")
    with pytest.raises(OSError, match="the controllers memory are not delegated to the group"):
        made_in(tree, ("memory", "pids"))


def test_the_level_is_refused_where_there_are_none(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tree / "cgroup.controllers").write_text("\n")
    monkeypatch.setattr(groups, "own_folder", lambda: tree)
    monkeypatch.setattr(groups, "_kept", [])
    found = next(findings(Level.LIMITED))
    assert not found.held
    assert "not delegated" in found.detail
    assert "systemd-run" in found.probe.remedy


LEAVES = """
import subprocess, time
from pathlib import Path
from arena.sandbox.kernel.groups import Group, made_in
from arena.sandbox.limits import Limits
place = made_in(Path({own!r}), ())
group = Group.within(place, Limits())
child = subprocess.Popen(["sleep", "600"], preexec_fn=group.enter, start_new_session=True)
print(place, child.pid, flush=True)
time.sleep(600)
"""


@needs_groups
def test_what_arenas_that_were_killed_left_is_ended_and_removed_and_nobody_elses() -> None:
    assert REAL
    arena = subprocess.Popen((sys.executable, "-c", LEAVES.format(own=str(REAL))), stdout=subprocess.PIPE, text=True)
    assert arena.stdout
    name, number = arena.stdout.readline().split()
    sweep(REAL)
    assert Path(name).exists()  # its arena is alive
    arena.kill()
    arena.wait()
    arena.stdout.close()
    assert Path(name).exists()
    sweep(REAL)
    assert not Path(name).exists()
    assert not running(int(number))


class Grouped(Box):
    """A box that confines nothing, but puts the program into a cgroup."""

    def prepared(self, program: Program) -> Prepared:
        assert self.groups
        group = Group.within(self.groups, self.limits)
        return Prepared(program.command, program.environment, program.folder, group=group)


async def started(code: str, box: Box) -> BotProcess:
    return await BotProcess.start(replace(python(code), box=box), "nowhere", "secret")


async def said(process: BotProcess, count: int) -> None:
    while process.output().count("now") < count:  # noqa: ASYNC110  # output has no event
        await asyncio.sleep(0.01)


@needs_groups
def test_a_bot_is_in_its_group_from_the_start_counted_and_ended_with_it(place: Path) -> None:
    burns = "os.fork() or os.setsid()\nwhile time.process_time() < 0.3: pass\nprint('now', flush=True)"

    async def live() -> tuple[int, list[int]]:
        process = await started(f"import os, time\n{burns}\ntime.sleep(600)", Grouped(groups=place))
        await said(process, 2)
        [folder] = inside(place)
        numbers = [int(number) for number in (folder / "cgroup.procs").read_text().split()]
        process.look(Sight.now())
        cpu_us = process.cpu_us()
        await process.end()
        return cpu_us, numbers

    cpu_us, numbers = run(live())
    assert 580_000 <= cpu_us < 5_000_000
    assert len(numbers) == 2
    assert not any(Path(f"/proc/{number}").exists() for number in numbers)


@needs_groups
def test_a_stopped_group_computes_nothing_and_goes_on_and_can_be_ended(place: Path) -> None:
    async def live() -> tuple[int, int]:
        process = await started(SPINS, Grouped(groups=place))
        await said(process, 2)
        [group] = [Group(path, LIMITS) for path in inside(place)]
        still: Stillness = process.stillness()
        still.stop()
        while "frozen 1" not in (group.folder / "cgroup.events").read_text():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        before = group.cpu_us()
        await asyncio.sleep(0.3)
        stopped = group.cpu_us() - before
        still.resume()
        while group.cpu_us() < before + 100_000:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        still.stop()
        await process.end()
        still.close()
        return stopped, process.cpu_us() - before

    stopped, after = run(live())
    assert stopped < 20_000
    assert after >= 100_000


@needs_groups
def test_a_bot_that_ends_its_guard_is_ended_with_its_group(place: Path) -> None:
    code = "import os, time\nguard = os.getppid()\nos.fork() or os.setsid()\nos.kill(guard, 9)\ntime.sleep(600)"

    async def live() -> str:
        process = await started(code, Grouped(groups=place))
        how = await process.wait()
        await process.end()
        return how

    assert run(live()) == "its guard was ended by signal SIGKILL"


@needs_groups
def test_a_group_that_cannot_be_entered_is_the_arenas_failure(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Group, "make", lambda _: None)

    async def live() -> None:
        await started("", Grouped(groups=place))

    with pytest.raises(ArenaError, match="the arena failed when it started bot"):
        run(live())


@needs_groups
@pytest.mark.skipif(not shutil.which("bwrap"), reason="bubblewrap is not installed")
def test_in_a_group_without_controllers_a_box_keeps_all_its_promises_but_that_of_the_group(place: Path) -> None:
    assert inside(place) == []
    assert [found.probe.name for found in findings(Level.LIMITED) if not found.held] == ["together"]


@needs_groups
@pytest.mark.skipif(not shutil.which("bwrap"), reason="bubblewrap is not installed")
@pytest.mark.parametrize("timing", TIMINGS)
def test_bots_in_groups_play_and_each_process_has_its_own(place: Path, timing: str) -> None:
    names = ("ann", "bob", "cid")
    box, readable = box_at(Level.LIMITED, Limits()), tuple(python_runtime())
    launches = [replace(random_bot(name), box=box, readable=readable) for name in names]
    assert box.groups == place
    outcome = play(launches, [names, names], replace(CALM, timing=timing))
    assert [outcome.faults(name) for name in names] == [[None, None]] * 3


@needs_controllers
def test_the_level_holds_where_controllers_are_delegated() -> None:
    assert [found.probe.name for found in findings(Level.LIMITED) if not found.held] == []


@needs_controllers
def test_memory_beyond_the_limit_is_told_as_the_end_of_the_bot() -> None:
    code = "import os\nos.fork()\nhoard = b'x' * 50_000_000\nprint('now', flush=True)\nimport time; time.sleep(600)"

    async def live() -> Excess | None:
        process = await started(code, Box(Level.LIMITED, LIMITS))
        found = None
        while not found:
            await asyncio.sleep(0.05)
            found = process.look(Sight.now())
        await process.end()
        return found

    found = run(live())
    assert found
    assert found.kind is FaultKind.MEMORY
