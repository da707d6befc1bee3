"""The goal of a league, and the places in its schedule at which the goal is tested. The tests are called looks.

Rule 1: looks are made after fixed numbers of blocks. Runs with one worker and with eight therefore end at the same
block, and a league that is interrupted or gets more rounds is tested at the same places again.
Rule 2: there are at most LOOKS looks. The accepted risk that a league ends with its goal not truly reached is 100 %
minus the goal's confidence; each look has an equal share of this risk. All looks together are then wrong no more often
than the risk allows (Bonferroni: this holds however the looks depend on each other).
Rule 3: the first look is made when the bots have played at least LEAST_BLOCKS blocks each.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import ceil
from typing import Final

LOOKS: Final = 20
GROWTH: Final = 1.5
"""The factor by which the number of blocks played grows from one look to the next; a look is a test of the goal. The
20th look is after about 2,000 times as many blocks as the first.
"""
LEAST_BLOCKS: Final = 10
PATTERN: Final = re.compile(r"top ([1-9]\d{0,5}) apart at (\d{1,2}(?:\.\d{1,3})?) ?%")


@dataclass(frozen=True, slots=True)
class Until:
    """The goal of a league: each of the first `top` bots of the standings can be distinguished in strength from every
    bot above and below it.
    """

    top: int
    percent: float
    """The confidence in percent with which the bots must be distinguished."""

    def risk(self) -> float:
        """Returns the probability, from 0 to 1, with which one look may wrongly find that the goal is reached."""
        return (1 - self.percent / 100) / LOOKS

    def sentence(self) -> str:
        """Returns the goal as it is written in a league file, such as "top 3 apart at 95 %"."""
        return f"top {self.top} apart at {self.percent:g} %"


def parse_until(text: str) -> Until | None:
    """Returns the goal that a text in a league file states; None if the text does not have the form of a goal."""
    match = PATTERN.fullmatch(" ".join(text.split()))
    if match is None or not 50 <= float(match[2]) <= 99.9:
        return None
    return Until(int(match[1]), float(match[2]))


def league_looks(bots: int, seats: int, even: int) -> Iterator[int]:
    """Yields the numbers of blocks after which a league with `bots` bots and `seats` seats tests its goal. `even` is
    the number of blocks in a cycle of the schedule. All these numbers are multiples of `even`, so that all bots have
    played equally often at each test.
    """
    first = -(-LEAST_BLOCKS * bots // seats)
    return islice(look_places(first, GROWTH, even), LOOKS)


def look_places(first: int, growth: float, even: int) -> Iterator[int]:
    """Yields an endless sequence of ascending multiples of `even`. The first is at least `first`, and each next
    multiple is about `growth` times as large.
    """
    place, wanted = 0, float(first)
    while True:
        place = max(place + even, ceil(wanted / even) * even)
        yield place
        wanted = place * growth
