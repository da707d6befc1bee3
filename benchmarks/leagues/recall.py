"""Measures the cost of the rule that no process of a bot plays the same deal twice.

A deal is played once for each seating of the same bots. The benchmark compares a league under the rule, in which each
bot has a separate process for each seating, with a league in which one process of each bot plays all seatings.
"""

import argparse
import os
from pathlib import Path
from statistics import median

from arena.league.settings import FORGETFUL, PROCESS, RECALLS
from arena.system.processes.process_table import Sight
from benchmarks.leagues.league import decisions_per_second
from benchmarks.report import Ratio, report

THROUGHPUT = 0.85
FLIGHT = {PROCESS: 1_024, FORGETFUL: 4_096}
"""The number of matches that a worker plays at once, by the league's key `recall`; the defaults of `arena run-league`.

A bot has one process in a worker, or four if `recall` is FORGETFUL; a worker plays 1024 matches for each process.
"""


def memory_mb() -> float:
    """Returns the memory, in megabytes, of all processes that this process has started, and of their descendants.

    Memory that several processes share is divided among them.
    """
    held = 0
    for process in Sight.now().below(os.getpid()):
        try:
            told = Path(f"/proc/{process.number}/smaps_rollup").read_text("utf-8")
        except OSError:  # it has ended
            continue
        held += next((int(line.split()[1]) for line in told.splitlines() if line.startswith("Pss:")), 0)
    return held / 1024


def main() -> None:
    """Measures both kinds of league in alternation, so that other load of the machine affects both, and reports the
    results.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1_000, help="four matches each")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--leagues", type=int, default=5, help="of each kind")
    arguments = parser.parse_args()
    rates: dict[str, list[float]] = {recall: [] for recall in RECALLS}
    memory = dict.fromkeys(RECALLS, 0.0)
    for _ in range(arguments.leagues):
        for recall in RECALLS:

            def look(recall: str = recall) -> None:
                memory[recall] = max(memory[recall], memory_mb())

            rates[recall].append(
                decisions_per_second(arguments.rounds, arguments.workers, FLIGHT[recall], recall=recall, look=look)
            )
    process, none = (median(rates[recall]) for recall in RECALLS)
    figures = {f"recall {recall}, decisions/s": median(told) for recall, told in rates.items()}
    figures |= {f"recall {recall}, MB of arena and bots": told for recall, told in memory.items()}
    figures["memory, times as much"] = memory[FORGETFUL] / memory[PROCESS]
    report("recall", figures, [Ratio("league recall none / process", none / process, THROUGHPUT)])


if __name__ == "__main__":
    main()
