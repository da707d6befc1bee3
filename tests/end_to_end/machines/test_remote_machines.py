"""Tests with two simulated machines, which are network namespaces with a virtual cable: a league runs on one machine,
and a bot or a worker on the other machine, with TLS between them.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

import pytest

from tests.end_to_end.machines.test_cluster import dask_tls
from tests.end_to_end.processes import Ended, counted, records, temporary, until
from tests.installed import arena_command, python, surroundings
from tests.remote.leagues import Running, make_token, write_league
from tests.web.certificates import Pair, authority, signed

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1_200)]
HERE: Final = "10.231.54.1"
THERE: Final = "10.231.54.2"
SCHEDULER: Final = f"tls://{HERE}:8786"
LOST_S: Final = 20
"""The seconds without a message after which a Dask scheduler treats a worker as lost."""


@pytest.fixture
def machines() -> Iterator[tuple[str, str]]:
    """Creates two network namespaces with a virtual cable between them; yields their names."""
    names = f"arena-{os.getpid()}-here", f"arena-{os.getpid()}-there"
    made: list[str] = []
    try:
        if os.getuid() or not shutil.which("ip"):
            pytest.skip("network namespaces need ip, and rights this user has not")
        for name in names:
            if subprocess.run(("ip", "netns", "add", name), check=False, capture_output=True).returncode:
                pytest.skip("this machine makes no network namespaces")
            made.append(name)
        cable = f"ip -n {names[0]} link add cable type veth peer name cable netns {names[1]}"
        if subprocess.run(cable.split(), check=False, capture_output=True).returncode:
            pytest.skip("this machine makes no cables between network namespaces")
        for name, address in zip(names, (HERE, THERE), strict=True):
            for words in (f"address add {address}/24 dev cable", "link set cable up", "link set lo up"):
                subprocess.run(("ip", "-n", name, *words.split()), check=True, capture_output=True)
        yield names
    finally:
        for name in made:
            with suppress(OSError):
                subprocess.run(("ip", "netns", "delete", name), check=False, capture_output=True)


def on(machine: str, folder: Path, *command: str, **variables: str) -> "subprocess.Popen[str]":
    """Starts a command on one of the simulated machines."""
    temporary(folder).mkdir(exist_ok=True)
    return subprocess.Popen(
        ("ip", "netns", "exec", machine, *command),
        cwd=folder,
        env=surroundings(TMPDIR=temporary(folder), **variables),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        process_group=0,
    )


def start(machine: str, folder: Path, *arguments: str, **variables: str) -> Running:
    """Starts the arena on one of the simulated machines."""
    return Running(on(machine, folder, *arena_command(), *arguments, **variables))


def test_a_bot_plays_on_one_machine_in_a_league_on_another(tmp_path: Path, machines: tuple[str, str]) -> None:
    ca = authority(tmp_path)
    pair = signed(ca, tmp_path, "arena", f"IP:{HERE}")
    write_league(tmp_path, "far", 2, ("random", "banker"), ("greedy",))
    token = make_token(tmp_path, "far", "greedy")
    shown = ("--tls-certificate", str(pair.certificate), "--tls-key", str(pair.key))
    with ExitStack() as stack:
        far = start(machines[0], tmp_path, "run-league", "far.toml", "--remote", f"{HERE}:0", *shown)
        stack.callback(far.stop)
        server = far.until_said(r"waiting at (https://\S+) for the remote bots greedy")[1]
        arguments = ("--server", server, "--token-file", str(token), "--ca", str(ca.certificate))
        connector = start(machines[1], tmp_path, "remote", *arguments, "--", "greedy")
        stack.callback(connector.stop)
        assert (far.end(), connector.end()) == (0, 0), far.err() + connector.err()
        assert "greedy: round trip " in far.err()
    assert len(records(tmp_path, "far")) == 6


def impatient(ca: Pair, pair: Pair) -> dict[str, str]:
    """Returns environment variables that configure Dask to treat a silent worker as lost after LOST_S seconds."""
    patience = {f"DASK_DISTRIBUTED__{name}": f"{LOST_S}s" for name in ("COMM__TIMEOUTS__TCP", "SCHEDULER__WORKER_TTL")}
    return dask_tls(ca, pair) | patience


def test_a_worker_that_is_cut_off_and_comes_back_costs_nothing(
    cup: Path, machines: tuple[str, str], uninterrupted: tuple[Ended, list[tuple[int, object]]]
) -> None:
    here, there = machines
    ca = authority(cup)
    variables = impatient(ca, signed(ca, cup, "machine"))
    worker = ("worker", SCHEDULER, "--nthreads", "1", "--no-dashboard")
    with ExitStack() as stack:

        def dask(machine: str, *arguments: str) -> Running:
            running = Running(on(machine, cup, python(), "-m", "dask", *arguments, **variables))
            stack.callback(running.stop)
            return running

        scheduler = dask(here, "scheduler", "--host", f"tls://{HERE}", "--port", "8786", "--no-dashboard")
        scheduler.until_said(f"Scheduler at: +{SCHEDULER}")
        dask(here, *worker)
        dask(there, *worker)
        scheduler.until_said("Register worker", 2)
        league = start(here, cup, "run-league", "cup.toml", "--cluster", SCHEDULER, **variables)
        stack.callback(league.stop)
        until(lambda: counted(cup) > 0, "the first shard is stored")
        cable(there, "down")
        scheduler.until_said(f"Remove worker.*{THERE}")
        cable(there, "up")
        assert league.end() == 0, league.err() + scheduler.err()
        assert league.process.stdout
        assert league.process.stdout.read() == uninterrupted[0].out
    assert records(cup) == uninterrupted[1]


def cable(machine: str, state: str) -> None:
    """Sets the virtual cable of a machine "down" or "up"."""
    subprocess.run(("ip", "-n", machine, "link", "set", "cable", state), check=True, capture_output=True)
