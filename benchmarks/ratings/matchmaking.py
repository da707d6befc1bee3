"""Measures by simulation how soon a ladder has its bots in the right order, compared with random tables and other
schedules.

Invented bots of known strengths play without a game; the order at a table follows the model of Plackett and Luce. All
schedules get the same fields of bots and the same random numbers. After certain numbers of blocks, the arena
calculates strengths from the results. The figure is the share of pairs of bots in which the stronger bot gets the
larger calculated strength. No time is measured, so the same seeds give the same figures on every machine, however busy.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations
from math import log, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple

from arena.league.schedules.balanced import Balanced
from arena.league.schedules.contract import History, Plan
from arena.league.schedules.ladder import Ladder
from arena.match import Entrant, MatchRecord, MatchSpec
from benchmarks.report import Ratio, report
from leaderboards.statistics.blocks import BlockOutcome, MatchOutcome
from leaderboards.statistics.plackett_luce import ELO, strengths

BOTS: Final = 24
SEATS: Final = (3, 4)
MARKS: Final = (100, 300, 900)
SPREAD: Final = 1000
"""The difference in Elo between the strongest bot and the weakest."""
CLUSTERS: Final = 4
CLUSTER_ELO: Final = 25
"""The standard deviation, in Elo, of the strengths of bots within a cluster."""
CIRCULAR_ELO: Final = 100
"""The standard deviation, in Elo, of the extra strength that a bot has against one particular opponent."""
DEAL_ELO: Final = 60
"""The standard deviation, in Elo, of the luck that all matches of one deal share."""
LEAST_REPETITIONS: Final = 2
"""The fewest repetitions, since a single repetition would not show how much the results vary."""
NAMES: Final = tuple(f"bot-{number:02}" for number in range(BOTS))


class Field(NamedTuple):
    """Invented bots: their true strengths, and their extra strength against particular opponents."""

    elo: Sequence[float]
    against: Sequence[Sequence[float]]
    """The Elo added to a bot's strength, by bot and by opponent. Over all opponents the sum is 0."""


def even_field(_luck: Random) -> Field:
    """Returns a field with equal steps in strength from the weakest bot to the strongest."""
    return Field([SPREAD * (bot / (BOTS - 1) - 0.5) for bot in range(BOTS)], [[0.0] * BOTS] * BOTS)


def clustered_field(luck: Random) -> Field:
    """Returns a field with several clusters; the bots of a cluster are nearly equal in strength."""
    middles = [SPREAD * (cluster / (CLUSTERS - 1) - 0.5) for cluster in range(CLUSTERS)]
    return Field([luck.gauss(middles[bot % CLUSTERS], CLUSTER_ELO) for bot in range(BOTS)], [[0.0] * BOTS] * BOTS)


def circular_field(luck: Random) -> Field:
    """Returns a field with equal steps in strength, in which each bot is also stronger or weaker against particular
    opponents.
    """
    drawn = [[0.0] * BOTS for _ in range(BOTS)]
    for one, other in combinations(range(BOTS), 2):
        drawn[one][other] = luck.gauss(0, CIRCULAR_ELO)
        drawn[other][one] = -drawn[one][other]
    means = [fmean(row) for row in drawn]
    against = [[drawn[one][other] - means[one] + means[other] for other in range(BOTS)] for one in range(BOTS)]
    return Field(even_field(luck).elo, against)


FIELDS: Final = {"even": even_field, "clustered": clustered_field, "circular": circular_field}


class Played(NamedTuple):
    """A simulated match: its place in the schedule, and its record."""

    ordinal: int
    record: MatchRecord


class Results:
    """Simulates the matches of one table (a block) at a time, and keeps the results."""

    def __init__(self, field: Field, luck: Random) -> None:
        self._field, self._luck = field, luck
        self._matches: list[Played] = []
        self.blocks: list[BlockOutcome] = []

    def matches(self) -> Iterator[Played]:
        """Returns all matches played so far, in the order of the schedule."""
        return self.matches_from(0)

    def matches_from(self, first: int) -> Iterator[Played]:
        """Returns the matches played so far, from place `first` of the schedule on."""
        return iter(self._matches[first:])

    def play(self, table: Sequence[int]) -> None:
        """Simulates a block of matches between the bots of a table: as many matches as the table has seats."""
        field, luck = self._field, self._luck
        merits = [
            field.elo[bot]
            + fmean(field.against[bot][other] for other in table if other != bot)
            + luck.gauss(0, DEAL_ELO)
            for bot in table
        ]
        names = tuple(NAMES[bot] for bot in table)
        outcomes = []
        for _ in table:
            # Gumbel noise gives the choice probabilities of Luce's model
            shown = [merit / ELO - log(luck.expovariate(1)) for merit in merits]
            ranks = tuple(1 + sum(other > own for other in shown) for own in shown)
            outcomes.append(MatchOutcome(names, ranks, tuple(-rank for rank in ranks)))
            entrants = tuple(Entrant(name, "", b"") for name in names)
            spec = MatchSpec(b"", "", 0, "", b"", b"", entrants)
            self._matches.append(Played(len(self._matches), MatchRecord(spec, (), (), outcomes[-1].scores, ranks)))
        self.blocks.append(BlockOutcome(tuple(outcomes)))

    def in_order(self) -> float:
        """Returns the share (0 to 1) of pairs of bots that the strengths calculated so far put in the right order."""
        found, truth = strengths(self.blocks).elo, self._field.elo
        right = [
            (found.get(NAMES[one], 0.0) - found.get(NAMES[other], 0.0)) * (truth[one] - truth[other]) > 0
            for one, other in combinations(range(BOTS), 2)
        ]
        return fmean(right)


Tables = Callable[[Plan, History, Random], Iterator[Sequence[int]]]


def ladder_tables(plan: Plan, history: History, _luck: Random) -> Iterator[Sequence[int]]:
    """Yields the tables of the ladder schedule. Each round is drawn before the results of the previous
    round are known.
    """
    schedule, known = Ladder(plan, history), 0
    while known < schedule.total():
        first, known = known, schedule.known()
        for block in schedule.between(first, known):
            yield block.table


def balanced_tables(plan: Plan, history: History, _luck: Random) -> Iterator[Sequence[int]]:
    """Yields the tables of the balanced schedule, which prefers bots that have met each other least."""
    return (block.table for block in Balanced(plan, history).blocks())


def least_played_tables(plan: Plan, _history: History, luck: Random) -> Iterator[Sequence[int]]:
    """Yields tables of the bots that have played least; lots decide among bots that have played equally often."""
    played = [0] * BOTS
    while True:
        table = sorted(range(BOTS), key=lambda bot: (played[bot], luck.random()))[: plan.seats]
        for bot in table:
            played[bot] += 1
        yield table


def random_tables(plan: Plan, _history: History, luck: Random) -> Iterator[Sequence[int]]:
    """Yields tables whose bots are drawn at random."""
    while True:
        yield luck.sample(range(BOTS), plan.seats)


SCHEDULES: Final[dict[str, Tables]] = {
    "ladder": ladder_tables,
    "random": random_tables,
    "least played": least_played_tables,
    "balanced": balanced_tables,
}


def shares(field: str, seats: int, seed: int) -> dict[str, list[float]]:
    """Returns the shares of pairs in the right order, one for each number of blocks in MARKS, by name of schedule.

    `field` is a key of FIELDS. The same `seed` gives the same shares.
    """
    found: dict[str, list[float]] = {}
    for name, tables in SCHEDULES.items():
        results = Results(FIELDS[field](Random(f"field {seed}")), Random(f"matches {seed}"))
        plan = Plan(NAMES, seats, seed.to_bytes(16, "big"), seats, blocks=MARKS[-1])
        found[name] = []
        for number, table in zip(
            range(1, MARKS[-1] + 1), tables(plan, results, Random(f"tables {seed}")), strict=False
        ):
            results.play(sorted(table))
            if number in MARKS:
                found[name].append(results.in_order())
    return found


def compared(case: str, found: Sequence[Mapping[str, float]]) -> tuple[dict[str, float], list[Ratio]]:
    """Compares the ladder with the other schedules; returns the figures and ratios of a case.

    The figures are each schedule's share of pairs in the right order, as a mean over the repetitions in `found`; and,
    for each schedule but the ladder, by how much the ladder's share is larger, with half the width of the 95 %
    interval. A ratio is a schedule's share of wrong pairs divided by the ladder's. If the ladder has no wrong pairs,
    there are no ratios.
    """
    means = {name: fmean(run[name] for run in found) for name in SCHEDULES}
    figures: dict[str, float] = {}
    ratios = []
    for name, mean in means.items():
        figures[f"{case}: in right order, {name}"] = mean
        if name == "ladder":
            continue
        ahead = [run["ladder"] - run[name] for run in found]
        figures[f"{case}: ahead of {name}"] = fmean(ahead)
        figures[f"{case}: ahead of {name}, give or take"] = 1.96 * stdev(ahead) / sqrt(len(ahead))
        if means["ladder"] < 1:
            wrong = (1 - mean) / (1 - means["ladder"])
            ratios.append(Ratio(f"{case}: wrong pairs of {name} / of the ladder", wrong, 1.0))
    return figures, ratios


def main() -> None:
    """Simulates all cases, and reports the results of the schedules."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=200)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    if asked.repetitions < LEAST_REPETITIONS:
        parser.error(f"--repetitions must be {LEAST_REPETITIONS} or more; there is {asked.repetitions}")
    figures: dict[str, float] = {}
    ratios: list[Ratio] = []
    with ProcessPoolExecutor(asked.processes) as pool:
        for field in FIELDS:
            for seats in SEATS:
                found = list(pool.map(partial(shares, field, seats), range(asked.repetitions)))
                for place, mark in enumerate(MARKS):
                    at_mark = [{name: run[name][place] for name in SCHEDULES} for run in found]
                    told, compared_with = compared(f"{field}, {seats} seats, {mark} blocks", at_mark)
                    figures |= told
                    ratios += compared_with
    report("matchmaking", figures, ratios)


if __name__ == "__main__":
    main()
