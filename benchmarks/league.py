"""A whole league of random bots, with real processes, protocol and store, against a bare stream in the same run.

Counted are decisions of bots per second, in all of the league but its first part, so that starting the processes does
not count; the ratio to `bare_stream` is the figure to look at.
"""

import argparse
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from arena.league.league import League
from arena.league.league_file import read_league
from arena.league.manifest import house_bots
from arena.league.progress import Progress
from arena.league.running import run_league
from arena.league.settings import PROCESS
from arena.sandbox.box import UNCONFINED, Box
from benchmarks.bare_stream import measure as bare_stream_rate
from benchmarks.report import Ratio, report
from leaderboards.store import PlayedStore

TARGETS = (18.0, 30.0)
BOTS = 4
SETTLED = 5
"""From this part of a league on all its processes have been started."""


def league_of_random_bots(folder: Path, rounds: int) -> League:
    """A league of copies of the random bot, in files below `folder`."""
    tables = []
    for number in range(BOTS):
        bot = folder / f"random-{number}"
        shutil.copytree(house_bots() / "python" / "random", bot, ignore=shutil.ignore_patterns("__pycache__"))
        manifest = bot / "bot.toml"
        manifest.write_text(manifest.read_text("utf-8").replace('"random"', f'"random-{number}"'), "utf-8")
        tables.append(f'[[bots]]\nmanifest = "random-{number}"\n')
    file = folder / "bench.toml"
    file.write_text(f'game = "verraeter"\nrounds = {rounds}\nseed = 1\n{"".join(tables)}', "utf-8")
    return read_league(file)


def decisions_per_second(
    rounds: int,
    workers: int,
    in_flight: int,
    box: Box = UNCONFINED,
    *,
    recall: str = PROCESS,
    look: Callable[[], None] = lambda: None,
) -> float:
    """Plays a league and measures it; `look` is called once, when half of it is played."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        league = replace(league_of_random_bots(folder, rounds), box=box, recall=recall)
        store = PlayedStore.create(folder / "league.db", league)
        seen: list[tuple[float, int]] = []
        looked: list[bool] = []

        def watch(progress: Progress) -> None:
            if SETTLED * progress.stored >= progress.total:
                seen.append((time.perf_counter(), progress.stored))
            if 2 * progress.stored >= progress.total and not looked:
                looked.append(True)
                look()

        run_league(league, store, workers, in_flight, watch)
        decisions = sum(len(match.record.actions) for match in store.matches())
        matches = league.rounds * BOTS
        store.close()
    (began, first), (ended, last) = seen[0], seen[-1]
    return decisions / matches * (last - first) / (ended - began)


def main() -> None:
    """Measures the bare stream before and after the league."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=4_000, help="four matches each")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--in-flight", type=int, nargs="+", default=[1, 16, 64, 256, 1024, 2048])
    parser.add_argument("--best-only", action="store_true", help="only the largest setting of each")
    arguments = parser.parse_args()
    workers = [max(arguments.workers)] if arguments.best_only else arguments.workers
    in_flight = [max(arguments.in_flight)] if arguments.best_only else arguments.in_flight
    bare = [bare_stream_rate()]
    figures = {
        f"{count} workers, {flight} in flight, decisions/s": decisions_per_second(
            max(20, arguments.rounds if flight >= 64 else arguments.rounds * flight // 64), count, flight
        )
        for count in workers
        for flight in in_flight
    }
    bare.append(bare_stream_rate())
    figures["bare stream, exchanges/s"] = peer = sum(bare) / len(bare)
    best = max(value for name, value in figures.items() if "decisions" in name)
    report("league", figures, [Ratio("best league / bare stream", best / peer, target) for target in TARGETS])


if __name__ == "__main__":
    main()
