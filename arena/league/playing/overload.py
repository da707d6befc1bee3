"""Checks, for strict timing, that there is a processor for every bot that may think at the same time."""

import socket
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from arena.errors import ArenaError
from arena.system.processes.cores import available_cores
from arena.transport import Clock

ANYWAY = "or add --force to play with less exact measurements of thinking time"


class Machine(NamedTuple):
    """A computer on which workers of a cluster run, with its number of processors."""

    name: str
    cores: int


def this_machine() -> Machine:
    """Returns the name of this computer and the number of processors that this process may use."""
    return Machine(socket.gethostname(), available_cores())


def demand_cores(clock: Clock, workers: int, cores: int) -> None:
    """Raises ArenaError [overload] if timing is strict and there are more workers than processors."""
    if clock.strict() and workers > cores:
        raise ArenaError(
            "overload",
            f"with strict timing, {workers} workers need {workers} processors, but this machine has {cores}",
            f"use --workers {cores}, {ANYWAY}",
        )


def demand_cores_everywhere(clock: Clock, threads: Mapping[str, int], machines: Mapping[str, Machine]) -> None:
    """Raises ArenaError [overload] if timing is strict and a machine of a cluster has more worker threads than
    processors.

    The keys of `threads` and `machines` are the workers' addresses.
    """
    if not clock.strict():
        return
    needed = Counter[Machine]()
    for address, machine in machines.items():
        needed[machine] += threads[address]
    for (name, cores), count in sorted(needed.items()):
        if count > cores:
            raise ArenaError(
                "overload",
                f"with strict timing, {count} worker threads need {count} processors, but the machine {name} has "
                f"{cores}",
                f"on that machine, start only {cores} Dask workers with --nthreads 1 each, {ANYWAY}",
            )


def demand_one_match(clock: Clock, in_flight: int | None) -> None:
    """Raises ArenaError [overload] if timing is strict and a worker would play several matches at a time."""
    if clock.strict() and in_flight not in (None, 1):
        raise ArenaError(
            "overload",
            f"with strict timing each worker plays one match at a time, but --in-flight is {in_flight}",
            "leave --in-flight out; to play more matches at once, raise --workers",
        )
