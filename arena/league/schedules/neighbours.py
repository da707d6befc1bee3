"""Who moves right after whom: rotations keep the circle of a table, so another block has another circle."""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise, permutations


class Neighbours:
    """Seats tables one after the other so that every bot follows every other equally often, as nearly as it can."""

    def __init__(self) -> None:
        self._followed: Counter[tuple[int, int]] = Counter()

    def seated(self, table: Iterable[int]) -> tuple[int, ...]:
        """The bots of a table in an order for its first seating; the lowest comes first."""
        first, *others = sorted(table)
        order = min(((first, *rest) for rest in permutations(others)), key=self._repetitions)
        self._followed.update(_circle(order))
        return order

    def _repetitions(self, order: tuple[int, ...]) -> int:
        return sum(self._followed[pair] for pair in _circle(order))


def _circle(order: tuple[int, ...]) -> list[tuple[int, int]]:
    return list(pairwise((*order, order[0])))
