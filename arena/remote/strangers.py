"""Connections that have not proved their identity yet ("strangers"), limited by number, address and time.

Rule: the server accepts each new connection. If there are then too many strangers, in all or from one address, the
server closes the oldest stranger from the address that has the most strangers.
"""

import asyncio
import ipaddress
from collections import Counter
from collections.abc import Callable
from typing import Final, Generic, TypeVar

NETWORK_BITS: Final = 64
"""The number of leading bits of an IPv6 address that identify its owner, because one owner has all addresses with these
bits.
"""

Key = TypeVar("Key")


class Strangers(Generic[Key]):
    """The strangers at one server, the oldest first."""

    def __init__(self, end: Callable[[Key], None], most: int, most_of_one: int, seconds: float) -> None:
        """Sets the limits. `end`: closes a connection; `most`: the most strangers in all; `most_of_one`: the most
        strangers from one address; `seconds`: the longest time that a connection may remain a stranger.
        """
        self._end_it, self._most, self._most_of_one, self._seconds = end, most, most_of_one, seconds
        self._timers: dict[Key, asyncio.TimerHandle] = {}
        self._addresses: dict[Key, str] = {}
        self._crowds: Counter[str] = Counter()

    def come(self, key: Key, address: str) -> None:
        """Adds a connection as a stranger. If there are then too many strangers, closes the oldest connection from the
        address with the most strangers.
        """
        self.greet(key)
        self._timers[key] = asyncio.get_running_loop().call_later(self._seconds, self._end, key)
        self._addresses[key] = address
        self._crowds[address] += 1
        [(crowded, most)] = self._crowds.most_common(1)
        if most > self._most_of_one or len(self._timers) > self._most:
            self._end(next(one for one, its in self._addresses.items() if its == crowded))

    def greet(self, key: Key) -> None:
        """Removes a connection from the strangers, because it has proved its identity or ended."""
        if timer := self._timers.pop(key, None):
            timer.cancel()
            address = self._addresses.pop(key)
            self._crowds[address] -= 1
            if not self._crowds[address]:
                del self._crowds[address]

    def _end(self, key: Key) -> None:
        self.greet(key)
        self._end_it(key)


def network(address: str) -> str:
    """Returns the part of an address that identifies its owner: a whole IPv4 address, or the network of an IPv6
    address.
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    if ip.ipv4_mapped:
        return str(ip.ipv4_mapped)
    return str(ipaddress.ip_network((ip, NETWORK_BITS), strict=False))
