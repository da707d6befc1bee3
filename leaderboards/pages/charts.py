"""Computes positions in charts, in percent of width or height; templates draw them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10
from typing import Final

MARGIN: Final = 0.04
"""The empty space at either end of an axis, as a share of the span of the values."""
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
        """Returns the position of a value, from 0 to 100; a value outside the scale gets the position of the nearer
        end.
        """
        share = (value - self.low) / (self.high - self.low)
        return round(100 * min(max(share, 0.0), 1.0), 2)

    def ticks(self, most: int = 5) -> list[Tick]:
        """Returns ticks at round, evenly spaced values; there are at most `most` of them."""
        step = _step((self.high - self.low) / most)
        numbers = range(ceil(self.low / step), floor(self.high / step) + 1)
        return [Tick(self.at(number * step), number * step) for number in numbers]


def scale_of(values: Iterable[float], *also: float) -> Scale:
    """Returns a scale that includes all finite values of `values` and all values of `also`."""
    known = [value for value in (*values, *also) if isfinite(value)] or [0.0]
    low, high = min(known), max(known)
    room = (high - low or abs(high) or 1.0) * MARGIN
    return Scale(low - room, high + room)


@dataclass(frozen=True, slots=True)
class Interval:
    """The positions of a value and of the ends of its interval on a scale, from 0 to 100."""

    at: float
    low: float
    high: float
    open_low: bool = False
    """Whether the interval's lower end is infinite."""
    open_high: bool = False


def interval(scale: Scale, value: float, low: float, high: float) -> Interval:
    """Returns the positions of a value and of the ends of its interval."""
    return Interval(scale.at(value), scale.at(low), scale.at(high), not isfinite(low), not isfinite(high))


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points in a chart, and the name of the thing it shows, such as a bot."""

    name: str
    points: str
    """The points of the line, in the format of the attribute `points` of SVG's polyline, in a square of 100 by 100."""
    last: float
    """The value at the line's end."""
    end: float
    """The vertical position of the line's last point: its distance from the top of the chart, in percent."""


def line(name: str, points: Sequence[tuple[float, float]], across: Scale, up: Scale) -> Line:
    """Returns the line through these points, each a pair of horizontal and vertical value."""
    places = " ".join(f"{across.at(x):g},{100 - up.at(y):g}" for x, y in points)
    return Line(name, places, points[-1][1], 100 - up.at(points[-1][1]))


def apart(places: Sequence[float], gap: float) -> list[float]:
    """Moves places as little as possible until all are at least `gap` apart.

    `places`: numbers from 0 to 100 in ascending order. Each is the middle of a label as tall as the gap. All labels
    stay inside 0 to 100 if there is enough space. The result has the least sum of squared moves; places too close to
    each other move together (pool adjacent violators; Ayer et al. 1955).
    """
    runs: list[tuple[float, int]] = []
    """For each run of neighbouring places that move together: the mean of `place - number * gap`, where `number` is a
    place's index; and how many places the run has.
    """
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
    """Returns the bar from 0 to the value."""
    ends = sorted((scale.at(0), scale.at(value)))
    return Bar(ends[0], round(ends[1] - ends[0], 2), value)


def _step(least: float) -> float:
    """Returns the smallest round number (1, 2 or 5 times a power of ten) that is not less than `least`."""
    unit = 10.0 ** floor(log10(least))
    return next(step * unit for step in STEPS if step * unit >= least * (1 - 1e-9))
