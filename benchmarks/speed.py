"""A speed: by the clock, and by the processor time of all processes that take part."""

import os
from typing import NamedTuple

from arena.system.processes.process_table import US_PER_S, Sight


class Speed(NamedTuple):
    """The speed of whatever a benchmark counts."""

    per_s: float
    cpu_us: float
    """The processor time for each thing counted, in microseconds."""


def mean(speeds: list[Speed]) -> Speed:
    """The mean of several speeds that were measured for equally long."""
    return Speed(*(sum(column) / len(speeds) for column in zip(*speeds, strict=True)))


def used_us() -> float:
    """The processor time that this process and all below it have used so far, in microseconds."""
    sight, own = Sight.now(), os.times()
    below = sum(process.own_us + process.waited_us for process in sight.below(os.getpid()))
    return below + US_PER_S * sum(own[:4])
