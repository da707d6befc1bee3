"""Measures how the peak memory of the host process, which plays the matches, depends on the number of matches in
flight; real random bots play them.
"""

import asyncio
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from arena.league.league import League
from arena.league.schedule import Fixtures, create_schedule
from arena.league.settings import PROCESS
from arena.transport import Assignment, Host
from benchmarks.leagues.league import league_of_random_bots
from benchmarks.report import report

SIZES = (1, 64, 1024, 4096)
ROUNDS = 4_000


def peak_megabytes() -> float:
    """Returns the peak memory of this process so far, in megabytes."""
    status = Path("/proc/self/status").read_text("ascii")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


async def play(league: League, in_flight: int) -> None:
    """Plays twice as many matches as `in_flight`, but at least 64."""
    matches = max(64, 2 * in_flight)
    launches = [bot.launch() for bot in league.bots]
    async with Host(league.create_game(), launches, league.clock, in_flight) as host:
        await host.play(islice(assignments(league), matches), lambda _: None)


def assignments(league: League) -> Iterator[Assignment]:
    """Yields the assignments of the league's matches, in schedule order; an assignment is a match to be played by a
    host.
    """
    fixtures = Fixtures(league)
    for block in create_schedule(league).blocks():
        yield from fixtures.assignments(block)


def main() -> None:
    """Measures and reports the peak memory for each number of matches in flight in SIZES.

    SIZES must ascend, because the peak memory of a process never falls.
    """
    figures = {}
    with tempfile.TemporaryDirectory() as folder:
        league = replace(league_of_random_bots(Path(folder), ROUNDS), recall=PROCESS)  # one process for each bot
        for size in SIZES:
            asyncio.run(play(league, size))
            figures[f"{size} in flight, peak MB"] = peak_megabytes()
    figures["kilobytes a match"] = 1024 * (figures[f"{SIZES[-1]} in flight, peak MB"] - figures["1 in flight, peak MB"])
    figures["kilobytes a match"] /= SIZES[-1]
    report("memory", figures, [])


if __name__ == "__main__":
    main()
