"""Keyed chance: every random event of a match is a function of the deal's seed and the event's name.

Chance is keyed, not sequential, so the cards dealt in round 5 do not depend on what anybody did in round 4, and the
same deal can be played again with the bots in other seats.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final, TypeVar, final

from mypy_extensions import i64, mypyc_attr

Item = TypeVar("Item")

SEED_BYTES: Final = 16
WORD_BYTES: Final = 7
WORDS: Final = 9
"""The number of words in a digest of 64 bytes; its last byte is not used."""
MOST: Final = 1 << 24
"""How many different outcomes, as a product of numbers of options, one word may serve before the next word is read."""


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Event:
    """The choices that an event makes, one after the other.

    They are read from the digest in big-endian words of seven bytes. A choice among n is word % n, and leaves word // n
    to the next choice. When the product of the n of a word would exceed 2**24, the next word begins; after nine words
    the BLAKE2b-512 of the digest replaces the digest. So no choice is biased by more than 2**-32.
    """

    __slots__ = ("_digest", "_next", "_served", "_word")

    def __init__(self, digest: bytes) -> None:
        self._digest = digest
        self._next: i64 = 0
        self._word: i64 = 0
        self._served: i64 = MOST

    def below(self, options: i64) -> i64:
        """A number from 0 to `options - 1`, all equally likely; `options` must be at most MOST."""
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
        """Reads the next word of the digest, or of the digest's hash if all words are used."""
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
        """The event `name/number`, before its first choice."""
        return Event(blake2b(self.seed + f"{name}/{number}".encode()).digest())

    def pick(self, name: str, number: int, items: Sequence[Item]) -> Item:
        """One of `items`, uniformly: the first choice of the event."""
        return items[self.event(name, number).below(len(items))]

    def shuffled(self, name: str, number: int, items: Sequence[Item]) -> list[Item]:
        """`items` in the order that the event `name/number` draws."""
        return self.event(name, number).shuffled(items)
