"""Measures how much a league on all processors is slowed down by the process that estimates, for a replay, each seat's
chance to win.

The estimating process asks for the lowest priority. The league is measured in slices, alternately with and without the
estimating process beside it.
"""

import argparse
import os
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from arena.asking.estimates.program import command, question
from arena.match import MatchRecord
from benchmarks.leagues.league import league_of_random_bots
from benchmarks.leagues.slices import share_beside
from benchmarks.leagues.storage import random_records
from benchmarks.report import Ratio, report
from benchmarks.servers.pages import TICKS, cpu_s
from leaderboards.store import PlayedStore
from leaderboards.store.values.extent import Extent

ROUNDS: Final = 1_000_000
"""The number of rounds of the league: more than it can play during the measurement."""
LEAST_RATIO: Final = 33.0
"""The least ratio of the league's processor time to that of the estimates. With 33, the estimates use at most 3 % of
both together.
"""


class Costs:
    """The processor time used while estimates are made beside the league, in seconds."""

    def __init__(self) -> None:
        self.estimates_s = 0.0
        self.machine_s = 0.0
        """The time of all programs of the machine together, the estimates included."""

    @contextmanager
    def estimating(self, record: MatchRecord, components: str) -> Iterator[None]:
        """Makes the estimates of this match again and again, in a separate process, until the `with` block ends."""
        before_s, over, asked = machine_s(), threading.Event(), question(record, components)

        def estimate() -> None:
            while not over.is_set():
                with subprocess.Popen(
                    command(), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True
                ) as process:
                    assert process.stdin
                    process.stdin.write(asked)
                    process.stdin.close()
                    while not over.wait(0.1) and _runs(process.pid):
                        pass
                    self.estimates_s += cpu_s(process.pid)
                    process.kill()

        thread = threading.Thread(target=estimate)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()
            self.machine_s += machine_s() - before_s


def _runs(pid: int) -> bool:
    """Returns whether a child process still runs.

    Does not reap a child that has ended, so that its processor time can still be read.
    """
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None


def machine_s() -> float:
    """Returns the processor time that all programs of the machine have used so far, in seconds."""
    user, nice, system = Path("/proc/stat").read_text("utf-8").split()[1:4]
    return (int(user) + int(nice) + int(system)) / TICKS


def main() -> None:
    """Plays a league, half of the time with estimates beside it, and reports the costs of the estimates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=14, help="of slices of the league, with estimates and without")
    options = parser.parse_args()
    costs = Costs()
    with tempfile.TemporaryDirectory() as name:
        league = league_of_random_bots(Path(name), ROUNDS)
        record = random_records(league)[0]
        with closing(PlayedStore.create(Path(name) / "bench" / "league.db", league)) as store:
            store.keep_extent(Extent(len(league.bots) * ROUNDS))
            share = share_beside(league, store, lambda: costs.estimating(record, store.components()), options.pairs)
    figures = {
        "processor time of estimates, s": costs.estimates_s,
        "processor time of the machine meanwhile, s": costs.machine_s,
        "league with estimates / without, standard error": share.error,
    }
    cost = (costs.machine_s - costs.estimates_s) / costs.estimates_s
    ratios = [
        Ratio("league with estimates / without", share.value, 0.97),
        Ratio("processor time of the league / of the estimates beside it", cost, LEAST_RATIO),
    ]
    report("estimates", figures, ratios)


if __name__ == "__main__":
    main()
