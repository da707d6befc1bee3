"""How often an address may try tokens that open nothing: so many at once, then one each so many seconds."""

from collections import OrderedDict
from typing import Final

AT_ONCE: Final = 20
EACH_S: Final = 5.0
MOST_ADDRESSES: Final = 10_000
"""Remembered; the one that tried longest ago is forgotten first."""


class Tries:
    """What was tried lately. What is good is never refused for it: many sit behind one address."""

    def __init__(self, each_s: float = EACH_S) -> None:
        self._each_s = each_s
        self._full_s: OrderedDict[str, float] = OrderedDict()
        """By address, when all it took will have lapsed."""

    def wait_s(self, address: str, now_s: float) -> float:
        """Takes one; if there is none left, nothing is taken, and it is said how long that lasts."""
        full_s = max(self._full_s.get(address, now_s), now_s) + self._each_s
        excess_s = full_s - now_s - AT_ONCE * self._each_s
        if excess_s > 0:
            return excess_s
        self._full_s[address] = full_s
        self._full_s.move_to_end(address)
        if len(self._full_s) > MOST_ADDRESSES:
            self._full_s.popitem(last=False)
        return 0
