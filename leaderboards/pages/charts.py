"""Positions in charts, in percent of width or height; templates draw them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10
from typing import Final

MARGIN: Final = 0.04
"""Of the whole, on either side."""
STEPS: Final = (1, 2, 5, 10)


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled place of an axis."""

    at: float
    value: float


@dataclass(frozen=True, slots=True)
class Scale:
    """Values along an axis."""

    low: float
    high: float

    def at(self, value: float) -> float:
        """Where the value is, from 0 to 100; what lies outside is at the end."""
        share = (value - self.low) / (self.high - self.low)
        return round(100 * min(max(share, 0.0), 1.0), 2)

    def ticks(self, most: int = 5) -> list[Tick]:
        """At most so many round values, evenly spaced."""
        step = _step((self.high - self.low) / most)
        numbers = range(ceil(self.low / step), floor(self.high / step) + 1)
        return [Tick(self.at(number * step), number * step) for number in numbers]


def scale_of(values: Iterable[float], *also: float) -> Scale:
    """A scale with room for all values that are finite, and for `also`."""
    known = [value for value in (*values, *also) if isfinite(value)] or [0.0]
    low, high = min(known), max(known)
    room = (high - low or abs(high) or 1.0) * MARGIN
    return Scale(low - room, high + room)


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with its interval on a scale."""

    at: float
    low: float
    high: float
    open_low: bool = False
    """Whether it goes on without end."""
    open_high: bool = False


def interval(scale: Scale, value: float, low: float, high: float) -> Interval:
    """Where a value and the ends of its interval are."""
    return Interval(scale.at(value), scale.at(low), scale.at(high), not isfinite(low), not isfinite(high))


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points, and whose it is."""

    name: str
    points: str
    """As SVG's polyline takes them, in a square of 100 by 100."""
    last: float
    """The value at its end."""
    end: float
    """Where that is, from the top."""


def line(name: str, points: Sequence[tuple[float, float]], across: Scale, up: Scale) -> Line:
    """A line through (across, up)."""
    places = " ".join(f"{across.at(x):g},{100 - up.at(y):g}" for x, y in points)
    return Line(name, places, points[-1][1], 100 - up.at(points[-1][1]))


def apart(places: Sequence[float], gap: float) -> list[float]:
    """Places from 0 to 100, in ascending order, moved as little as need be until neighbours are so far apart.

    What stands there is as tall as the gap, and stays inside where there is room for all. The squares of the ways are
    the least: places that are in each other's way move together (pool adjacent violators; Ayer et al. 1955).
    """
    runs: list[tuple[float, int]] = []
    """The place at which a run begins, less the gaps before it; and how many are in it."""
    for number, place in enumerate(places):
        mean, count = place - number * gap, 1
        while runs and runs[-1][0] > mean:
            before, many = runs.pop()
            mean, count = (before * many + mean * count) / (many + count), many + count
        runs.append((mean, count))
    least, most = gap / 2, max(100 - gap / 2 - (len(places) - 1) * gap, gap / 2)
    begun = [min(max(mean, least), most) for mean, count in runs for _ in range(count)]
    return [round(place + number * gap, 2) for number, place in enumerate(begun)]


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar from the line of zero."""

    start: float
    length: float
    value: float


def bar(scale: Scale, value: float) -> Bar:
    """A bar from 0 to the value."""
    ends = sorted((scale.at(0), scale.at(value)))
    return Bar(ends[0], round(ends[1] - ends[0], 2), value)


def _step(least: float) -> float:
    """The smallest round number that is not less."""
    unit = 10.0 ** floor(log10(least))
    return next(step * unit for step in STEPS if step * unit >= least * (1 - 1e-9))
