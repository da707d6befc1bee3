"""Plays a long league of random bots: compares its speed at the end with that at the beginning, and reports memory.

The benchmark reports two speeds: the matches a second, and the matches in the CPU time of one `unit_of_work`. This is a
fixed piece of work, which the benchmark times again and again during the league. The matches a second also depend on
other load of the machine. The matches in a unit of CPU time show whether the league itself becomes slower.
"""

import argparse
import os
import resource
import tempfile
import time
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from arena.league.playing.progress import Progress
from arena.league.playing.running import run_league
from arena.system.processes.process_table import US_PER_S, Sight
from arena.transport.processes.cpu import Tally
from benchmarks.leagues.league import BOTS, league_of_random_bots
from benchmarks.report import Ratio, report
from leaderboards.store import PlayedStore

MOST_MEGABYTES = 500
IN_FLIGHT = 1024
WORKERS = 2


class Glance(NamedTuple):
    """The progress of a league at one moment, and the time it has used so far."""

    matches: int
    wall_s: float
    cpu_s: float
    """The CPU seconds of this process and of all processes that it has started."""
    unit_s: float
    """The CPU seconds that a fixed piece of work took just now."""


def look(matches: int, started: Tally) -> Glance:
    """Returns a Glance at the present moment; `started` adds up the CPU time of all processes that this process has
    started.
    """
    started.look(Sight.now())
    cpu_s = started.total_us / US_PER_S + time.process_time()
    return Glance(matches, time.perf_counter(), cpu_s, unit_of_work())


def unit_of_work() -> float:
    """Does a fixed piece of typical Python work, some milliseconds long; returns its CPU time in seconds."""
    began = time.process_time()
    rows = {number: (number, str(number)) for number in range(10_000)}
    assert sum(len(text) for _, text in sorted(rows.values(), reverse=True)) == 38_890
    return time.process_time() - began


def tenth(seen: list[Glance], first: float, last: float) -> tuple[float, float]:
    """Returns two speeds of a part of the league: the matches a second, and the matches in the CPU time of one
    `unit_of_work`. The part begins at `first` and ends at `last`, fractions of all matches of the league.
    """
    total = seen[-1].matches
    begin, end = (
        min(range(len(seen)), key=lambda at: abs(seen[at].matches - share * total)) for share in (first, last)
    )
    part = seen[begin : end + 1]
    units = sum((after.cpu_s - glance.cpu_s) / after.unit_s for glance, after in pairwise(part))
    matches = part[-1].matches - part[0].matches
    return matches / (part[-1].wall_s - part[0].wall_s), matches / units


def main() -> None:
    """Plays one league, and reports the speed in its first and in its last tenth."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100_000)
    matches = parser.parse_args().matches
    seen: list[Glance] = []
    started = Tally(os.getpid())

    def watch(progress: Progress) -> None:
        if progress.stored:
            seen.append(look(progress.stored, started))

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        league = league_of_random_bots(folder, matches // BOTS)
        with closing(PlayedStore.create(folder / "league.db", league)) as store:
            run_league(league, store, WORKERS, IN_FLIGHT, watch)
    megabytes = (
        max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) / 1024
    )
    (first, first_cpu), (last, last_cpu) = tenth(seen, 0.0, 0.1), tenth(seen, 0.9, 1.0)
    figures = {
        "first tenth, matches/s": first,
        "last tenth, matches/s": last,
        "first tenth, matches a unit of CPU time": first_cpu,
        "last tenth, matches a unit of CPU time": last_cpu,
        "largest process of the arena, MB": megabytes,
    }
    ratios = [
        Ratio("last tenth / first tenth", last / first, 0.9),
        Ratio("the same a unit of CPU time", last_cpu / first_cpu, 0.9),
        Ratio("500 MB / peak", MOST_MEGABYTES / megabytes, 1),
    ]
    report("endurance", figures, ratios)


if __name__ == "__main__":
    main()
