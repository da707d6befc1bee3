"""Supply cards as integers. Any multiset of the 23 cards is one number, its *code*.

The code of a multiset with c[k] cards of VALUES[k] is the sum of c[k] * WEIGHTS[k]. It is a number in mixed radix, and
the counts are its digits. No digit can overflow, so `+` joins two multisets that are disjoint parts of the deck, and
`-` takes a part out.
The code of no card is 0, and the code of the whole deck is FULL_DECK = 7775. A code is also the action that plays or
discards its cards.
"""

from collections.abc import Sequence
from typing import Final, cast

from mypy_extensions import i64

from arena.games.cells import Cells, row

VALUES: Final = (2, 3, 4, 5, 6, 8)
COPIES: Final = (5, 5, 5, 5, 2, 1)
WEIGHTS: Final = (1, 6, 36, 216, 1296, 3888)
FULL_DECK: Final = 7775
CODES: Final = 7776

_VALUE: Final = row(list(VALUES))
WEIGHT: Final = row(list(WEIGHTS))
"""The code of a single card, indexed by the card's kind (its index in VALUES)."""
KIND_OF: Final = row([VALUES.index(value) if value in VALUES else 0 for value in range(VALUES[-1] + 1)])
"""The kind of a card (its index in VALUES), indexed by the card's value; 0 for values that no card has."""
WEIGHT_OF: Final = row([dict(zip(VALUES, WEIGHTS, strict=True)).get(value, 0) for value in range(VALUES[-1] + 1)])
"""The code of a single card, indexed by the card's value; 0 for values that no card has."""


def _counts() -> list[bytes]:
    counts = [b""]
    for copies in COPIES:
        counts = [others + last for last in [bytes([count]) for count in range(copies + 1)] for others in counts]
    return counts


def _sums(each: Sequence[int]) -> Cells:
    sums = [0]
    for copies, value in zip(COPIES, each, strict=True):
        sums = [others + more for more in range(0, value * (copies + 1), value) for others in sums]
    return row(sums)


COUNTS: Final = tuple(_counts())
"""The number of cards of each of the six VALUES, indexed by code."""
SIZE: Final = _sums([1] * len(VALUES))
"""The number of cards, indexed by code."""
STRENGTH: Final = _sums(VALUES)
"""The sum of the conflict points of the cards, indexed by code."""


def cards_of(code: i64) -> tuple[int, ...]:
    """Returns the values of the cards in `code`, ascending, with one entry for each card."""
    cards: list[int] = []
    counts = COUNTS[code]
    for kind in range(len(counts)):
        for _copy in range(counts[kind]):
            cards.append(_VALUE[kind])
    return tuple(cards)


def code_of(values: Sequence[int]) -> int:
    """Returns the code of the cards with these values."""
    return sum([WEIGHT_OF[value] for value in values])


def text_of(code: int) -> str:
    """Returns the cards as notation, such as `2+4+6`, or `-` for no card."""
    return "+".join(map(str, cards_of(code))) or "-"


_MADE: Final[tuple[object, ...]] = tuple(range(CODES))
"""The `int` object of each code, by code. All results of `subsets` share these objects."""
_none: Final[tuple[int, ...]] = ()
_subsets: Final[dict[int, list[tuple[int, ...]]]] = {}
"""A cache of the results of `subsets`. The key is `32 * least + most`; each list is indexed by code.

An empty tuple means that the result must be computed.
"""


def subsets(code: i64, least: i64, most: i64) -> tuple[int, ...]:
    """Returns the codes of all sub-multisets of `code` that have `least` to `most` cards, ascending."""
    limits = 32 * least + most
    known = _subsets.get(limits)
    if known is None:
        known = _subsets[limits] = [_none] * CODES
    found = known[code]
    if not found:
        parts = [_MADE[part] for part in _all_subsets(code) if least <= SIZE[part] <= most]
        found = known[code] = cast("tuple[int, ...]", tuple(parts))
    return found


def _all_subsets(code: int) -> list[int]:
    parts = [0]
    for weight, count in zip(WEIGHTS, COUNTS[code], strict=True):
        parts = [part + weight * taken for taken in range(count + 1) for part in parts]
    return sorted(parts)
