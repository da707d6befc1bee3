"""Keyed chance: every random event of a match is a function of the deal's seed and the event's name and number.

An event does not depend on earlier events or choices. The cards dealt in round 5 are therefore the same whatever was
chosen in round 4, and the same deal can be played again with the bots in other seats.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final, TypeVar, final

from mypy_extensions import i64, mypyc_attr

Item = TypeVar("Item")

SEED_BYTES: Final = 16
WORD_BYTES: Final = 7
WORDS: Final = 9
"""The number of seven-byte words in the digest of an event. The digest has 64 bytes; the last byte is not used."""
MOST: Final = 1 << 24
"""The limit on the choices drawn from one word of a digest. The option counts of these choices are multiplied, and the
product may be at most MOST. This keeps the bias of choices small.
"""


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Event:
    """A random event. Its choices are drawn one after the other from its digest of 64 bytes (see `Chance`).

    The digest is read in big-endian words of seven bytes. A choice among n options is word % n, and leaves word // n
    for the next choice. The option counts of all choices drawn from one word are multiplied. If a choice would make
    the product larger than 2**24, it is drawn from the next word. After nine words, the digest is replaced by its own
    BLAKE2b-512 hash. No choice is biased by more than 2**-32.
    """

    __slots__ = ("_digest", "_next", "_served", "_word")

    def __init__(self, digest: bytes) -> None:
        self._digest = digest
        self._next: i64 = 0
        self._word: i64 = 0
        self._served: i64 = MOST

    def below(self, options: i64) -> i64:
        """Returns a number from 0 to `options - 1`, all equally likely. `options` must be at most MOST."""
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
        """Reads the next word of the digest. If all nine words are used, the digest is first replaced by its hash."""
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
        """Returns `items` in an order drawn uniformly, by the Fisher-Yates shuffle from the last place down."""
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
    """The random events of one deal. The same seed gives the same events on every machine and in every programming
    language.

    The digest of an event (name, number) is the BLAKE2b-512 hash of the seed, 16 bytes, followed by "name/number".
    """

    __slots__ = ("seed",)

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chance) and self.seed == other.seed

    def __hash__(self) -> int:
        return hash(self.seed)

    def event(self, name: str, number: int) -> Event:
        """Returns a new Event `name/number`, which draws the event's choices from the first on."""
        return Event(blake2b(self.seed + f"{name}/{number}".encode()).digest())

    def pick(self, name: str, number: int, items: Sequence[Item]) -> Item:
        """Returns one of `items`, each with the same probability, drawn by the event `name/number`."""
        return items[self.event(name, number).below(len(items))]

    def shuffled(self, name: str, number: int, items: Sequence[Item]) -> list[Item]:
        """Returns `items` in a random order, drawn by the event `name/number`."""
        return self.event(name, number).shuffled(items)
