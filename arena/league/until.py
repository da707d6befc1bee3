"""The goal of a league, and when to test whether it is reached.

Rule 1: tests ("looks") come after fixed numbers of blocks, so that one worker and eight end at the same block, and a
league that is interrupted or given more rounds is tested at the same places again.
Rule 2: there are LOOKS looks at most. Each may run the LOOKS-th part of the risk, so that all together are wrong no
more often than was asked for (Bonferroni: this holds however the looks depend on each other).
Rule 3: there is no look before every bot has played LEAST_BLOCKS blocks.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import ceil
from typing import Final

LOOKS: Final = 20
GROWTH: Final = 1.5
"""By what factor the number of blocks grows from one look to the next: the 20th comes after 2,000 times the first's."""
LEAST_BLOCKS: Final = 10
PATTERN: Final = re.compile(r"top ([1-9]\d{0,5}) apart at (\d{1,2}(?:\.\d{1,3})?) ?%")


@dataclass(frozen=True, slots=True)
class Until:
    """The goal of a league: each of the first `top` bots of the table can be told apart from every other bot."""

    top: int
    percent: float
    """The confidence in percent with which they can be told apart."""

    def risk(self) -> float:
        """The probability, from 0 to 1, with which one look may wrongly say that the goal is reached."""
        return (1 - self.percent / 100) / LOOKS

    def sentence(self) -> str:
        """The goal in the words of a league file."""
        return f"top {self.top} apart at {self.percent:g} %"


def parse_until(text: str) -> Until | None:
    """The goal that a league file states; None if the text does not have the form of a goal."""
    match = PATTERN.fullmatch(" ".join(text.split()))
    if match is None or not 50 <= float(match[2]) <= 99.9:
        return None
    return Until(int(match[1]), float(match[2]))


def league_looks(bots: int, seats: int, even: int) -> Iterator[int]:
    """The numbers of blocks after which to look, in a league of so many bots and seats; a cycle has `even` blocks."""
    first = -(-LEAST_BLOCKS * bots // seats)
    return islice(look_places(first, GROWTH, even), LOOKS)


def look_places(first: int, growth: float, even: int) -> Iterator[int]:
    """An endless sequence of ascending multiples of `even`: the first at or just above `first`, each next `growth`
    times as large.
    """
    place, wanted = 0, float(first)
    while True:
        place = max(place + even, ceil(wanted / even) * even)
        yield place
        wanted = place * growth
