"""Keyed chance: every random event of a match is a function of the deal's seed and the event's name.

Chance is keyed, not sequential, so what is dealt in round 5 does not depend on what anybody did in round 4:
the same deal can be played again with the bots in other seats.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final, TypeVar, final

from mypy_extensions import i64, mypyc_attr

Item = TypeVar("Item")

SEED_BYTES: Final = 16
WORD_BYTES: Final = 7
WORDS: Final = 9
"""So many words has a digest of 64 bytes; its last byte is not used."""
MOST: Final = 1 << 24
"""A word serves choices whose numbers of options together make no more than this."""


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Event:
    """What an event brings: choices, one after the other.

    They are read off the digest, word by word of seven bytes, big-endian. A choice among n is word % n, and leaves
    word // n to the next choice; when the n of a word would together make more than 2**24, the next word begins, and
    after nine words the BLAKE2b-512 of the digest takes its place. So no choice is further from even than 2**-32.
    """

    __slots__ = ("_digest", "_next", "_served", "_word")

    def __init__(self, digest: bytes) -> None:
        self._digest = digest
        self._next: i64 = 0
        self._word: i64 = 0
        self._served: i64 = MOST

    def below(self, options: i64) -> i64:
        """A number from 0 to `options - 1`, each as likely; `options` is at most MOST."""
        served = self._served * options
        if served > MOST:
            self._read()
            served = options
        self._served = served
        left = self._word // options
        chosen = self._word - left * options
        self._word = left
        return chosen

    def _read(self) -> None:
        """Begins the next word."""
        if self._next == WORDS:
            self._digest = blake2b(self._digest).digest()
            self._next = 0
        digest, first = self._digest, WORD_BYTES * self._next
        word: i64 = 0
        for index in range(first, first + WORD_BYTES):
            word = word << 8 | digest[index]
        self._word = word
        self._next += 1

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """`items` in an order drawn uniformly (Fisher-Yates, from the last place down)."""
        order = list(items)
        last: i64 = len(order) - 1
        while last > 0:
            chosen = self.below(last + 1)
            item = order[last]
            order[last] = order[chosen]
            order[chosen] = item
            last -= 1
        return order


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """The random events of one deal; the same seed gives the same events on every machine and in every language.

    The digest of an event (name, number) is BLAKE2b-512 of the seed, 16 bytes, followed by "name/number".
    """

    __slots__ = ("seed",)

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chance) and self.seed == other.seed

    def __hash__(self) -> int:
        return hash(self.seed)

    def event(self, name: str, number: int) -> Event:
        """The event `name/number`, from its first choice on."""
        return Event(blake2b(self.seed + f"{name}/{number}".encode()).digest())

    def pick(self, name: str, number: int, items: Sequence[Item]) -> Item:
        """One of `items`, uniformly: the first choice of the event."""
        return items[self.event(name, number).below(len(items))]

    def shuffled(self, name: str, number: int, items: Sequence[Item]) -> list[Item]:
        """`items` in the order that the event brings."""
        return self.event(name, number).shuffled(items)
