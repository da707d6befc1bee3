"""Measures the cost of sandbox boxes: a league of bots in boxes runs at the same time as a league of bots without
boxes.

The two leagues run together so that other load of the machine affects them equally. The benchmark also measures, in the
same way, how long a bot in a box and a bot without a box take to start.
"""

import argparse
import asyncio
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from arena.asking.harness.harness import Harness
from arena.sandbox.box import UNCONFINED, Box
from arena.sandbox.level_proof import proved
from arena.transport import Launch
from benchmarks.leagues.league import decisions_per_second, league_of_random_bots
from benchmarks.report import Ratio, report

THROUGHPUT = 0.95
START_MS = 25.0
PATIENCE_S = 60.0


async def start_ms(launch: Launch) -> float:
    """Returns the milliseconds from the order to start a bot until its Hello message arrives."""
    async with Harness(launch) as harness:
        began = time.perf_counter()
        await (await harness.start()).introduction(PATIENCE_S)
        return 1_000 * (time.perf_counter() - began)


async def started_together(launches: list[Launch]) -> list[float]:
    """Starts all bots at once; returns the milliseconds that each start takes."""
    return await asyncio.gather(*map(start_ms, launches))


def main() -> None:
    """Measures pairs of leagues and pairs of bot starts, with and without a box, and reports the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2_000, help="four matches each")
    parser.add_argument("--leagues", type=int, default=5, help="of each kind")
    parser.add_argument("--starts", type=int, default=60, help="of each kind")
    arguments = parser.parse_args()
    boxes = [Box(proved("boxed").level), UNCONFINED]
    with ProcessPoolExecutor(len(boxes), get_context("spawn")) as side_by_side:
        rates = [
            [
                future.result()
                for future in [
                    side_by_side.submit(decisions_per_second, arguments.rounds, 1, 1024, box) for box in boxes
                ]
            ]
            for _ in range(arguments.leagues)
        ]
    with tempfile.TemporaryDirectory() as folder:
        bot = league_of_random_bots(Path(folder), 1).bots[0]
        launches = [bot.launch(box) for box in boxes]
        starts = [asyncio.run(started_together(launches)) for _ in range(arguments.starts)]
    more_ms = median(boxed - unboxed for boxed, unboxed in starts)
    figures = {
        "boxed, decisions/s": median(boxed for boxed, _ in rates),
        "unboxed, decisions/s": median(unboxed for _, unboxed in rates),
        "boxed, ms to Hello": median(boxed for boxed, _ in starts),
        "unboxed, ms to Hello": median(unboxed for _, unboxed in starts),
        "a box adds, ms": more_ms,
    }
    ratios = [
        Ratio("league boxed / unboxed", median(boxed / unboxed for boxed, unboxed in rates), THROUGHPUT),
        Ratio(f"{START_MS:g} ms / what a box adds to a start", START_MS / max(more_ms, 1.0), 1.0),
    ]
    report("boxed", figures, ratios)


if __name__ == "__main__":
    main()
