"""Measures how often `arena compare` gives a wrong verdict on two versions of a bot, how soon it gives a verdict, and
which verdicts other tests give on the same data.

The data are invented: one difference between the results of the two versions for each block of matches. They come from
several distributions whose true mean is known. The arena's test and three others get the same differences, and
check them after the same numbers of blocks. One of the others is the mixture sequential t-test, which supposes normally
distributed differences. Two are from Waudby-Smith and Ramdas (2024), for bounded differences: empirical Bernstein with
predictable plug-in, and hedged betting with the same plug-in. No time is measured, so the same seed gives the same
figures.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from math import log
from statistics import fmean, median
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.league.until import look_places
from benchmarks.report import Ratio, report
from leaderboards.stopping.better_version import FIRST_LOOK, LOOK_GROWTH
from leaderboards.stopping.sequential import ALPHA, Plan, Verdict, weigh

Floats = NDArray[np.float64]
MARGIN: Final = 0.05
BLOCKS: Final = 500
EFFECT: Final = 0.2
"""The true difference for which the t-test is designed, in standard deviations."""
GRID: Final = 24
"""The denominator of differences: with four seats, the difference in a block of matches is a multiple of 1/24."""


class Field(NamedTuple):
    """A distribution of differences: its name, how to draw from it, and its true mean."""

    name: str
    draw: Callable[[np.random.Generator, int], Floats]
    truth: float


class Ended(NamedTuple):
    """The end of a comparison: the verdict, the number of blocks played before it, and the estimated difference."""

    verdict: Verdict
    blocks: int
    estimate: float


def normal(truth: float, deviation: float) -> Field:
    """Returns a field of normally distributed differences, like those between house bots, rounded to multiples of
    1/`GRID`.
    """

    def draw(luck: np.random.Generator, blocks: int) -> Floats:
        drawn: Floats = np.clip(np.round(luck.normal(truth, deviation, blocks) * GRID) / GRID, -1, 1)
        return drawn

    return Field(f"normal, standard deviation {100 * deviation:g} %", draw, truth)


def values(name: str, *chances: tuple[float, float]) -> Field:
    """Returns a field in which a difference takes one of a few values, each with its probability."""
    found, weights = zip(*chances, strict=True)

    def draw(luck: np.random.Generator, blocks: int) -> Floats:
        drawn: Floats = luck.choice(np.array(found), p=weights, size=blocks)
        return drawn

    return Field(name, draw, round(sum(value * chance for value, chance in chances), 12) + 0.0)


def turns(luck: np.random.Generator, blocks: int) -> Floats:
    """Returns a difference for each block. The new version does better than the old one against one opponent and worse
    against another; the two opponents alternate from block to block.
    """
    drawn: Floats = np.where(np.arange(blocks) % 2, 0.25, -0.25) + luck.choice([-0.1, 0.1], blocks)
    return drawn


FIELDS: Final = (
    normal(0, 0.25),
    normal(0, 0.1),
    values("all equal", (0, 1)),
    values("9 of 10 equal, else ±50 %", (0, 0.9), (-0.5, 0.05), (0.5, 0.05)),
    values("1 of 20 loses all, else +5.3 %", (1 / 19, 0.95), (-1, 0.05)),
    values("1 of 10 loses all, else +11.1 %", (1 / 9, 0.9), (-1, 0.1)),
    values("±100 %", (-1, 0.5), (1, 0.5)),
    Field("opponents take turns: ±25 %", turns, 0),
    values("1 of 10 loses 55 %, else equal", (0, 0.9), (-0.55, 0.1)),
    values("1 of 20 loses all, else equal", (0, 0.95), (-1, 0.05)),
    values("±50 %, 55 of 100 lost", (0.5, 0.45), (-0.5, 0.55)),
    values("±100 %, 60 of 100 won", (-1, 0.4), (1, 0.6)),
    normal(0.05, 0.25),
    normal(0.1, 0.25),
    normal(0.3, 0.25),
    normal(0.05, 0.1),
    values("1 of 10 wins 50 %, else equal", (0, 0.9), (0.5, 0.1)),
)


def betting(differences: Floats, looks: Sequence[int]) -> Iterator[Verdict]:
    """Returns the verdicts of the arena's own betting test, one for each number of blocks in `looks`."""
    return (weigh(Plan(MARGIN), differences[:end].tolist()).verdict() for end in looks)


def t_test(differences: Floats, looks: Sequence[int]) -> Iterator[Verdict]:
    """Returns the verdicts of the mixture sequential t-test (Lai 1976), one for each number of blocks in `looks`.

    The test does not need to know the standard deviation of the differences.
    """
    for blocks in looks:
        seen = differences[:blocks]
        growth = 1 + blocks * EFFECT**2
        bound = np.exp((log(growth) - 2 * log(ALPHA)) / blocks)
        half = np.inf if bound >= growth else np.sqrt((bound - 1) / (1 - bound / growth) * seen.var())
        yield from_interval(seen.mean() - half, seen.mean() + half)


def plugged(differences: Floats) -> tuple[Floats, Floats, Floats]:
    """Returns three values for each difference: the difference scaled to 0 to 1, the mean of the earlier scaled
    differences, and the stake to bet on this difference. The stake follows from the variance of the earlier scaled
    differences.
    """
    unit, number = (1 + differences) / 2, np.arange(1, len(differences) + 1)
    means = (0.5 + np.cumsum(unit)) / (number + 1)
    variances = (0.25 + np.cumsum((unit - means) ** 2)) / (number + 1)
    before = np.concatenate([[0.25], variances[:-1]])
    stakes = np.sqrt(2 * log(2 / ALPHA) / (before * number * np.log(1 + number)))
    return unit, np.concatenate([[0.5], means[:-1]]), stakes


def empirical_bernstein(differences: Floats, looks: Sequence[int]) -> Iterator[Verdict]:
    """Returns the verdicts of the empirical Bernstein test (theorem 2 of Waudby-Smith and Ramdas), one for each number
    of blocks in `looks`.
    """
    unit, means, stakes = plugged(differences)
    stakes = np.minimum(stakes, 0.5)
    weights = np.cumsum(stakes)
    spread = np.cumsum((unit - means) ** 2 * (-np.log1p(-stakes) - stakes))
    middle, half = np.cumsum(stakes * unit) / weights, (log(2 / ALPHA) + spread) / weights
    low, high = 2 * (middle - half) - 1, 2 * (middle + half) - 1
    return (from_interval(low[end - 1], high[end - 1]) for end in looks)


def plug_in(differences: Floats, looks: Sequence[int]) -> Iterator[Verdict]:
    """Returns the verdicts of a betting test (theorem 3 of Waudby-Smith and Ramdas), one for each number of blocks in
    `looks`. The stakes come from `plugged`.
    """
    unit, _, stakes = plugged(differences)

    def above(values: Floats, difference: float) -> NDArray[np.bool_]:
        mean = (1 + difference) / 2
        grown = np.cumsum(np.log1p(np.minimum(stakes, 0.75 / mean) * (values - mean)))
        reached: NDArray[np.bool_] = grown >= log(2 / ALPHA)
        return reached

    better, worse = above(unit, 0), above(1 - unit, 0)
    within = above(unit, -MARGIN) & above(1 - unit, -MARGIN)
    return (verdict(better[end - 1], worse[end - 1], within[end - 1]) for end in looks)


def from_interval(low: float, high: float) -> Verdict:
    """Returns the verdict that a confidence interval of the difference, from `low` to `high`, allows."""
    return verdict(low > 0, high < 0, low > -MARGIN and high < MARGIN)


def verdict(better: bool, worse: bool, within: bool) -> Verdict:
    """Returns the verdict that follows from what a test has proven: that the version is better, that it is worse, or
    that the difference is within the margin.
    """
    if better:
        return Verdict.BETTER
    if worse:
        return Verdict.WORSE
    return Verdict.NO_DIFFERENCE if within else Verdict.NONE


TESTS: Final = {
    "betting": betting,
    "t": t_test,
    "empirical Bernstein": empirical_bernstein,
    "betting, plug-in": plug_in,
}


def wrong(field: Field, verdict: Verdict) -> bool:
    """Returns whether a verdict contradicts the field's true difference; a test promises that this happens with a
    probability of 5 % at most.
    """
    return (
        (verdict is Verdict.BETTER and field.truth <= 0)
        or (verdict is Verdict.WORSE and field.truth >= 0)
        or (verdict is Verdict.NO_DIFFERENCE and abs(field.truth) >= MARGIN)
    )


def run(field: Field, repetitions: int, seed: int) -> Iterator[dict[str, Ended]]:
    """Yields, for each repetition, how the comparison ends with each test, by the test's name."""
    looks = [
        place // 2 for place in takewhile(lambda place: place < 2 * BLOCKS, look_places(FIRST_LOOK, LOOK_GROWTH, 2))
    ]
    looks.append(BLOCKS)
    luck = np.random.default_rng(seed)
    for _ in range(repetitions):
        drawn = field.draw(luck, BLOCKS)
        yield {name: ended(drawn, looks, test(drawn, looks)) for name, test in TESTS.items()}


def ended(drawn: Floats, looks: Sequence[int], verdicts: Iterator[Verdict]) -> Ended:
    """Returns the end of a comparison: its first verdict other than NONE, or NONE after the last number of blocks."""
    for blocks, verdict in zip(looks, verdicts, strict=False):
        if verdict is not Verdict.NONE:
            return Ended(verdict, blocks, float(drawn[:blocks].mean()))
    return Ended(Verdict.NONE, BLOCKS, float(drawn.mean()))


def row(field: Field, test: str, ends: Sequence[Ended]) -> str:
    """Returns a row of the printed table: the results of one test for the differences of one field."""
    shares = [fmean(end.verdict is verdict for end in ends) for verdict in Verdict]
    shares.append(fmean(wrong(field, end.verdict) for end in ends))
    right = Verdict.BETTER if field.truth > 0 else Verdict.WORSE
    found = [end.estimate for end in ends if end.verdict is right]
    ratio = f"{fmean(found) / field.truth:.2f}" if field.truth and found else ""
    cells = [f"{100 * share:.1f} %" for share in shares] + [f"{median(end.blocks for end in ends):g}", ratio]
    return f"| {field.name} | {100 * field.truth:+.1f} % | {test} | {' | '.join(cells)} |"


def main() -> None:
    """Runs all tests on all fields, prints a table of the results, and writes the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    figures, ratios = {}, []
    head = [
        "differences",
        "truth",
        "test",
        *(verdict.value for verdict in Verdict),
        "wrong",
        "blocks",
        "estimate/truth",
    ]
    print(f"| {' | '.join(head)} |\n{'|---' * len(head)}|")
    for field in FIELDS:
        runs = list(run(field, arguments.repetitions, arguments.seed))
        needed = {}
        for test in TESTS:
            ends = [one[test] for one in runs]
            print(row(field, test, ends), flush=True)
            needed[test] = median(end.blocks for end in ends)
        case = f"{field.name}, {100 * field.truth:+.1f} %"
        figures[f"wrong verdicts of betting, {case}"] = fmean(wrong(field, one["betting"].verdict) for one in runs)
        ratios.append(Ratio(f"blocks of t / of betting, {case}", needed["t"] / needed["betting"]))
    report("comparisons", figures, ratios)


if __name__ == "__main__":
    main()
