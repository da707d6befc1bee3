"""Tests of examinations on a Dask cluster with a real scheduler and real workers, one of which is lost. The verdicts
are the same as on the ladder's own machine.
"""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

import pytest

from arena.building.manifest import find_manifest
from arena.ladder.examining.cluster import LOST, NONE_THERE
from arena.ladder.examining.worker import AGAIN_MS
from arena.ladder.ladder import Ladder
from arena.ladder.submissions.notes import Note, notes_of
from tests.end_to_end.machines.test_cluster import Cluster
from tests.ladder.archives import archive
from tests.ladder.conftest import Clock, joined
from tests.ladder.examining.test_worker import until
from tests.ladder.working import hand_in, work

pytest.importorskip("distributed", reason="Dask is not installed: pip install 'bot-arena[cluster]'")

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

LATER_MS: Final = 600_000


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cluster")


@pytest.fixture(scope="module")
def cluster(home: Path) -> Iterator[Cluster]:
    """Returns one cluster for all tests of this module. It has no worker at first, and the last test kills its
    scheduler.
    """
    with ExitStack() as stack:
        yield Cluster(home, stack)


@pytest.fixture
def ladder(tmp_path: Path, clock: Clock) -> Iterator[Ladder]:
    """Yields a ladder with its rows in a file. No other database is tested, because examinations do not depend on the
    kind of database.
    """
    with closing(Ladder(tmp_path / "ladder", clock)) as ladder:
        yield ladder


def building(command: str) -> bytes:
    house = find_manifest("random", Path()).parent
    files = {path.name: path.read_bytes() for path in house.glob("*.py")}
    manifest = f'name = "mine"\nversion = "1"\ncommand = ["{{python}}", "bot.py"]\nbuild = ["sh", "-c", "{command}"]\n'
    return archive(files | {"bot.toml": manifest.encode(), ".gitignore": b"built\n"})


def log(ladder: Ladder, number: int) -> list[Note]:
    with ladder.base.reading() as connection:
        return notes_of(connection, number)


def test_a_bot_comes_to_play_though_the_machine_it_is_built_on_is_lost(
    tmp_path: Path, ladder: Ladder, clock: Clock, cluster: Cluster, home: Path
) -> None:
    begun, go_on = tmp_path / "begun", tmp_path / "go-on"
    waits = f"touch {begun}; until [ -e {go_on} ]; do sleep 0.1; done; touch built"
    number = hand_in(ladder, joined(ladder, "Ann"), building(waits)).number
    work(ladder, cluster.address)
    assert [note.state for note in log(ladder, number)] == ["received", "unpacked", "retrying"]
    assert log(ladder, number)[-1].sentence == NONE_THERE
    victim = cluster.add_worker()

    def lose() -> None:
        until(begun.exists)
        victim.kill()
        cluster.add_worker()
        go_on.touch()

    def came_on() -> bool:
        clock.ms += LATER_MS
        work(ladder, cluster.address)
        return log(ladder, number)[-1].state != "retrying"

    losing = threading.Thread(target=lose)
    losing.start()
    until(came_on)
    losing.join()
    said = [note.state for note in log(ladder, number) if note.state != "retrying"]
    assert said == ["received", "unpacked", "built", "checked", "active"], log(ladder, number)[-1]
    assert not any(ladder.copies.glob("*/*"))
    assert not list(home.glob("arena-*/*"))


def test_what_failed_there_is_told_as_it_is_told_here(
    tmp_path: Path, ladder: Ladder, clock: Clock, cluster: Cluster
) -> None:
    demand_worker(cluster)
    ann, ben = joined(ladder, "Ann"), joined(ladder, "Ben")
    numbers = []
    for who, address in ((ann, None), (ben, cluster.address)):
        numbers.append(hand_in(ladder, who, building("echo no; pwd; false")).number)
        for _ in range(2):
            work(ladder, address)
            clock.ms += AGAIN_MS
    here, there = ([(note.state, note.sentence, note.hint, note.output) for note in log(ladder, n)] for n in numbers)
    assert here[-1][0] == "rejected"
    assert here == there


def test_a_scheduler_that_is_lost_is_no_fault_of_a_bot(tmp_path: Path, ladder: Ladder, cluster: Cluster) -> None:
    demand_worker(cluster)
    begun = tmp_path / "begun"
    number = hand_in(ladder, joined(ladder, "Ann"), building(f"touch {begun}; sleep 3600")).number

    def lose() -> None:
        until(begun.exists)
        cluster.scheduler.kill()

    losing = threading.Thread(target=lose)
    losing.start()
    work(ladder, cluster.address)
    assert not losing.is_alive()
    assert [note.state for note in log(ladder, number)] == ["received", "unpacked", "retrying"]
    assert log(ladder, number)[-1].sentence == LOST


def demand_worker(cluster: Cluster) -> None:
    """Makes sure that the cluster has exactly one worker: the one left by the test before, or a new one."""
    if not _workers(cluster):
        cluster.add_worker()
    until(lambda: _workers(cluster) == 1)


def _workers(cluster: Cluster) -> int:
    from distributed import Client  # noqa: PLC0415  # the package may not be installed

    with Client(cluster.address) as client:
        return len(client.nthreads())
