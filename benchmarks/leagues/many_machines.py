"""Simulates a league on up to a thousand machines, with costs that `benchmarks.leagues.machines` measures on eight.

A shard is a set of blocks of matches that one machine plays together. A machine plays one shard after the other, and
the arena keeps two shards submitted for each machine. The results of a finished shard pass through the scheduler to the
arena, which stores its matches and submits another shard. The new shard passes through the scheduler to the machine
that has the fewest shards waiting. Scheduler and arena each handle one thing at a time. The scheduler also has some
work all the time for each connected machine.
"""

import argparse
import heapq
from collections import deque
from enum import IntEnum, auto
from typing import Final, NamedTuple

from distributed.scheduler import heartbeat_interval

from arena.league.playing.cluster import SHARD_S, SHARDS_PER_SLOT
from benchmarks.report import report

COUNTS: Final = (1, 8, 32, 100, 300, 1_000)
MEASURED: Final = 8
"""The number of machines with which `benchmarks.leagues.machines` measures the costs."""
SHARDS_EACH: Final = 40


class Costs(NamedTuple):
    """The costs of a league, as processor time in seconds."""

    arena_s: float
    """The arena's time for a shard, in which it stores the shard's results and submits another shard."""
    scheduler_s: float
    """The scheduler's time for a shard: for its results on their way to the arena, and for the new shard on its way to
    a machine.
    """
    resting: float
    """The scheduler's time for one connected machine, in seconds a second, measured with `MEASURED` machines. The
    scheduler spends it on every machine, even on an idle one.
    """

    def heartbeats(self, machines: int) -> float:
        """Returns the part of the scheduler's time that the heartbeats of this number of machines need. Heartbeats are
        regular messages, which show that a machine is still running.

        The result is 1 or more if no time is left for shards. If there are many machines, Dask lets each machine send
        heartbeats more rarely.
        """
        rarer: float = heartbeat_interval(machines) / heartbeat_interval(MEASURED)
        return self.resting * machines / rarer


class Course(NamedTuple):
    """The result of a simulated league."""

    machines: int
    """The speed of the league, as a number of machines: so many machines that never wait for a shard play as fast."""
    arena: float
    """The part (0 to 1) of the time in which the arena was busy; `scheduler` is the part in which the scheduler was
    busy.
    """
    scheduler: float


class _Step(IntEnum):
    """The next step of a shard in the simulation."""

    PLAYED = auto()
    AT_ARENA = auto()
    SUBMITTED = auto()
    SENT = auto()


class _Line:
    """A server with a queue: it handles one arrival at a time, in the order of arrival, and needs the same time for
    each.
    """

    def __init__(self, takes_s: float) -> None:
        self._takes_s, self._free_s = takes_s, 0.0

    def passed(self, at_s: float) -> float:
        """Returns the time, in seconds, at which the server has handled what arrives at `at_s`."""
        self._free_s = max(self._free_s, at_s) + self._takes_s
        return self._free_s


def simulate(machines: int, costs: Costs, shard_s: float = SHARD_S) -> Course:
    """Simulates a league with `SHARDS_EACH` shards for each machine; returns its result."""
    heartbeats = costs.heartbeats(machines)
    left = 1 - heartbeats  # the share of the scheduler's time that is left for shards
    if left <= 0:
        return Course(0, 0.0, 1.0)
    scheduler, arena = _Line(costs.scheduler_s / 2 / left), _Line(costs.arena_s)
    waiting = [SHARDS_PER_SLOT - 1] * machines
    idle: deque[int] = deque()
    events = [((number + 1) / machines * shard_s, _Step.PLAYED, number) for number in range(machines)]  # staggered
    heapq.heapify(events)
    played, at_s = 0, 0.0
    while played < machines * SHARDS_EACH:
        at_s, step, number = heapq.heappop(events)
        if step is _Step.PLAYED:
            played += 1
            heapq.heappush(events, (scheduler.passed(at_s), _Step.AT_ARENA, number))
            if waiting[number]:
                waiting[number] -= 1
                heapq.heappush(events, (at_s + shard_s, _Step.PLAYED, number))
            else:
                idle.append(number)
        elif step is _Step.AT_ARENA:
            heapq.heappush(events, (arena.passed(at_s), _Step.SUBMITTED, number))
        elif step is _Step.SUBMITTED:
            heapq.heappush(events, (scheduler.passed(at_s), _Step.SENT, number))
        elif idle:
            heapq.heappush(events, (at_s + shard_s, _Step.PLAYED, idle.popleft()))
        else:
            waiting[waiting.index(min(waiting))] += 1
    rate = played / at_s
    return Course(round(rate * shard_s), rate * costs.arena_s, rate * costs.scheduler_s + heartbeats)


def main() -> None:
    """Simulates leagues on growing numbers of machines, and reports the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arena-ms", type=float, required=True, help="for a match, from benchmarks.leagues.machines")
    parser.add_argument("--scheduler-ms", type=float, required=True, help="for a match, likewise")
    parser.add_argument("--resting-ms", type=float, required=True, help="for a second and a machine, likewise")
    parser.add_argument("--matches", type=float, required=True, help="that a machine plays in a second")
    arguments = parser.parse_args()
    shard = arguments.matches * SHARD_S
    costs = Costs(
        arguments.arena_ms * shard / 1_000, arguments.scheduler_ms * shard / 1_000, arguments.resting_ms / 1_000
    )
    figures: dict[str, float] = {}
    for count in COUNTS:
        course = simulate(count, costs)
        figures[f"{count} machines: play like so many that never wait"] = course.machines
        figures[f"{count} machines: share of time the arena works"] = course.arena
        figures[f"{count} machines: share of time the scheduler works"] = course.scheduler
    report("many_machines", figures, [])


if __name__ == "__main__":
    main()
