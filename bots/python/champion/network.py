"""A network that says how a match will end; it reckons in whole numbers.

Sums of whole numbers below 2^53 are exact in floating point and do not depend on their order. So every machine finds
the same values, whatever its processor and its library of linear algebra.
"""

import math
from collections.abc import Mapping
from typing import Final

import numpy as np
from facts import Ints
from numpy.typing import NDArray

FINE: Final = 1 << 20
"""What weights of the first layer are multiplied by, and also chances."""
COARSE: Final = 1 << 12
"""What weights of later layers are multiplied by; what leaves a layer has been divided by it."""
LAYERS: Final = 3
STEPS: Final = 64
"""The number of entries in `CHANCES` for each unit of the logarithm of odds."""
REACH: Final = 16
"""Odds beyond e to the power of this count as certain."""
CHANCES: Final = np.array(
    [round(FINE / (1 + math.exp(-step / STEPS))) for step in range(-REACH * STEPS, REACH * STEPS + 1)]
)


class Network:
    """Two hidden layers; one network for each number of seats."""

    def __init__(self, numbers: Mapping[str, NDArray[np.int32]], seats: int) -> None:
        self.layers = [
            (numbers[f"weights-{seats}-{layer}"].astype(float), numbers[f"bias-{seats}-{layer}"].astype(float))
            for layer in range(LAYERS)
        ]

    def shares(self, facts: Ints) -> Ints:
        """By row of facts: the share of opponents that the seat is expected to end ahead of, times `FINE`."""
        values = facts.astype(float)
        for weights, bias in self.layers[:-1]:
            values = np.floor(np.maximum(values @ weights + bias, 0) / COARSE)
        weights, bias = self.layers[-1]
        odds = np.floor((values @ weights + bias)[:, 0] / (FINE // STEPS)).astype(np.int64)
        shares: Ints = CHANCES[np.clip(odds + REACH * STEPS, 0, len(CHANCES) - 1)]
        return shares
