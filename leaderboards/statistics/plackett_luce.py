"""Finds strengths by maximum likelihood from final orders of 2 or more seats, whatever the order of the matches.

Model (Luce 1959, Plackett 1975): each bot i has a strength a_i, and wins with probability a_i / (sum of the strengths
of all seats). The second is chosen among the rest in the same way, and so on. In a tie, k bots are chosen at once, with
a weight of d_k times the geometric mean of their a (Davidson 1970 for two seats; Firth, Kosmidis and Turner 2019 for
more). Here d_1 is 1, and a larger d_k makes ties of k bots more frequent. The model treats ties of a size that never
occurred as impossible.

The parameters are t = log a and log d. The log-likelihood is concave in them, so Newton's method with halved steps
finds its one maximum. A prior keeps the maximum finite: for each parameter it adds half a won and half a lost match
against a bot with t = 0, as in the R package PlackettLuce (Turner et al. 2020). A handful of matches outweighs it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import log
from typing import Final

import numpy as np

from leaderboards.statistics.blocks import BlockOutcome, canonical
from leaderboards.statistics.choices import Choices, Floats, Indices, count_choices

PRIOR: Final = 0.5
"""The number of won matches, and also of lost matches, that the prior adds for each parameter."""
TOLERANCE: Final = 1e-9
"""The change of a parameter below which Newton's method stops. This method converges quadratically, so the remaining
error is rounding.
"""
ROUNDING: Final = 1e-13
"""The relative slope below which Newton's method also stops, because such a slope is only a rounding error.

TOLERANCE alone is not enough: the results hardly limit the strength of a bot that always wins, so rounding errors alone
move this strength by more than TOLERANCE.
"""
MOST_STEPS: Final = 100
LONGEST_STEP: Final = 3.0
"""The most by which a step of Newton's method may change a parameter.

Without this limit, a step would go much too far where the likelihood is almost flat.
"""
MOST_HALVINGS: Final = 30
ELO: Final = 400 / log(10)
"""Elo per unit of t: a lead of 400 Elo means odds of 10 to 1 of finishing ahead, as in chess."""
DIGITS: Final = 6
"""The decimals to which Elo is rounded. Further decimals would be rounding errors, which differ between machines and
between bots with the same results.
"""
CHUNK_NUMBERS: Final = 1 << 21
"""The most numbers that the largest array may hold, unless a single row of weights needs more."""


@dataclass(frozen=True, slots=True)
class Strengths:
    """The most likely strengths and tie frequencies, computed from the results of matches."""

    elo: dict[str, float]
    """The bots' strengths as 400 log10 a, less the mean of all bots, by name in alphabetical order."""
    tie_frequencies: dict[int, float]
    """The parameter d by the number of bots that share a rank; the larger d, the more frequent are such ties."""


def strengths(blocks: Iterable[BlockOutcome]) -> Strengths:
    """Returns the strengths of all bots in these blocks, which may be in any order."""
    choices = count_choices(canonical(blocks))
    if not choices.bots:
        return Strengths({}, {})
    found = maximise(choices, even_weights(choices))
    ties = np.exp(found[0, len(choices.bots) :])
    return Strengths(
        dict(zip(choices.bots, elo(choices, found)[0].tolist(), strict=True)),
        dict(zip(choices.tie_sizes, ties.tolist(), strict=True)),
    )


def elo(choices: Choices, parameters: Floats) -> Floats:
    """Returns the strengths in Elo, less their mean, as an array (replicates, bots).

    `parameters`: array (replicates, parameters), as `maximise` returns it.
    """
    bots = parameters[:, : len(choices.bots)]
    relative: Floats = ELO * (bots - bots.mean(axis=1, keepdims=True))
    return relative.round(DIGITS) + 0.0


def even_weights(choices: Choices) -> Floats:
    """Returns one row of weights for `maximise`, in which every weight is 1."""
    blocks, parameters = choices.made.shape
    return np.ones((1, blocks + 2 * parameters))


def maximise(choices: Choices, weights: Floats, start: Floats | None = None) -> Floats:
    """Returns the most likely parameters for each row of weights, as an array (replicates, parameters).

    `weights`: array (replicates, blocks + 2 * parameters). A row has one weight for each block. Then it has one weight
    for each parameter's won matches in the prior, and then one for each parameter's lost matches. The search begins at
    `start` (parameters,), by default at 0. Raises ArithmeticError if it finds no maximum in MOST_STEPS steps.
    """
    likelihood = _Likelihood(choices)
    size = max(1, CHUNK_NUMBERS // likelihood.numbers)
    begin = np.zeros(choices.made.shape[1]) if start is None else start
    chunks = [weights[first : first + size] for first in range(0, len(weights), size)]
    return np.vstack([likelihood.maximise(chunk, np.tile(begin, (len(chunk), 1))) for chunk in chunks])


class _Likelihood:
    """The log-likelihood of the choices and the prior, for several rows of weights at once."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self._blocks, self._parameters = choices.made.shape
        self._slopes = _Sum(group.parameters for group in choices.sets)
        self._curves = _Sum(
            group.parameters[:, :, None] * self._parameters + group.parameters[:, None, :] for group in choices.sets
        )
        self.numbers = max(self._curves.size, len(choices.entry_block))
        """The number of values that the largest array needs for one row of weights."""

    def maximise(self, weights: Floats, at: Floats) -> Floats:
        """Returns the most likely parameters for each row of weights, by Newton's method from `at`.

        `at` and the result are arrays (replicates, parameters). A step that lowers the likelihood is halved. Raises
        ArithmeticError if it finds no maximum in MOST_STEPS steps.
        """
        blocks = weights[:, : self._blocks]
        won, lost = np.split(PRIOR * weights[:, self._blocks :], 2, axis=1)
        given = (blocks @ self._choices.made + won, self._choices.totals(blocks), won + lost)
        found, left = np.empty_like(at), np.arange(len(at))
        value, slope, curve = self._evaluate(at, *given)
        for _ in range(MOST_STEPS):
            step = np.linalg.solve(curve, slope[:, :, None])[:, :, 0]
            longest = np.abs(step).max(axis=1, keepdims=True)
            found[left] = at + step
            rounding = np.abs(slope) <= ROUNDING * (given[0] + given[2])
            far = (longest[:, 0] >= TOLERANCE) & ~rounding.all(axis=1)
            if not far.any():
                return found
            left, origin, before, step, longest = left[far], at[far], value[far], step[far], longest[far]
            given = (given[0][far], given[1][far], given[2][far])
            step *= LONGEST_STEP / np.maximum(longest, LONGEST_STEP)
            for _ in range(MOST_HALVINGS):
                at = origin + step
                value, slope, curve = self._evaluate(at, *given)
                down = value < before - TOLERANCE * np.abs(before)
                if not down.any():
                    break
                step[down] /= 2
        raise ArithmeticError(f"no maximum after {MOST_STEPS} steps")

    def _evaluate(self, at: Floats, made: Floats, totals: Floats, prior: Floats) -> tuple[Floats, Floats, Floats]:
        """Returns the log-likelihood at `at`, its gradient and its negative Hessian.

        The arrays' shapes are (replicates,), (replicates, parameters) and (replicates, parameters, parameters). `made`
        and `totals` are the weighted counts of `Choices`; `made` includes the prior's won matches. `prior` is the
        weighted number of the prior's matches, won and lost.
        """
        won = np.exp(-np.logaddexp(0, -at))
        value = (made * at - prior * np.logaddexp(0, at)).sum(axis=1)
        slopes, curves = [], []
        for group in self._choices.sets:
            total = totals[:, group.columns, None]
            merits = at[:, group.parameters] @ group.shares.T
            highest = merits.max(axis=2, keepdims=True)
            chances = np.exp(merits - highest)
            sums = chances.sum(axis=2, keepdims=True)
            chances /= sums
            value -= (total * (highest + np.log(sums)))[:, :, 0].sum(axis=1)
            means = chances @ group.shares
            slopes.append(total * means)
            squares = (group.shares[:, :, None] * group.shares[:, None, :]).reshape(len(group.shares), -1)
            spread = (chances @ squares).reshape(*means.shape, -1) - means[:, :, :, None] * means[:, :, None, :]
            curves.append(total[:, :, :, None] * spread)
        slope = made - self._slopes(slopes, self._parameters) - prior * won
        curve = self._curves(curves, self._parameters**2).reshape(len(at), self._parameters, -1)
        diagonal = np.arange(self._parameters)
        curve[:, diagonal, diagonal] += prior * won * (1 - won)
        return value, slope, curve


class _Sum:
    """Adds numbers to several sums, always in the same order, so that rounding errors are the same every time.

    `cells`: arrays with the index of the sum to which each number is added.
    """

    def __init__(self, cells: Iterable[Indices]) -> None:
        flat = np.concatenate([some.ravel() for some in cells])
        self.size = len(flat)
        self._order = np.argsort(flat, kind="stable")
        self._cells, self._first = np.unique(flat[self._order], return_index=True)

    def __call__(self, numbers: Iterable[Floats], cells: int) -> Floats:
        """Returns the sums as an array (replicates, cells); `cells` is the number of sums.

        `numbers` has an array for each array of indices, of the same shape after a first axis of replicates.
        """
        flat = np.concatenate([some.reshape(len(some), -1) for some in numbers], axis=1)
        sums = np.zeros((len(flat), cells))
        sums[:, self._cells] = np.add.reduceat(flat[:, self._order], self._first, axis=1)
        return sums
