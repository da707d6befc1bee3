"""Measures how often the test of fit denies, rightly or wrongly, that one strength for each bot explains the results.

The results are invented. In a match each bot has a merit, which is its strength plus random noise, and the bots finish
in the order of their merits. With Gumbel noise the final orders follow the model of strengths exactly; with normal
noise they follow it only nearly. A part of a bot's noise may stay the same during a whole block of matches.

In some leagues, three bots form a circle: the first is stronger than the second, the second than the third, and the
third than the first. One strength for each bot cannot explain the results of a circle. Each league is tested twice:
with its true blocks, as the arena does it, and with each match as a separate block.
"""

import argparse
from collections.abc import Iterator
from itertools import combinations
from math import log, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np

from benchmarks.report import report
from leaderboards.statistics.blocks import BlockOutcome, MatchOutcome, canonical
from leaderboards.statistics.fit import fit

NORMAL: Final = NormalDist()
GUMBEL_DEVIATION: Final = 1.28
EVEN: Final = (0.0, 0.5, 1.0, 1.5, 2.0)
FAR: Final = (0.0, 3.0, 6.0, 9.0, 12.0)
ROUND: Final = (0.0, 0.0, 0.0)


class Kind(NamedTuple):
    """A kind of league: its size, and the true strengths of its bots."""

    name: str
    seats: int
    rounds: int
    strengths: tuple[float, ...] = EVEN
    form: float = 0.0
    """The part of the noise (0 to 1) that stays the same for a bot during a whole block."""
    normal: bool = False
    circle: float = 0.0
    """The strength that each bot gains against the next, and the last bot against the first; 0 means no circle."""


KINDS: Final = (
    Kind("one strength, 2 seats", 2, 12),
    Kind("one strength, 2 seats", 2, 20),
    Kind("one strength, 2 seats, half the luck stays for the block", 2, 20, form=0.5),
    Kind("one strength, 3 seats, half the luck stays for the block", 3, 10, form=0.5),
    Kind("one strength, far apart, 2 seats", 2, 30, FAR),
    Kind("one strength with normal noise, 2 seats", 2, 100, normal=True),
    Kind("circle, 60 % each, 2 seats", 2, 20, ROUND, circle=log(0.6 / 0.4)),
    Kind("circle, 60 % each, 2 seats", 2, 60, ROUND, circle=log(0.6 / 0.4)),
    Kind("circle, 75 % each, 2 seats", 2, 20, ROUND, circle=log(0.75 / 0.25)),
)


def blocks(kind: Kind, rng: np.random.Generator) -> Iterator[BlockOutcome]:
    """Yields the blocks of an invented league of this kind."""
    for _ in range(kind.rounds):
        for table in combinations(range(len(kind.strengths)), kind.seats):
            stays = {bot: rng.standard_normal() for bot in table}
            matches = []
            for turned in range(kind.seats):
                seated = table[turned:] + table[:turned]
                merit = [_merit(kind, bot, table, stays[bot], rng) for bot in seated]
                ranks = tuple(1 + sum(other > one for other in merit) for one in merit)
                matches.append(MatchOutcome(tuple(f"bot-{bot}" for bot in seated), ranks, ranks))
            yield BlockOutcome(tuple(matches))


def _merit(kind: Kind, bot: int, table: tuple[int, ...], stays: float, rng: np.random.Generator) -> float:
    noise = sqrt(kind.form) * stays + sqrt(1 - kind.form) * rng.standard_normal()
    if not kind.normal:
        noise = -log(-log(NORMAL.cdf(noise)))
    else:
        noise *= GUMBEL_DEVIATION
    ahead = (bot + 1) % len(kind.strengths) in table
    return kind.strengths[bot] + noise + (kind.circle if ahead else 0.0)


def denied(found: list[BlockOutcome], replicates: int) -> bool:
    """Returns whether the test of fit denies that one strength for each bot explains these blocks."""
    tested = fit(canonical(found), replicates)
    return tested is not None and tested.fails()


def main() -> None:
    """Simulates leagues of all kinds, prints how often the test of fit denies the model, and writes the figures as
    JSON.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--leagues", type=int, default=500)
    parser.add_argument("--replicates", type=int, default=399)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    figures = {}
    print("| league | rounds | by blocks | by matches |\n|---|---|---|---|")
    for kind in KINDS:
        rng = np.random.default_rng(arguments.seed)
        by_block = by_match = 0
        for _ in range(arguments.leagues):
            found = list(blocks(kind, rng))
            by_block += denied(found, arguments.replicates)
            alone = [BlockOutcome((match,)) for block in found for match in block.matches]
            by_match += denied(alone, arguments.replicates)
        shares = by_block / arguments.leagues, by_match / arguments.leagues
        print(f"| {kind.name} | {kind.rounds} | {100 * shares[0]:.1f} % | {100 * shares[1]:.1f} % |", flush=True)
        figures[f"{kind.name}, {kind.rounds}, by blocks"], figures[f"{kind.name}, {kind.rounds}, by matches"] = shares
    report("fit", figures, [])


if __name__ == "__main__":
    main()
