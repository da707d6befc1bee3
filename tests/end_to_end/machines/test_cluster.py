"""Tests of a league on a Dask cluster: a real scheduler and real workers, one of which is killed."""

import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.end_to_end.processes import (
    Ended,
    arena,
    bots_in,
    counted,
    ended,
    random_league,
    records,
    start,
    stored,
    until,
)
from tests.installed import python
from tests.suite.sizes import full
from tests.web.certificates import Pair, authority, signed

pytest.importorskip("distributed", reason="Dask is not installed: pip install 'bot-arena[cluster]'")

pytestmark = pytest.mark.slow


class Cluster:
    """A Dask scheduler and its workers, each in its own process."""

    def __init__(self, folder: Path, stack: ExitStack, scheme: str = "tcp", **variables: str) -> None:
        self._folder, self._stack, self._variables = folder, stack, variables
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"{scheme}://127.0.0.1:{port}"
        self.scheduler = self._start(
            "scheduler", "--host", f"{scheme}://127.0.0.1", "--port", str(port), "--no-dashboard"
        )
        until(lambda: _listens(port), "the scheduler listens")

    def add_worker(self) -> "subprocess.Popen[bytes]":
        """Starts a worker with one thread; the worker stores all its files in the cluster's folder."""
        return self._start("worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard")

    def _start(self, *arguments: str) -> "subprocess.Popen[bytes]":
        log = self._stack.enter_context((self._folder / f"{arguments[0]}.log").open("ab"))
        environment = {"PATH": "/usr/bin:/bin", "TMPDIR": str(self._folder), "HOME": str(self._folder)}
        environment |= self._variables
        process = subprocess.Popen(
            (python(), "-m", "dask", *arguments), env=environment, cwd=self._folder, stdout=log, stderr=log
        )
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def dask_tls(ca: Pair, pair: Pair) -> dict[str, str]:
    """Returns the environment variables that configure Dask to encrypt everything, with the same certificate for the
    scheduler, the workers and the client.
    """
    files = {"CERT": pair.certificate, "KEY": pair.key}
    roles = {f"TLS__{role}__{what}": path for role in ("SCHEDULER", "WORKER", "CLIENT") for what, path in files.items()}
    values = {**roles, "TLS__CA_FILE": ca.certificate, "REQUIRE_ENCRYPTION": "true"}
    return {f"DASK_DISTRIBUTED__COMM__{name}": str(value) for name, value in values.items()}


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(tmp_path_factory.mktemp("cluster"), stack)


@full  # in `make test`, the next test kills the only worker, and test_remote_machines.py cuts off one of two workers
def test_a_killed_worker_loses_only_its_running_shards_and_the_table_is_that_of_one_machine(
    cluster: Cluster, cup: Path, uninterrupted: tuple[Ended, list[tuple[int, object]]]
) -> None:
    victim, _ = cluster.add_worker(), cluster.add_worker()
    running = start(cup, "run-league", "cup.toml", "--cluster", cluster.address)
    until(lambda: counted(cup) > 0, "the first shard is stored")
    victim.kill()
    said = ended(running)
    assert said.status == 0, said.err
    assert said.out == uninterrupted[0].out
    assert records(cup) == uninterrupted[1]


def test_bots_travel_with_the_league_and_the_only_worker_that_had_them_may_die(
    cluster: Cluster, cup: Path, uninterrupted: tuple[Ended, list[tuple[int, object]]]
) -> None:
    """The bots travel with the league: a league on a cluster is played to its end even if the only worker that has
    received the bots' files is killed, and another worker takes its place. The test also checks that a cluster without
    workers is refused.
    """
    refused = arena(cup, "run-league", "cup.toml", "--cluster", cluster.address)
    assert refused.status == 1
    assert f"the Dask scheduler at {cluster.address} does not have workers  [no-cluster]" in refused.err
    victim = cluster.add_worker()
    running = start(cup, "run-league", "cup.toml", "--cluster", cluster.address)
    until(lambda: counted(cup) > 0, "the first shard is stored")
    victim.kill()
    cluster.add_worker()
    said = ended(running)
    assert said.status == 0, said.err
    assert "sandbox on the cluster: " in said.err
    assert said.out == uninterrupted[0].out
    assert records(cup) == uninterrupted[1]
    until(lambda: not bots_in(cup), "the bots have ended")


def test_an_address_where_nobody_listens_is_refused(tmp_path: Path) -> None:
    random_league(tmp_path, 1)
    said = arena(tmp_path, "run-league", "cup.toml", "--cluster", "tcp://127.0.0.1:9")
    assert said.status == 1
    assert "no Dask scheduler answers at tcp://127.0.0.1:9  [no-cluster]" in said.err


def test_what_a_cluster_says_is_encrypted_where_dask_has_certificates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tls").mkdir()
    ca, other = authority(tmp_path / "tls"), authority(tmp_path / "tls", "other")
    own, foreign = (signed(by, tmp_path / "tls", f"by-{by.key.stem}") for by in (ca, other))
    random_league(tmp_path, 1)
    with ExitStack() as stack:
        cluster = Cluster(tmp_path / "tls", stack, "tls", **dask_tls(ca, own))
        cluster.add_worker()
        told = arena(tmp_path, "run-league", "cup.toml", "--cluster", cluster.address)
        assert (
            f"this machine cannot connect to {cluster.address}: the configuration of Dask on this machine names no "
            "authority" in told.err
        )
        for pair, expected in (
            (
                foreign,
                (
                    "is not trusted: its certificate is signed by an authority "
                    "that Dask's configuration on this machine does not name"
                ),
            ),
            (own, ""),
        ):
            for name, value in dask_tls(other if expected else ca, pair).items():
                monkeypatch.setenv(name, value)
            told = arena(tmp_path, "run-league", "cup.toml", "--cluster", cluster.address)
            assert (told.status, expected in told.err) == (1 if expected else 0, True), told.err
            assert "Traceback" not in told.err
        monkeypatch.setenv("DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT", str(own.key))
        told = arena(tmp_path, "run-league", "cup.toml", "--cluster", cluster.address)
        assert "the certificates that Dask's configuration names on this machine cannot be used" in told.err
    assert stored(tmp_path) == 3
