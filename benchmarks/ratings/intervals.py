"""Measures how often intervals of strengths contain the true strength, if some bots always win or always forfeit.

Invented bots of known strengths play without a game, at tables drawn by lot. A block has as many matches as seats. The
final order of a match follows the model of Plackett and Luce: it depends on the strengths and on random noise. A part
of each bot's noise stays the same during a whole block. Each bot also has a level: a bot of a higher level always
finishes ahead of bots of lower levels. Bots that always forfeit are called broken, and share the last place.

The arena divides the bots into groups, and gives strengths relative to the mean of a group. The benchmark takes the
true strengths relative to the true mean of the same group. The main result is the share of intervals with two finite
ends that contain the true strength. By chance, bots of one level can be in several groups. The intervals that compare
such groups are counted separately. No time is measured, so the same seed gives the same figures.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import inf, sqrt
from statistics import NormalDist, fmean
from typing import Final, NamedTuple

import numpy as np

from benchmarks.report import Ratio, report
from leaderboards.statistics.analysis import Analysis, analyse
from leaderboards.statistics.blocks import BlockOutcome, MatchOutcome
from leaderboards.statistics.plackett_luce import ELO

SEATS: Final = 3
MARKS: Final = (10, 30, 100, 400, 2000)
FORM: Final = 0.3
"""The part of the noise (0 to 1) that stays the same for a bot during a whole block."""
LEAST_COVERED: Final = 0.93
REPLICATES: Final = 400
"""The number of bootstrap replicates. The arena makes 1,000, and its intervals vary 2 % less in width."""
NORMAL: Final = NormalDist()


class Bot(NamedTuple):
    """An invented bot, with its true strength."""

    elo: float
    level: int = 0
    """The bot's level: a bot of a higher level finishes ahead of all bots of lower levels."""
    broken: bool = False
    """Whether the bot always shares the last place."""


EVEN: Final = tuple(Bot(elo) for elo in (-250.0, -150.0, -50.0, 50.0, 150.0, 250.0))
FIELDS: Final[dict[str, tuple[Bot, ...]]] = {
    "none": EVEN,
    "one always wins": (*EVEN, Bot(0, 1)),
    "one always forfeits": (*EVEN, Bot(0, -1, broken=True)),
    "two always forfeit": (*EVEN, Bot(0, -1, broken=True), Bot(0, -1, broken=True)),
    "three groups in a chain": tuple(Bot(elo, level) for level in (1, 0, -1) for elo in (-120.0, 0.0, 120.0)),
    "one is 550 Elo stronger than the next": (*EVEN, Bot(800.0)),
}


def name_of(bot: int) -> str:
    """Returns the name of the bot with this number."""
    return f"bot-{bot}"


def played(field: Sequence[Bot], blocks: int, luck: np.random.Generator) -> Iterator[BlockOutcome]:
    """Yields `blocks` random blocks. Bots are drawn from a shuffled field until too few are left for a table; then the
    whole field is shuffled anew.
    """
    left: list[int] = []
    for _ in range(blocks):
        if len(left) < SEATS:
            left = luck.permutation(len(field)).tolist()
        table, left = left[:SEATS], left[SEATS:]
        form = luck.standard_normal(SEATS)
        matches = []
        for turn in range(SEATS):
            normal = sqrt(FORM) * form + sqrt(1 - FORM) * luck.standard_normal(SEATS)
            noise = [-np.log(-np.log(NORMAL.cdf(one))) for one in normal.tolist()]
            shown = {
                bot: (field[bot].level, 0.0 if field[bot].broken else field[bot].elo / ELO + one)
                for bot, one in zip(table, noise, strict=True)
            }
            seated = table[turn:] + table[:turn]
            ranks = tuple(1 + sum(other > shown[bot] for other in shown.values()) for bot in seated)
            matches.append(MatchOutcome(tuple(map(name_of, seated)), ranks, (0,) * SEATS))
        yield BlockOutcome(tuple(matches))


def judged(field: Sequence[Bot], found: Analysis) -> Counter[str]:
    """Returns the counts of one league: for each kind of interval, `KIND` counts all and `KIND_held` the correct ones.

    `bounded` intervals belong to groups of several bots, none of them broken. `infinite` intervals belong to bots of
    another level than the reference group, `chance` intervals to bots of the same level in another group.
    The count `false` is 1 if the analysis wrongly shows one bot to be stronger than another, else 0. `leagues` is 1.
    """
    truth = {name_of(bot): one for bot, one in enumerate(field)}
    counts: Counter[str] = Counter(leagues=1)
    for group in found.groups:
        if len(group.estimates) > 1 and not any(truth[bot].broken for bot in group.bots()):
            mean = fmean(truth[bot].elo for bot in group.bots())
            held = [one.low <= truth[one.bot].elo - mean <= one.high for one in group.estimates]
            counts.update(bounded=len(held), bounded_held=sum(held))
    if len(found.reference) > 1:
        level, mean = truth[found.reference[0]].level, fmean(truth[bot].elo for bot in found.reference)
        for one in found.estimates:
            bot = truth[one.bot]
            if bot.level != level:
                counts.update(infinite=1, infinite_held=one.elo == (inf if bot.level > level else -inf))
            elif one.bot not in found.reference:
                counts.update(chance=1, chance_held=one.low <= bot.elo - mean <= one.high)
    order = {name: (bot.level, bot.elo) for name, bot in truth.items()}
    counts["false"] = any(pair.separated() and order[pair.first] <= order[pair.second] for pair in found.comparisons)
    return counts


def league(field: str, blocks: int, seed: int) -> Counter[str]:
    """Simulates a league of the bots in `FIELDS[field]`; returns what `judged` counts in its analysis."""
    luck = np.random.default_rng([seed, blocks])
    return judged(FIELDS[field], analyse(played(FIELDS[field], blocks, luck), REPLICATES))


def told(case: str, counts: Mapping[str, int]) -> tuple[dict[str, float], list[Ratio]]:
    """Returns the report's figures for the leagues of one case, and a list of one Ratio: the share of `bounded`
    intervals (see `judged`) that contain the true strength. The target of the Ratio is the least acceptable share.
    """
    figures = {f"{case}: {kind} intervals": float(counts[kind]) for kind in ("bounded", "infinite", "chance")}
    for kind in ("infinite", "chance"):
        if counts[kind]:
            figures[f"{case}: {kind} intervals right"] = counts[f"{kind}_held"] / counts[kind]
    figures[f"{case}: leagues with a false order"] = counts["false"] / counts["leagues"]
    covered = counts["bounded_held"] / counts["bounded"] if counts["bounded"] else 1.0
    return figures, [Ratio(f"{case}: bounded intervals that hold the truth", covered, LEAST_COVERED)]


def main() -> None:
    """Simulates all leagues, and reports how often their intervals contain the true strength."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--leagues", type=int, default=400, help="of each field and length")
    parser.add_argument("--field", choices=FIELDS, action="append")
    parser.add_argument("--blocks", type=int, action="append", help=f"lengths instead of {MARKS}")
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    figures: dict[str, float] = {}
    ratios: list[Ratio] = []
    with ProcessPoolExecutor(asked.processes) as pool:
        for field in asked.field or FIELDS:
            for blocks in asked.blocks or MARKS:
                counts = sum(pool.map(partial(league, field, blocks), range(asked.leagues)), Counter())
                more, compared = told(f"{field}, {blocks} blocks", counts)
                figures |= more
                ratios += compared
    report("intervals", figures, ratios)


if __name__ == "__main__":
    main()
