"""A speed, measured by the clock and by the processor time of all processes that take part."""

import os
from typing import NamedTuple

from arena.system.processes.process_table import US_PER_S, Sight


class Speed(NamedTuple):
    """The number of things a second, such as matches or decisions, and the processor time for each."""

    per_s: float
    cpu_us: float
    """The processor time for each counted thing, in microseconds."""


def mean(speeds: list[Speed]) -> Speed:
    """Returns the mean of several speeds; each must have been measured for the same duration."""
    return Speed(*(sum(column) / len(speeds) for column in zip(*speeds, strict=True)))


def used_us() -> float:
    """Returns the processor time, in microseconds, that this process and all its descendants have used so far."""
    sight, own = Sight.now(), os.times()
    below = sum(process.own_us + process.waited_us for process in sight.below(os.getpid()))
    return below + US_PER_S * sum(own[:4])
