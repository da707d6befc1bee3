"""Estimates how long the rest of a league takes."""

from collections.abc import Sequence

from leaderboards.store.rows.runs import Run


def seconds_for(matches: int, runs: Sequence[Run], workers: int, cores: int) -> float | None:
    """Returns the seconds that `matches` take with this many workers and processors, estimated from earlier runs; None
    if no run has a known duration. Runs on a cluster are left out.

    Assumes that two workers are twice as fast as one, as long as each has its own processor.
    """
    timed = [run for run in runs if run.workers and run.matches > 0 and run.elapsed_s > 0]
    if not timed:
        return None
    spent_s = sum(run.elapsed_s * min(run.workers, run.cores or run.workers) for run in timed)
    return matches * spent_s / sum(run.matches for run in timed) / min(workers, cores)
