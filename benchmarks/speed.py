"""How fast something goes: by the clock, and by the processor time of all processes that take part."""

import os
from typing import NamedTuple

from arena.system.processes.sight import US_PER_S, Sight


class Speed(NamedTuple):
    """Of what is counted."""

    per_s: float
    cpu_us: float
    """Processor time for each, in microseconds."""


def mean(speeds: list[Speed]) -> Speed:
    """Of several that lasted equally long."""
    return Speed(*(sum(column) / len(speeds) for column in zip(*speeds, strict=True)))


def used_us() -> float:
    """The processor time of this process and of all below it so far, in microseconds."""
    sight, own = Sight.now(), os.times()
    below = sum(process.own_us + process.waited_us for process in sight.below(os.getpid()))
    return below + US_PER_S * sum(own[:4])
