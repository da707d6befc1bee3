"""Random numbers from a 64-bit seed, the same as in the kits for Rust and TypeScript.

The state of a generator is one number. Python's own generator has a state of 2.5 kB, which would slow down a bot that
has a generator for each of thousands of matches.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

Item = TypeVar("Item")

_MASK: Final = (1 << 64) - 1
_INCREMENT: Final = 0x9E3779B97F4A7C15
_FIRST: Final = 0xBF58476D1CE4E5B9
_SECOND: Final = 0x94D049BB133111EB


class Random:
    """A random number generator, SplitMix64 (Steele, Lea, Flood 2014): the same seed gives the same numbers in every
    run and in every kit.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        """Starts the sequence at `seed`, a number of 64 bits, usually the seed in MatchStart."""
        self._state = seed

    def pick(self, items: Sequence[Item]) -> Item:
        """Returns one of the items, drawn with equal probability; `items` must not be empty."""
        self._state = bits = (self._state + _INCREMENT) & _MASK
        bits = (bits ^ bits >> 30) * _FIRST & _MASK
        bits = (bits ^ bits >> 27) * _SECOND & _MASK
        return items[(bits ^ bits >> 31) * len(items) >> 64]
