"""Measures how often 95 % intervals contain the true strength if bots without luck play the same openings again and
again.

The strengths are invented, so that the truth is known. The results are random, with probabilities that follow from the
strengths. Two bots without luck always have the same result in matches with the same opening and seating. If bots play
with luck, the result of each match is drawn anew. Each league is analysed twice: once with all its blocks, and once as
the arena does it. The arena counts equal blocks of bots without luck only once.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Final

import numpy as np

from benchmarks.report import report
from leaderboards.statistics.analysis import analyse
from leaderboards.statistics.blocks import BlockOutcome, MatchOutcome
from leaderboards.statistics.choices import Floats
from leaderboards.statistics.plackett_luce import ELO

BOTS: Final = 5
DEVIATION: Final = 0.7
"""The standard deviation of the true strengths, which are natural logarithms of odds; in Elo, about 120."""
OPENINGS: Final = (5, 20, 100)
ROUNDS: Final = (20, 100)
SHARES: Final = (0.0, 1.0)
"""The values for the bots' luck: the share of matches whose result is drawn anew, from 0 (none) to 1 (all)."""


def blocks(
    strengths: Floats, openings: int, rounds: int, luck: float, rng: np.random.Generator
) -> Iterator[BlockOutcome]:
    """Yields the blocks of an invented league, in schedule order."""
    fixed = rng.random((BOTS, BOTS, openings))
    for _ in range(rounds):
        for one, other in combinations(range(BOTS), 2):
            opening = int(rng.integers(openings))
            matches = []
            for first, second in ((one, other), (other, one)):
                drawn = rng.random() if rng.random() < luck else fixed[first, second, opening]
                won = bool(drawn < 1 / (1 + np.exp(strengths[second] - strengths[first])))
                ranks = (1, 2) if won else (2, 1)
                matches.append(
                    MatchOutcome(
                        (f"bot-{first}", f"bot-{second}"),
                        ranks,
                        (int(won), int(not won)),
                        (opening,),
                        repr(drawn).encode(),
                    )
                )
            yield BlockOutcome(tuple(matches))


def every(block: BlockOutcome) -> BlockOutcome:
    """Returns the block without its opening, so that the analysis cannot recognise the block as a repeat."""
    return BlockOutcome(tuple(replace(match, opening=None) for match in block.matches))


def held(found: list[BlockOutcome], strengths: Floats, replicates: int) -> list[bool]:
    """Returns, for each bot with a finite estimated strength, whether its interval contains its true strength."""
    analysis = analyse(found, replicates)
    truth = {f"bot-{number}": ELO * strength for number, strength in enumerate(strengths.tolist())}
    zero = np.mean([truth[bot] for bot in analysis.reference])
    known = [one for one in analysis.estimates if one.elo is not None and np.isfinite(one.elo)]
    return [one.low <= truth[one.bot] - zero <= one.high for one in known]


def main() -> None:
    """Simulates the leagues, prints a table of the results, and writes the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--leagues", type=int, default=200)
    parser.add_argument("--replicates", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    figures = {}
    print("| luck of the bots | openings | rounds | every block | repeats once |\n|---|---|---|---|---|")
    for luck in SHARES:
        for openings in OPENINGS:
            for rounds in ROUNDS:
                rng = np.random.default_rng(arguments.seed)
                all_held: list[bool] = []
                once_held: list[bool] = []
                for _ in range(arguments.leagues):
                    strengths = rng.normal(0, DEVIATION, BOTS)
                    league = list(blocks(strengths, openings, rounds, luck, rng))
                    once_held += held(league, strengths, arguments.replicates)
                    all_held += held([every(block) for block in league], strengths, arguments.replicates)
                shares = float(np.mean(all_held)), float(np.mean(once_held))
                told = f"{luck:g} | {openings} | {rounds}"
                print(f"| {told} | {100 * shares[0]:.1f} % | {100 * shares[1]:.1f} % |", flush=True)
                figures[f"{told}, every block"], figures[f"{told}, repeats once"] = shares
    report("repeats", figures, [])


if __name__ == "__main__":
    main()
