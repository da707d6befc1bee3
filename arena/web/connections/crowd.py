"""All connections of a server; their number is limited.

A connection is in one of two states: it waits for its client's next request, or its request is being answered.
Rule 1: when there are too many connections, the server closes a connection of the address with the most connections,
namely the connection that has been in its present state for the longest time. So new connections are accepted, and file
descriptors are left for other purposes.
Rule 2: waiting connections have stricter limits: on their number, for each address and in total, and on their time.
"""

from collections import Counter
from typing import Final, Protocol

from arena.remote.strangers import Strangers
from arena.system.descriptors import Most

STRANGER_S: Final = 10.0
"""The maximum number of seconds that a client may take to send a request's header, and again to send its body.

For the body of a signed-in person's request, other limits apply.
"""


class Ended(Protocol):
    """A connection that the crowd, the set of all connections of a server, can close."""

    address: str
    """The client's network address, by which connections are counted."""

    def end(self) -> None:
        """Closes the connection at once."""


class Crowd:
    """The set of all connections of one server, which closes some of them when there are too many."""

    def __init__(self, most: Most) -> None:
        self._most = most.connections
        self._there: dict[Ended, None] = {}
        """The connections in the order in which they entered their present states; the dict, with values None, is an
        ordered set.
        """
        self._crowds: Counter[str] = Counter()
        self._strangers: Strangers[Ended] = Strangers(
            lambda one: one.end(), most.strangers, most.strangers_of_one, STRANGER_S
        )

    def come(self, one: Ended) -> None:
        """Records that a connection, whether new or already in the crowd, waits for a request from now on.

        If there are then too many connections, closes one of them.
        """
        if one not in self._there:
            self._crowds[one.address] += 1
        self._move_to_end(one)
        self._strangers.come(one, one.address)
        if len(self._there) > self._most:
            [(crowded, _)] = self._crowds.most_common(1)
            next(other for other in self._there if other.address == crowded).end()

    def greet(self, one: Ended) -> None:
        """Ends a connection's stricter limits for strangers, because its request is complete, or because a signed-in
        person sends the request.
        """
        if one in self._there:
            self._move_to_end(one)
            self._strangers.greet(one)

    def forget(self, one: Ended) -> None:
        """Removes an ended connection from the crowd."""
        self._strangers.greet(one)
        if one in self._there:
            del self._there[one]
            self._crowds[one.address] -= 1
            if not self._crowds[one.address]:
                del self._crowds[one.address]

    def _move_to_end(self, one: Ended) -> None:
        self._there.pop(one, None)
        self._there[one] = None
