"""Measures whether the memory of house bots, the bots that come with the arena, grows: each bot makes many decisions,
and the memory of its process is measured after each quarter of them.

The process also contains the arena's side of the matches: engine, match and codecs. Each bot is measured in a separate
process.
"""

import argparse
import gc
import multiprocessing
from pathlib import Path

from benchmarks.report import report
from tests.bots.playing import decide, load_bot
from tests.bots.test_memory import GAMES

DECISIONS = 2_000
QUARTERS = 4


def resident_megabytes() -> float:
    """Returns the resident memory of this process in megabytes."""
    status = Path("/proc/self/status").read_text("ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def measure(name: str, decisions: int) -> list[float]:
    """Returns the memory of the bot's process in megabytes, after each quarter of this number of decisions."""
    bot, found = load_bot(name), []
    for _ in range(QUARTERS):
        decide(bot, GAMES[name], decisions // QUARTERS)
        gc.collect()
        found.append(resident_megabytes())
    return found


def main() -> None:
    """Measures one bot after another, each in a separate process, and reports their memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=DECISIONS)
    decisions = parser.parse_args().decisions
    figures = {}
    for name in GAMES:
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            found = pool.apply(measure, (name, decisions))
        for quarter, megabytes in enumerate(found, 1):
            figures[f"{name}, after {quarter * decisions // QUARTERS}, MB"] = megabytes
    report("decisions", figures, [])


if __name__ == "__main__":
    main()
