"""A long league of random bots: its speed at the end against the beginning, and the memory the arena needs."""

import argparse
import resource
import tempfile
import time
from contextlib import closing
from pathlib import Path

from arena.league.progress import Progress
from arena.league.running import run_league
from benchmarks.league import BOTS, league_of_random_bots
from benchmarks.report import Ratio, report
from leaderboards.store import Store

MOST_MEGABYTES = 500
IN_FLIGHT = 1024
WORKERS = 2


def matches_per_second(seen: list[tuple[float, int]], first: float, last: float) -> float:
    """The rate between two shares of the way."""
    total = seen[-1][1]
    (began, begin), (ended, end) = (min(seen, key=lambda at: abs(at[1] - share * total)) for share in (first, last))
    return (end - begin) / (ended - began)


def main() -> None:
    """Plays one league."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100_000)
    matches = parser.parse_args().matches
    seen: list[tuple[float, int]] = []

    def watch(progress: Progress) -> None:
        if progress.stored:
            seen.append((time.perf_counter(), progress.stored))

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        league = league_of_random_bots(folder, matches // BOTS)
        with closing(Store.create(folder / "league.db", league)) as store:
            run_league(league, store, WORKERS, IN_FLIGHT, watch)
    megabytes = (
        max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) / 1024
    )
    first, last = matches_per_second(seen, 0.0, 0.1), matches_per_second(seen, 0.9, 1.0)
    figures = {
        "first tenth, matches/s": first,
        "last tenth, matches/s": last,
        "largest process of the arena, MB": megabytes,
    }
    ratios = [
        Ratio("last tenth / first tenth", last / first, 0.9),
        Ratio("500 MB / peak", MOST_MEGABYTES / megabytes, 1),
    ]
    report("endurance", figures, ratios)


if __name__ == "__main__":
    main()
