"""Counts all connections of a server, and limits their number for each address and in total.

Rule: if there are too many connections, the server takes the address with the most connections and closes one of them:
the one that has been in its current state for the longest time. So new clients are let in, and file descriptors are
left for everything else.
"""

from collections import Counter
from typing import Final, Protocol

from arena.remote.strangers import Strangers
from arena.system.descriptors import Most

STRANGER_S: Final = 10.0
"""How many seconds a connection may take at most to send the whole of its next request."""


class Ended(Protocol):
    """The interface of a connection that can be closed when there are too many."""

    address: str
    """The network address under which the connection is counted."""

    def end(self) -> None:
        """Closes the connection at once."""


class Crowd:
    """All open connections of one server."""

    def __init__(self, most: Most) -> None:
        self._most = most.connections
        self._there: dict[Ended, None] = {}
        """The connections, in the order in which they entered their current states; the values are all None."""
        self._crowds: Counter[str] = Counter()
        self._strangers: Strangers[Ended] = Strangers(
            lambda one: one.end(), most.strangers, most.strangers_of_one, STRANGER_S
        )

    def come(self, one: Ended) -> None:
        """Records that a connection, new or known, must now send a request; if there are too many,
        closes one of them.
        """
        if one not in self._there:
            self._crowds[one.address] += 1
        self._move_to_end(one)
        self._strangers.come(one, one.address)
        if len(self._there) > self._most:
            [(crowded, _)] = self._crowds.most_common(1)
            next(other for other in self._there if other.address == crowded).end()

    def greet(self, one: Ended) -> None:
        """Records that a connection's request is complete or comes from a known person, so that it does not count as a
        stranger's.
        """
        if one in self._there:
            self._move_to_end(one)
            self._strangers.greet(one)

    def forget(self, one: Ended) -> None:
        """Stops counting a connection that has ended."""
        self._strangers.greet(one)
        if one in self._there:
            del self._there[one]
            self._crowds[one.address] -= 1
            if not self._crowds[one.address]:
                del self._crowds[one.address]

    def _move_to_end(self, one: Ended) -> None:
        self._there.pop(one, None)
        self._there[one] = None
