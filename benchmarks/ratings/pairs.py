"""Measures how many games `arena compare` needs for two versions of a bot in a game with two seats, and how often its
verdict is wrong, compared with the SPRT (sequential probability ratio test) of the chess tool fastchess.

A pair is two games with the same opening, in which the versions swap seats. For the new version, a pair has one of five
results, from two losses to two wins. Its lead in a pair is its share of the points less the old version's share. The
pairs are invented, so that the true mean lead is known. Three tests check the same pairs at the same moments:

1. the SPRT of fastchess;
2. betting alone, which the arena uses when the two versions do not play each other;
3. the arena's test for pairs: the same SPRT together with betting, which may use a tenth of the permitted risk of a
   wrong verdict.

No time is measured, so the same seed gives the same figures.
"""

import argparse
from collections.abc import Sequence
from math import log
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.report import Ratio, report
from leaderboards.stopping.pentanomial import ENDS, NO_COUNT, bound
from leaderboards.stopping.sequential import ALPHA, OF_LARGE_LEADS, STAKES

Floats = NDArray[np.float64]
Codes = NDArray[np.int_]
Truths = NDArray[np.bool_]
LEADS: Final = np.array(ENDS)
BOUND: Final = bound(ALPHA)
GROWTH: Final = 1.05
"""The factor by which the number of pairs grows between two checks. (Fastchess checks after each pair.)"""
FIRST_LOOK: Final = 16
AS_SOON: Final = 0.995
"""The least ratio of fastchess's number of pairs to the arena's: the arena may need no more pairs than fastchess, apart
from rounding.
"""
HALVINGS: Final = 50


class Case(NamedTuple):
    """A case: the probabilities of a pair's five results if the versions are equal, and the least lead that matters."""

    name: str
    chances: tuple[float, ...]
    elo: float
    """The least lead that matters, in Elo; `margin_of` converts it to a share of games won minus a share lost."""


class Ends(NamedTuple):
    """The shares of comparisons that ended with each verdict, and the mean number of pairs."""

    better: float
    worse: float
    equal: float
    """The share of comparisons with the verdict that the versions do not differ by an amount that matters. In the tests
    for pairs, this verdict means only that the new version is not better.
    """
    pairs: float


CASES: Final = (
    Case("many draws", (0.01, 0.16, 0.66, 0.16, 0.01), 20),
    Case("some draws", (0.08, 0.2, 0.44, 0.2, 0.08), 20),
    Case("no draws", (0.2, 0.0, 0.6, 0.0, 0.2), 20),
    Case("no draws, large margin", (0.2, 0.0, 0.6, 0.0, 0.2), 100),
    Case("rare losses", (0.02, 0.0, 0.94, 0.04, 0.0), 20),
    Case("rare wins", (0.0, 0.04, 0.94, 0.0, 0.02), 20),
)
TRUTHS: Final = (-1.0, 0.0, 0.5, 1.0, 2.0, 4.0)
"""The true mean leads of the new version to simulate, as multiples of the least lead that matters."""


def margin_of(elo: float) -> float:
    """Returns the share of games won minus the share lost that corresponds to a difference in Elo."""
    return float(2 / (1 + 10 ** (-elo / 400)) - 1)


def tilted(chances: Sequence[float], mean: float) -> Floats:
    """Returns the probabilities of the five results with the mean lead `mean` and the least relative entropy to
    `chances`.
    """
    low, high = -50.0, 50.0
    weights = np.array(chances)
    for _ in range(100):
        middle = (low + high) / 2
        found = weights * np.exp(middle * LEADS)
        found /= found.sum()
        low, high = (middle, high) if found @ LEADS < mean else (low, middle)
    return found


def fitting(shares: Floats, mean: float) -> Floats:
    """Returns, for each row of `shares`, the most likely probabilities of the five results if the mean lead is `mean`.

    A row has the observed shares of the five results in one simulated comparison.
    """
    away = LEADS - mean
    low = np.full(len(shares), -1 / away.max() + 1e-9)
    high = np.full(len(shares), -1 / away.min() - 1e-9)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        rising = (shares * away / (1 + middle[:, None] * away)).sum(axis=1) > 0
        low, high = np.where(rising, middle, low), np.where(rising, high, middle)
    found: Floats = shares / (1 + middle[:, None] * away)
    return found


def log_ratio(counts: Floats, margin: float) -> Floats:
    """Returns, for each simulated comparison, the logarithm of the likelihood ratio of a mean lead of `margin` to a
    mean lead of 0.

    A row of `counts` has the counts of the five results in one comparison.
    """
    counts = np.maximum(counts, NO_COUNT)
    total = counts.sum(axis=1, keepdims=True)
    shares = counts / total
    found: Floats = (counts * (np.log(fitting(shares, margin)) - np.log(fitting(shares, 0.0)))).sum(axis=1)
    return found


def log_capital(counts: Floats, mean: float) -> Floats:
    """Returns, for each simulated comparison, the logarithm of a gambler's capital. The gambler began with 1 and always
    bet that the mean lead is above `mean`.
    """
    growth = 1 - np.array(STAKES)[:, None] + np.array(STAKES)[:, None] * (1 + LEADS) / (1 + mean)
    logs = counts @ np.log(growth).T
    found: Floats = np.logaddexp.reduce(logs, axis=1) - log(len(STAKES))
    return found


def betting(counts: Floats, margin: float) -> Codes:
    """Returns, for each simulated comparison, the verdict of the betting test, which the arena uses when versions do
    not play each other.
    """
    sure, turned = log(2 / ALPHA), counts[:, ::-1]
    within = (log_capital(counts, -margin) >= sure) & (log_capital(turned, -margin) >= sure)
    return coded(log_capital(counts, 0) >= sure, log_capital(turned, 0) >= sure, within)


def sprt(counts: Floats, margin: float) -> Codes:
    """Returns, for each simulated comparison, the verdict of fastchess's SPRT: better, not better, or none yet."""
    ratio = log_ratio(counts, margin)
    return coded(ratio >= BOUND, np.zeros(len(counts), dtype=bool), ratio <= -BOUND)


def arena(counts: Floats, margin: float) -> Codes:
    """Returns, for each simulated comparison, the verdict of the arena's test for versions that play each other."""
    sure, ratio = log(2 / (OF_LARGE_LEADS * ALPHA)), log_ratio(counts, margin)
    better = (ratio >= BOUND) | (log_capital(counts, 0) >= sure)
    return coded(better, log_capital(counts[:, ::-1], 0) >= sure, ratio <= -BOUND)


def coded(better: Truths, worse: Truths, other: Truths) -> Codes:
    """Returns, for each simulated comparison, its verdict as a number: 1 better, 2 worse, 3 other, 0 none yet.

    The other verdict is "no difference" in the betting test, and "not better" in the tests for pairs.
    """
    found: Codes = np.select([better, worse, other], [1, 2, 3], 0)
    return found


TESTS: Final = {"arena": arena, "SPRT of fastchess": sprt, "betting": betting}


def looks(most: int) -> list[int]:
    """Returns the numbers of pairs of games, up to `most`, after which each test in `TESTS` checks the results."""
    found = [FIRST_LOOK]
    while found[-1] < most:
        found.append(min(most, max(found[-1] + 1, int(found[-1] * GROWTH))))
    return found


def run(case: Case, truth: float, repetitions: int, most: int, luck: np.random.Generator) -> dict[str, Ends]:
    """Simulates comparisons of at most `most` pairs, in which the new version's true mean lead is `truth`; returns how
    they ended, by the name of the test.
    """
    chances, margin = tilted(case.chances, truth), margin_of(case.elo)
    counts = np.zeros((repetitions, len(LEADS)))
    said = {name: np.zeros(repetitions, dtype=np.int_) for name in TESTS}
    after = {name: np.full(repetitions, most) for name in TESTS}
    before = 0
    for look in looks(most):
        counts += luck.multinomial(look - before, chances, repetitions)
        before = look
        for name, test in TESTS.items():
            open_ones = np.flatnonzero(said[name] == 0)
            if len(open_ones):
                found = test(counts[open_ones], margin)
                said[name][open_ones] = found
                after[name][open_ones[found > 0]] = look
    return {name: ends(said[name], after[name]) for name in TESTS}


def ends(said: Codes, after: Codes) -> Ends:
    """Returns the share of comparisons that ended with each verdict, and the mean number of pairs.

    `said` is the verdict of each comparison, 0 if it has none. `after` is the number of pairs that it played.
    """
    better, worse, other = (float((said == code).mean()) for code in (1, 2, 3))
    return Ends(better, worse, other, float(after.mean()))


def main() -> None:
    """Runs all tests on all cases, prints a table of the results, and writes the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=1_000)
    parser.add_argument("--most", type=int, default=20_000, help="Pairs of a comparison.")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    figures, ratios = {}, []
    print(
        "| pairs | Elo that matters | truth | test | better | worse | no difference, or not better | pairs played |\n"
        + "|---" * 8
        + "|"
    )
    for case in CASES:
        for truth in TRUTHS:
            found = run(
                case,
                truth * margin_of(case.elo),
                arguments.repetitions,
                arguments.most,
                np.random.default_rng(arguments.seed),
            )
            for name, end in found.items():
                told = f"{case.name} | {case.elo:g} | {truth * case.elo:g} | {name}"
                shares = " | ".join(f"{100 * share:.1f} %" for share in end[:3])
                print(f"| {told} | {shares} | {end.pairs:.0f} |", flush=True)
                figures[f"pairs of {told}"] = end.pairs
            ratios.append(
                Ratio(
                    f"pairs of fastchess / of the arena, {case.name}, {truth * case.elo:g} of {case.elo:g} Elo",
                    found["SPRT of fastchess"].pairs / found["arena"].pairs,
                    AS_SOON,
                )
            )
    report("pairs", figures, ratios)


if __name__ == "__main__":
    main()
