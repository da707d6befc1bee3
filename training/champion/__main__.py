"""Trains the champion: plays rounds of matches, and after each round fits the champion's parameters to all matches so
far.

    make compiled && cd build/compiled && ../../.venv/bin/python -m training.champion

Each round writes the parameters to `learned.npz` in the current folder, or to the file given with `--into`. The bot
uses them when this file is copied into its folder. Two runs with the same options play the same matches in the first
round. The fitted parameters may differ between machines in their last digits, and then the matches of later rounds
differ as well.
"""

import argparse
import os
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arena.files.whole import making
from training.champion.fitting import fit
from training.champion.lessons import Lessons, collect, joined


def main() -> None:
    """Trains round by round; after each round, prints the quality of the fit for each number of seats."""
    parser = argparse.ArgumentParser(description="Trains the champion of Verräter.")
    parser.add_argument("--matches", type=int, nargs="+", default=[6000, 4000, 4000], help="in each round")
    parser.add_argument("--seed", type=int, default=1, help="of all matches and fits")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--into", type=Path, default=Path("learned.npz"), help="the file to write")
    options = parser.parse_args()
    lessons: dict[int, Lessons] = {}
    learned, began = None, time.monotonic()
    for number, matches in enumerate(options.matches):
        first = (options.seed * len(options.matches) + number) << 32
        for seats, seen in collect(range(first, first + matches), learned, options.workers).items():
            lessons[seats] = joined([lessons[seats], seen]) if seats in lessons else seen
        numbers: dict[str, NDArray[np.int32]] = {}
        for seats, seen in lessons.items():
            fitted = fit(seen, seats, options.seed)
            numbers |= fitted.numbers
            print(
                f"round {number + 1}, {seats} seats: {len(seen.starts):,} positions, loss {fitted.loss:.4f}, "
                f"{fitted.explained:.1%} of the variance; {len(seen.picks):,} picks, loss {fitted.draft_loss:.4f}; "
                f"after {(time.monotonic() - began) / 60:.0f} min",
                flush=True,
            )
        learned = options.into
        with making(learned) as draft, draft.open("wb") as file:
            np.savez_compressed(file, **numbers)  # type: ignore[arg-type]  # its stub takes names for flags


if __name__ == "__main__":
    main()
