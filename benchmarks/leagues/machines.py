"""Measures a league on many machines: its rate on 1, 2, 4 and 8 Dask workers, and the processor time of the arena
itself.

Each simulated machine is a network namespace of this computer, with a separate address and a share of a processor that
the kernel enforces. So eight workers have eight times as much processor time as one, although this computer has few
processors. The scheduler and the arena with its store run on a simulated machine without such a limit. Linux and root
are needed.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from statistics import linear_regression
from typing import Final, NamedTuple

from arena.errors import ArenaError
from arena.match.record import MatchRecord
from arena.system.processes.process_table import US_PER_S
from benchmarks.report import Ratio, report
from leaderboards.store import Store

COUNTS: Final = (1, 2, 4, 8)
PERIOD_US: Final = 100_000
BRIDGE: Final = "arena-br"
NETWORK: Final = "10.77.0"
PORT: Final = 8786
HOUSE: Final = Path(__file__).parents[2] / "bots" / "python"
LEAGUE: Final = """name = "machines"
game = "verraeter"
seats = 4
schedule = "balanced"
blocks = {blocks}
seed = 7
sandbox = "none"
[clock]
bank_ms = 600000
startup_ms = 300000
"""
RESTING_S: Final = 10
DASK: Final = (sys.executable, "-m", "dask")
ARENA: Final = (str(Path(sys.executable).with_name("arena")),)
BOTS: Final = ("random", "greedy", "banker", "montecarlo")


@contextmanager
def network() -> Iterator[None]:
    """Makes the network bridge that connects the simulated machines; removes it afterwards."""
    _run("ip", "link", "add", BRIDGE, "type", "bridge")
    try:
        _run("ip", "link", "set", BRIDGE, "up")
        yield
    finally:
        _run("ip", "link", "del", BRIDGE)


@contextmanager
def machine(number: int, share: float | None = None) -> Iterator[tuple[str, ...]]:
    """Makes a simulated machine with the address NETWORK.number; yields the words to put before a command, so that the
    command runs on that machine.

    `share` is the part of a processor that all processes of the machine have together; None means no limit.
    """
    name, end, group = f"arena-m{number}", f"arena-v{number}", Path(f"/sys/fs/cgroup/cpu/arena-m{number}")
    _run("ip", "netns", "add", name)
    try:
        _run("ip", "link", "add", end, "type", "veth", "peer", "name", "eth0", "netns", name)
        _run("ip", "link", "set", end, "master", BRIDGE, "up")
        for line in ("link set lo up", "link set eth0 up", f"addr add {NETWORK}.{number}/24 dev eth0"):
            _run("ip", "-n", name, *line.split())
        enter: tuple[str, ...] = ("ip", "netns", "exec", name)
        if share:
            members = _held_to(group, share)
            enter = ("sh", "-c", f'echo $$ > {members}; exec "$@"', "sh", *enter)
        yield enter
    finally:
        with suppress(subprocess.CalledProcessError):  # the link may not exist
            _run("ip", "link", "del", end)  # with only the namespace removed, the link would stay for a while
        _run("ip", "netns", "del", name)
        _remove(group)


def _held_to(group: Path, share: float) -> Path:
    """Makes a cgroup that is limited to a share of a processor; returns the file that lists its processes."""
    quota = int(share * PERIOD_US)
    if Path("/sys/fs/cgroup/cgroup.controllers").exists():
        group = Path("/sys/fs/cgroup") / group.name
        group.mkdir(exist_ok=True)
        (group / "cpu.max").write_text(f"{quota} {PERIOD_US}")
    else:
        group.mkdir(exist_ok=True)
        (group / "cpu.cfs_period_us").write_text(str(PERIOD_US))
        (group / "cpu.cfs_quota_us").write_text(str(quota))
    return group / "cgroup.procs"


def _remove(group: Path) -> None:
    for place in (group, Path("/sys/fs/cgroup") / group.name):
        with suppress(FileNotFoundError):
            place.rmdir()


def _run(*command: str) -> None:
    subprocess.run(command, check=True)


class Look(NamedTuple):
    """The progress of a league at one moment, and the processor time that the arena and the scheduler have used."""

    at_s: float
    matches: int
    arena_us: float
    scheduler_us: float


class Course(NamedTuple):
    """The speed and costs of a league between a fifth and four fifths of its matches, while all machines
    were playing.
    """

    matches_per_s: float
    """The matches played in a second: the slope of a line fitted to the numbers of matches that the Looks have
    recorded. A line is fitted because results arrive in groups, the shards.
    """
    arena_us: float
    """The processor time of the arena with its store, in microseconds for a match."""
    scheduler_us: float
    """The processor time of the scheduler, in microseconds for a match, without the time that `resting_us` counts."""
    resting_us: float
    """The scheduler's processor time for each machine without work, in microseconds a second."""
    records: tuple[MatchRecord, ...]
    """The records of all matches in the order of the schedule. They must be the same for any number of machines."""


def league_on(machines: int, share: float, blocks: int, folder: Path) -> Course:
    """Plays a league on `machines` simulated machines, each with `share` of a processor; returns its speed
    and costs.
    """
    bots = "".join(f'[[bots]]\nmanifest = "{HOUSE / bot}"\n' for bot in BOTS)
    (folder / "league.toml").write_text(LEAGUE.format(blocks=blocks) + bots)
    with ExitStack() as stack:
        head = stack.enter_context(machine(1))
        address = f"tcp://{NETWORK}.1:{PORT}"
        scheduler = _start(stack, folder, *head, *DASK, "scheduler", "--host", f"{NETWORK}.1", "--no-dashboard")
        for number in range(2, 2 + machines):
            enter = stack.enter_context(machine(number, share))
            own = ("--host", f"{NETWORK}.{number}", "--nthreads", "1", "--no-nanny", "--no-dashboard")
            _start(stack, folder, *enter, *DASK, "worker", address, *own)
        while _log(folder).count("Registered to:") < machines:
            time.sleep(0.5)
        began_us = _used_us(scheduler.pid)
        time.sleep(RESTING_S)
        resting_us = (_used_us(scheduler.pid) - began_us) / RESTING_S / machines
        arena = _start(stack, folder, *head, *ARENA, "run-league", "league.toml", "--cluster", address)
        looks: list[Look] = []
        while arena.poll() is None:
            with suppress(FileNotFoundError):  # a process has just ended
                looks.append(Look(time.monotonic(), _stored(folder), _used_us(arena.pid), _used_us(scheduler.pid)))
            time.sleep(0.2)
        assert arena.returncode == 0, _log(folder)
    stored = _stored(folder)
    amid = [look for look in looks if stored * 0.2 <= look.matches <= stored * 0.8]
    begin, end = amid[0], amid[-1]
    return Course(
        linear_regression([look.at_s for look in amid], [look.matches for look in amid]).slope,
        (end.arena_us - begin.arena_us) / (end.matches - begin.matches),
        (end.scheduler_us - begin.scheduler_us - resting_us * machines * (end.at_s - begin.at_s))
        / (end.matches - begin.matches),
        resting_us,
        _records(folder),
    )


def _stored(folder: Path) -> int:
    with suppress(ArenaError), closing(Store.open(folder / "results" / "machines")) as store:
        return store.count()
    return 0


def _records(folder: Path) -> tuple[MatchRecord, ...]:
    with closing(Store.open(folder / "results" / "machines")) as store:
        return tuple(match.record for match in sorted(store.matches(), key=lambda match: match.ordinal))


def _start(stack: ExitStack, folder: Path, *command: str) -> "subprocess.Popen[bytes]":
    log = stack.enter_context((folder / "log").open("ab"))
    process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


def _log(folder: Path) -> str:
    return (folder / "log").read_text("utf-8", "replace")


def _used_us(pid: int) -> float:
    """Returns the processor time that a process has used so far, in microseconds.

    `pid` may be the number of an `ip netns exec`: the command that it starts keeps this number.
    """
    ticks = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[11:13]
    return US_PER_S * sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Plays the same league on one machine and on several, and compares rates and results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--blocks", type=int, default=120)
    parser.add_argument("--share", type=float, default=0.2, help="of a processor, for each machine")
    arguments = parser.parse_args()
    courses: dict[int, Course] = {}
    with network():
        for count in COUNTS:
            with tempfile.TemporaryDirectory() as name:
                courses[count] = league_on(count, arguments.share, arguments.blocks, Path(name))
    one, most = courses[1], courses[COUNTS[-1]]
    figures = {f"{count} machines, matches/s": course.matches_per_s for count, course in courses.items()} | {
        "arena and store, ms of processor time a match": most.arena_us / 1_000,
        "scheduler, ms of processor time a match, without that at rest": most.scheduler_us / 1_000,
        "scheduler, ms a second for each machine at rest": most.resting_us / 1_000,
        "leagues with the records of the first": sum(course.records == one.records for course in courses.values()),
    }
    rates = {count: courses[count].matches_per_s / one.matches_per_s for count in COUNTS[1:]}
    report("machines", figures, [Ratio(f"rate of {count} machines / of one", rate) for count, rate in rates.items()])


if __name__ == "__main__":
    main()
