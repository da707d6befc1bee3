"""Kills the processes that serve and play a ladder under load: every stored match and acknowledged submission remains,
exactly once.

The killed processes use SQLite files in which the matches are stored. The submissions are stored in another SQLite file
or on a database server, which is killed, too.
"""

import os
import random
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from arena.ladder.playing.files import RESULTS
from arena.protocol.records import encode_record
from leaderboards.store import Store
from tests.ladder.examining.test_restarts import Handing, assert_all_there, have
from tests.ladder.playing.ladders import CALM_S, LONG_S, enter, first_bot, quick_ladder, stored, verified
from tests.ladder.serving import arena_serve, ladder_of, wait_for
from tests.servers import Postgres
from tests.suite.sizes import full, sized

KILLS: Final = int(os.environ.get("ARENA_KILLS", sized("3", "60")))
"""The minimum number of kills in a test.

Without a database server, three kills suffice to kill each kind of process once: a worker, its parent and the server.
"""
AUTHORS: Final = sized(8, 12)
EACH: Final = 4
"""The number of groups into which the authors are divided. Only one group hands in bots during each run of the server,
because the rate limit allows each author only a few hand-ins.
"""
PAUSE_S: Final = sized(0.5, 1.5)
"""The longest pause in seconds between two kills during one run of the server."""
HANDING_S: Final = 1.0
"""The seconds between two hand-ins of one author.

Faster authors would reach the rate limit. But the test needs another hand-in after it has restarted the database.
"""


def records(folder: Path) -> dict[int, bytes]:
    """Returns the hash of each stored match, by the match's place in the schedule."""
    with closing(Store.open(str(folder / RESULTS / "verraeter"))) as store:
        return {match.ordinal: sha256(encode_record(match.record)).digest() for match in store.matches()}


def below(pid: int) -> list[int]:
    """Returns the ids of the child processes that process `pid` has started with `multiprocessing`."""
    found = []
    with suppress(OSError):  # the process has ended
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            for child in map(int, children.read_text().split()):
                with suppress(OSError):
                    if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                        found.append(child)
    return found


def kill_one(pids: list[int]) -> int:
    """Kills the first of these processes, unless it has ended by itself; returns the number of killed processes."""
    with suppress(ProcessLookupError):
        for pid in pids[:1]:
            os.kill(pid, signal.SIGKILL)
            return 1
    return 0


def workers(server: subprocess.Popen[str]) -> list[int]:
    """Returns the process ids of the workers in which matches run."""
    return [worker for player in below(server.pid) for worker in below(player)]


def killed(server: subprocess.Popen[str], database: Postgres | None, handing: Sequence[Handing]) -> Iterator[int]:
    """Kills a worker with running matches, then a process that plays a ladder, then the database server if there is
    one; yields the number of killed processes each time.
    """
    yield kill_one(workers(server))
    yield kill_one(below(server.pid))
    if database:
        database.kill()
        yield 1
        database.start()
        wait_for(partial(have, handing, sum(len(one.receipts) for one in handing) + 1), LONG_S)


def left(folder: Path) -> Iterator[Path]:
    """Yields the folders in /proc of the processes that run in this folder or have its path in their environment."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            told = (process / "environ").read_bytes()  # only this is visible of a process in a box
            if (process / "cwd").readlink().is_relative_to(folder) or os.fsencode(folder) in told:
                yield process


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
@pytest.mark.timeout(3600)
# in `make test`, test_servers.py kills the database
@pytest.mark.parametrize("rows", ["file", pytest.param("server", marks=full)])
def test_what_was_durable_or_acknowledged_stays_whoever_is_killed_and_no_bot_is_blamed(
    tmp_path: Path, request: pytest.FixtureRequest, rows: str
) -> None:
    own: Postgres | None = request.getfixturevalue("own") if rows == "server" else None
    names = ("Ann", *(f"Author {number}" for number in range(AUTHORS)))
    folder, port, [_, *authors] = ladder_of(tmp_path, *names, database=own.address if own else None)
    quick_ladder(folder, pause_s=CALM_S)
    enter(folder, "Ann", first_bot("mine"))
    handing = [Handing(author, HANDING_S) for author, _ in authors]
    rng, there, done = random.Random(KILLS), dict[int, bytes](), 0
    for life in count():
        with arena_serve(folder, port) as server:
            for author, link in () if life else authors:
                assert author.sign_in(link, command=True).status == 200
            now_handing = handing[life % EACH :: EACH]
            threads = [threading.Thread(target=one.run) for one in now_handing]
            for thread in threads:
                thread.start()
            goal = len(there) + 1
            # wait_for calls it within this turn of the loop
            wait_for(lambda: stored(folder, "verraeter") >= goal, LONG_S)  # noqa: B023
            for found in killed(server, own, now_handing):
                done += found
                time.sleep(rng.uniform(0, PAUSE_S))
            now = records(folder)
            server.kill()
            done += 1
            for thread in threads:
                thread.join(LONG_S)
            assert there.items() <= now.items()
            there = now
        if done >= KILLS:
            break
    with arena_serve(folder, port) as server:
        wait_for(lambda: stored(folder, "verraeter") > len(there), LONG_S)
        for one in handing:
            assert_all_there(one)
        server.terminate()
        server.wait(LONG_S)
    if own:
        own.stop()
    assert sum(len(one.receipts) for one in handing) >= life
    assert there.items() <= records(folder).items()
    with closing(Store.open(str(folder / RESULTS / "verraeter"))) as store:
        assert not any(match.record.faults for match in store.matches())
        assert not any(run.withdrawn for run in store.runs())
    assert verified(folder, "verraeter")["matches"] >= len(there)
    wait_for(lambda: not any(left(tmp_path)), LONG_S)
