"""The goal of a league, and when to test whether it is reached.

Rule 1: looks come after fixed numbers of blocks, so that one worker and eight end at the same block, and a league that
is interrupted or given more rounds looks at the same places again.
Rule 2: there are LOOKS looks at most; each may claim at the LOOKS-th part of the risk, so that all of them together are
wrong no more often than was asked for (Bonferroni: whatever the looks have to do with each other).
Rule 3: nobody looks before every bot has played LEAST_BLOCKS blocks.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import ceil
from typing import Final

LOOKS: Final = 20
GROWTH: Final = 1.5
"""Each look comes after so many times as many blocks as the one before: 20 looks reach 2,000 times as far as one."""
LEAST_BLOCKS: Final = 10
PATTERN: Final = re.compile(r"top ([1-9]\d{0,5}) apart at (\d{1,2}(?:\.\d{1,3})?) ?%")


@dataclass(frozen=True, slots=True)
class Until:
    """The first `top` bots of the table can each be told apart from every other bot."""

    top: int
    percent: float
    """The confidence with which."""

    def risk(self) -> float:
        """The probability of a wrong claim that one look may run."""
        return (1 - self.percent / 100) / LOOKS

    def sentence(self) -> str:
        """What is asked, as a league file says it."""
        return f"top {self.top} apart at {self.percent:g} %"


def parse_until(text: str) -> Until | None:
    """What a league file says; None if it cannot be understood."""
    match = PATTERN.fullmatch(" ".join(text.split()))
    if match is None or not 50 <= float(match[2]) <= 99.9:
        return None
    return Until(int(match[1]), float(match[2]))


def league_looks(bots: int, seats: int, even: int) -> Iterator[int]:
    """After how many blocks to look at a league whose bots play equally often."""
    first = -(-LEAST_BLOCKS * bots // seats)
    return islice(look_places(first, GROWTH, even), LOOKS)


def look_places(first: int, growth: float, even: int) -> Iterator[int]:
    """Numbers of blocks, ascending, all multiples of `even`: `first` or a little more, then `growth` times as many."""
    place, wanted = 0, float(first)
    while True:
        place = max(place + even, ceil(wanted / even) * even)
        yield place
        wanted = place * growth
