"""Fits the champion's parameters to the results of matches, and rounds them to whole numbers.

The network is fitted to the shares of beaten opponents by stochastic gradient descent with Adam (Kingma and Ba 2015).
The weights by which seats choose their roles are fitted by gradient descent over all choices of roles. One match in ten
is not used for fitting, and measures the quality of the fit.
"""

from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from beliefs import FINE as FINE_LIKING
from network import COARSE, FINE
from numpy.typing import NDArray

from training.champion.lessons import Lessons

Floats = NDArray[np.float64]

HIDDEN: Final = (48, 24)
EPOCHS, BATCH, RATE, DECAY = 25, 512, 2e-3, 1e-4
DRAFT_STEPS, DRAFT_RATE, DRAFT_DECAY = 500, 0.05, 1e-4
ASIDE: Final = 10


class Adam:
    """The optimiser Adam: gradient descent with a separate step size for each parameter."""

    def __init__(self, numbers: list[Floats]) -> None:
        self.numbers = numbers
        self.means = [np.zeros_like(one) for one in numbers]
        self.squares = [np.zeros_like(one) for one in numbers]
        self.steps = 0

    def step(self, gradients: list[Floats], rate: float) -> None:
        """Moves the parameters one step against their gradients."""
        self.steps += 1
        for place, gradient in enumerate(gradients):
            self.means[place] += 0.1 * (gradient - self.means[place])
            self.squares[place] += 0.001 * (gradient**2 - self.squares[place])
            pace = np.sqrt(self.squares[place] / (1 - 0.999**self.steps)) + 1e-8
            self.numbers[place] -= rate * self.means[place] / (1 - 0.9**self.steps) / pace


class Fit(NamedTuple):
    """The champion's parameters for one number of seats, and their quality on the matches that were not used for
    fitting.
    """

    numbers: dict[str, NDArray[np.int32]]
    loss: float
    """The mean logarithmic loss of the predicted shares of beaten opponents."""
    explained: float
    """The coefficient of determination (R²) of the predicted shares of beaten opponents."""
    draft_loss: float
    """The mean logarithmic loss of the predicted choices of roles."""


def fit(lessons: Lessons, seats: int, seed: int) -> Fit:
    """Fits the network and the weights of role choices; returns the parameters as whole numbers, under the names that
    the bot reads.
    """
    layers, loss, explained = fit_network(lessons, np.random.default_rng(seed))
    liking, draft_loss = fit_drafter(lessons)
    numbers: dict[str, NDArray[np.int32]] = {f"drafter-{seats}": whole(liking.T, FINE_LIKING)}
    for layer, (weights, bias) in enumerate(zip(layers[::2], layers[1::2], strict=True)):
        numbers[f"weights-{seats}-{layer}"] = whole(weights, COARSE if layer else FINE)
        numbers[f"bias-{seats}-{layer}"] = whole(bias, FINE)
    return Fit(numbers, loss, explained, draft_loss)


def whole(numbers: Floats, fine: int) -> NDArray[np.int32]:
    """Returns the numbers times `fine`, rounded to whole numbers."""
    return np.round(numbers * fine).astype(np.int32)


def fit_network(lessons: Lessons, rng: np.random.Generator) -> tuple[list[Floats], float, float]:
    """Fits the network; returns the weights and biases of each layer in turn, and `loss` and `explained` of `Fit`."""
    facts, middle, spread = scaled(lessons.starts)
    shares = lessons.shares / FINE
    tenth = len(facts) // ASIDE  # matches lie in the order they were played
    test, test_shares, facts, shares = facts[:tenth], shares[:tenth], facts[tenth:], shares[tenth:]
    sizes = (facts.shape[1], *HIDDEN, 1)
    layers: list[Floats] = []
    for inputs, outputs in pairwise(sizes):
        layers += [rng.normal(0, np.sqrt(2 / inputs), (inputs, outputs)), np.zeros(outputs)]
    layers[-2] *= 0.1
    adam, best, best_layers, explained = Adam(layers), np.inf, layers, 0.0
    for epoch in range(EPOCHS):
        order = rng.permutation(len(facts))
        for start in range(0, len(facts), BATCH):
            rows = order[start : start + BATCH]
            adam.step(gradients(layers, facts[rows], shares[rows]), RATE * (1 - epoch / EPOCHS))
        chances = forward(layers, test)[-1][:, 0]
        loss = float(-np.mean(test_shares * np.log(chances) + (1 - test_shares) * np.log(1 - chances)))
        if loss < best:
            best, best_layers = loss, [one.copy() for one in layers]
            explained = 1 - float(np.mean((chances - test_shares) ** 2) / np.var(test_shares))
    first = best_layers[0] / spread[:, None]
    return [first, best_layers[1] - middle @ first, *best_layers[2:]], best, explained


def scaled(facts: NDArray[np.int32]) -> tuple[Floats, Floats, Floats]:
    """Returns the facts with each column scaled to mean 0 and standard deviation 1, the means, and the deviations. The
    deviation of a column that never varies is given as 1.
    """
    middle, spread = facts.mean(axis=0), facts.std(axis=0)
    spread[spread == 0] = 1
    return (facts - middle) / spread, middle, spread


def forward(layers: list[Floats], values: Floats) -> list[Floats]:
    """Runs the network on rows of facts; returns each layer's inputs, then the predicted shares of beaten opponents."""
    entering = [values]
    for weights, bias in zip(layers[:-2:2], layers[1:-2:2], strict=True):
        entering.append(np.maximum(entering[-1] @ weights + bias, 0))
    return [*entering, 1 / (1 + np.exp(-(entering[-1] @ layers[-2] + layers[-1])))]


def gradients(layers: list[Floats], facts: Floats, shares: Floats) -> list[Floats]:
    """Returns the gradients of the loss with weight decay, for the weights and biases of each layer in turn. `shares`
    has the true share of beaten opponents for each row of `facts`.
    """
    *entering, chances = forward(layers, facts)
    back = (chances - shares[:, None]) / len(facts)
    found: list[Floats] = []
    for layer in range(len(entering) - 1, -1, -1):
        found = [entering[layer].T @ back + DECAY * layers[2 * layer], back.sum(axis=0), *found]
        back = (back @ layers[2 * layer].T) * (entering[layer] > 0)
    return found


def fit_drafter(lessons: Lessons) -> tuple[Floats, float]:
    """Fits the weights that predict which role a seat chooses; returns them and `draft_loss` of `Fit`.

    The weights have a row for each fact and a column for each role, by its number.
    """
    facts, middle, spread = scaled(lessons.picks)
    middle[0], facts[:, 0] = 0, 1  # the first is 1 always
    offered = np.pad(lessons.offered.astype(bool), ((0, 0), (1, 0)))
    each, tenth = np.arange(len(facts)), len(facts) // ASIDE
    liking = np.zeros((facts.shape[1], offered.shape[1]))
    adam = Adam([liking])
    for _ in range(DRAFT_STEPS):
        chances = picked(facts[tenth:] @ liking, offered[tenth:])
        chances[each[:-tenth], lessons.kept[tenth:]] -= 1
        adam.step([facts[tenth:].T @ chances / len(chances) + DRAFT_DECAY * liking], DRAFT_RATE)
    chances = picked(facts[:tenth] @ liking, offered[:tenth])
    loss = float(-np.log(chances[each[:tenth], lessons.kept[:tenth]]).mean())
    liking = liking / spread[:, None]
    liking[0] -= middle @ liking
    return liking, loss


def picked(liking: Floats, offered: NDArray[np.bool_]) -> Floats:
    """Returns the probability of each role at each choice; 0 if the role is not offered.

    All arrays have a row for each choice and a column for each role. `liking` has the logarithms of relative chances.
    """
    liking = np.where(offered, liking, -np.inf)
    powers = np.exp(liking - liking.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))
