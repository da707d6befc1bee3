"""A neural network that predicts the result of a match; it calculates in whole numbers.

Sums of whole numbers below 2^53 are exact in floating point and do not depend on the order of the terms. Every machine
therefore computes the same values, whatever its processor and its library of linear algebra.
"""

import math
from collections.abc import Mapping
from typing import Final

import numpy as np
from facts import Ints
from numpy.typing import NDArray

FINE: Final = 1 << 20
"""The factor that makes the weights of the first layer whole numbers; probabilities are multiplied by it, too."""
COARSE: Final = 1 << 12
"""The factor that makes the weights of later layers whole numbers; the outputs of each hidden layer are divided by
it.
"""
LAYERS: Final = 3
STEPS: Final = 64
"""The number of entries in `CHANCES` for each unit of the logarithm of odds."""
REACH: Final = 16
"""The largest logarithm of odds in the table `CHANCES`; larger odds count as certain."""
CHANCES: Final = np.array(
    [round(FINE / (1 + math.exp(-step / STEPS))) for step in range(-REACH * STEPS, REACH * STEPS + 1)]
)


class Network:
    """A neural network with two hidden layers; there is a separate network for each number of seats."""

    def __init__(self, numbers: Mapping[str, NDArray[np.int32]], seats: int) -> None:
        self.layers = [
            (numbers[f"weights-{seats}-{layer}"].astype(float), numbers[f"bias-{seats}-{layer}"].astype(float))
            for layer in range(LAYERS)
        ]

    def shares(self, facts: Ints) -> Ints:
        """Returns, for each row of facts, the share of opponents that the seat is expected to finish ahead of, times
        `FINE`.
        """
        values = facts.astype(float)
        for weights, bias in self.layers[:-1]:
            values = np.floor(np.maximum(values @ weights + bias, 0) / COARSE)
        weights, bias = self.layers[-1]
        odds = np.floor((values @ weights + bias)[:, 0] / (FINE // STEPS)).astype(np.int64)
        shares: Ints = CHANCES[np.clip(odds + REACH * STEPS, 0, len(CHANCES) - 1)]
        return shares
