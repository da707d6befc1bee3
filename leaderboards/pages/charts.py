"""Computes positions in charts, in percent of width or height; templates draw them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10
from typing import Final

MARGIN: Final = 0.04
"""The space on either side of the values, as a share of their span."""
STEPS: Final = (1, 2, 5, 10)


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis, with its position and its value."""

    at: float
    value: float


@dataclass(frozen=True, slots=True)
class Scale:
    """The lowest and the highest value along an axis."""

    low: float
    high: float

    def at(self, value: float) -> float:
        """The position of a value, from 0 to 100; a value outside the scale is put at its end."""
        share = (value - self.low) / (self.high - self.low)
        return round(100 * min(max(share, 0.0), 1.0), 2)

    def ticks(self, most: int = 5) -> list[Tick]:
        """Ticks at round values, evenly spaced, `most` of them at most."""
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
    """Whether the interval's lower end is infinite."""
    open_high: bool = False


def interval(scale: Scale, value: float, low: float, high: float) -> Interval:
    """The positions of a value and of the ends of its interval."""
    return Interval(scale.at(value), scale.at(low), scale.at(high), not isfinite(low), not isfinite(high))


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points, and the name it belongs to."""

    name: str
    points: str
    """The points as SVG's polyline takes them, in a square of 100 by 100."""
    last: float
    """The value at the line's end."""
    end: float
    """The position of the line's end: its distance from the top, in percent."""


def line(name: str, points: Sequence[tuple[float, float]], across: Scale, up: Scale) -> Line:
    """The line through these points (across, up)."""
    places = " ".join(f"{across.at(x):g},{100 - up.at(y):g}" for x, y in points)
    return Line(name, places, points[-1][1], 100 - up.at(points[-1][1]))


def apart(places: Sequence[float], gap: float) -> list[float]:
    """Moves places from 0 to 100, given in ascending order, as little as possible until all are at least `gap` apart.

    A label at a place is as tall as the gap, and stays inside if there is room for all. The sum of squared moves is the
    least: places too close to each other move together (pool adjacent violators; Ayer et al. 1955).
    """
    runs: list[tuple[float, int]] = []
    """For each run of neighbouring places: its beginning less the gaps before it, and its number of places."""
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
    """A bar in a chart, which begins or ends at the zero line."""

    start: float
    length: float
    value: float


def bar(scale: Scale, value: float) -> Bar:
    """The bar from 0 to the value."""
    ends = sorted((scale.at(0), scale.at(value)))
    return Bar(ends[0], round(ends[1] - ends[0], 2), value)


def _step(least: float) -> float:
    """The smallest round number that is not less than `least`."""
    unit = 10.0 ** floor(log10(least))
    return next(step * unit for step in STEPS if step * unit >= least * (1 - 1e-9))
