"""All connections of a server, limited by address and in all.

Rule: where there are too many connections, one of the address that has most gives way: the one that has been in its
present state for the longest time. So whoever comes is let in, and descriptors are left for everything else.
"""

from collections import Counter
from typing import Final, Protocol

from arena.remote.strangers import Strangers
from arena.system.descriptors import Most

STRANGER_S: Final = 10.0
"""How long a connection may take to send the whole of its next request."""


class Ended(Protocol):
    """A connection that can be ended."""

    address: str
    """Where it comes from, as it is counted."""

    def end(self) -> None:
        """Closes it at once."""


class Crowd:
    """The connections."""

    def __init__(self, most: Most) -> None:
        self._most = most.connections
        self._there: dict[Ended, None] = {}
        """In the order in which they came into their present states."""
        self._crowds: Counter[str] = Counter()
        self._strangers: Strangers[Ended] = Strangers(
            lambda one: one.end(), most.strangers, most.strangers_of_one, STRANGER_S
        )

    def come(self, one: Ended) -> None:
        """A connection, perhaps a new one, is to send a request."""
        if one not in self._there:
            self._crowds[one.address] += 1
        self._move_to_end(one)
        self._strangers.come(one, one.address)
        if len(self._there) > self._most:
            [(crowded, _)] = self._crowds.most_common(1)
            next(other for other in self._there if other.address == crowded).end()

    def greet(self, one: Ended) -> None:
        """Its request is whole, or is known to be somebody's; an answer is under way."""
        if one in self._there:
            self._move_to_end(one)
            self._strangers.greet(one)

    def forget(self, one: Ended) -> None:
        """It is gone."""
        self._strangers.greet(one)
        if one in self._there:
            del self._there[one]
            self._crowds[one.address] -= 1
            if not self._crowds[one.address]:
                del self._crowds[one.address]

    def _move_to_end(self, one: Ended) -> None:
        self._there.pop(one, None)
        self._there[one] = None
