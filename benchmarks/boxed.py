"""What boxes cost: the same league in them and without, and the start of a bot, by turns in one run."""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median

from arena.authoring.harness.harness import Harness
from arena.sandbox.box import UNCONFINED, Box
from arena.sandbox.proving import proved
from arena.transport import Launch
from benchmarks.league import decisions_per_second, league_of_random_bots
from benchmarks.report import Ratio, report

THROUGHPUT = 0.95
START_MS = 25.0
PATIENCE_S = 60.0


async def start_ms(launch: Launch) -> float:
    """From the order to start a bot to its Hello."""
    async with Harness(launch) as harness:
        began = time.perf_counter()
        await (await harness.start()).introduction(PATIENCE_S)
        return 1_000 * (time.perf_counter() - began)


def main() -> None:
    """Measures by turns, so that whatever else the machine does falls on both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1_000, help="four matches each")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--leagues", type=int, default=5, help="of each kind")
    parser.add_argument("--starts", type=int, default=40, help="of each kind")
    arguments = parser.parse_args()
    boxes = {"boxed": Box(proved("boxed").level), "unboxed": UNCONFINED}
    rates: dict[str, list[float]] = {name: [] for name in boxes}
    starts: dict[str, list[float]] = {name: [] for name in boxes}
    for _ in range(arguments.leagues):
        for name, box in boxes.items():
            rates[name].append(decisions_per_second(arguments.rounds, arguments.workers, 1024, box))
    with tempfile.TemporaryDirectory() as folder:
        bot = league_of_random_bots(Path(folder), 1).bots[0]
        for _ in range(arguments.starts):
            for name, box in boxes.items():
                starts[name].append(asyncio.run(start_ms(bot.launch(box))))
    figures = {f"{name}, decisions/s": median(told) for name, told in rates.items()}
    figures |= {f"{name}, ms to Hello": median(told) for name, told in starts.items()}
    more_ms = figures["boxed, ms to Hello"] - figures["unboxed, ms to Hello"]
    figures["a box adds, ms"] = more_ms
    ratios = [
        Ratio("league boxed / unboxed", median(rates["boxed"]) / median(rates["unboxed"]), THROUGHPUT),
        Ratio(f"{START_MS:g} ms / what a box adds to a start", START_MS / max(more_ms, 1e-3), 1.0),
    ]
    report("boxed", figures, ratios)


if __name__ == "__main__":
    main()
