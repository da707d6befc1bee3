"""Keyed chance: every random event of a match is a function of the deal's seed and the event's name.

Chance is keyed, not sequential, so what is dealt in round 5 does not depend on what anybody did in round 4:
the same deal can be played again with the bots in other seats.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final, TypeVar

from mypy_extensions import i64, mypyc_attr

Item = TypeVar("Item")

SEED_BYTES: Final = 16
_DIGIT: Final = 1 << 30
"""A divisor below this is one digit of Python's integers, by which they are divided fastest."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """The random events of one deal; the same seed gives the same events on every machine and in every language.

    An event (name, number) draws the integer d = BLAKE2b-256(key=seed, "name/number"), read big-endian. Its 256 bits
    make the bias of the divisions below smaller than 2**-180 for a deck of 23 cards.
    """

    __slots__ = ("seed",)

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chance) and self.seed == other.seed

    def __hash__(self) -> int:
        return hash(self.seed)

    def draw(self, name: str, number: int) -> int:
        """The 256-bit integer of the event `name/number`."""
        digest = blake2b(f"{name}/{number}".encode(), key=self.seed, digest_size=32).digest()
        return int.from_bytes(digest, "big")

    def pick(self, name: str, number: int, items: Sequence[Item]) -> Item:
        """One of `items`, uniformly."""
        return items[self.draw(name, number) % len(items)]

    def shuffled(self, name: str, number: int, items: Sequence[Item]) -> list[Item]:
        """`items` in an order drawn uniformly (Fisher-Yates, the digits of d in falling bases).

        Several digits are divided off together, because d is long.
        """
        order = list(items)
        rest = self.draw(name, number)
        last: i64 = len(order) - 1
        while last > 0:
            bases: i64 = last + 1
            lowest = last - 1
            while lowest > 0 and bases * (lowest + 1) < _DIGIT:
                bases *= lowest + 1
                lowest -= 1
            rest, several = divmod(rest, int(bases))
            digits: i64 = several
            while last > lowest:
                chosen = digits % (last + 1)
                digits //= last + 1
                item = order[last]
                order[last] = order[chosen]
                order[chosen] = item
                last -= 1
        return order
