"""Running a league: workers play what has no record, and every result is stored as it comes.

Rule 1: a match counts when its record is durable; whatever happens before that, it is played again.
Rule 2: a worker that dies is the arena's failure and costs no bot anything: its matches are played again.
"""

import ctypes
import time
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Final, Self

from arena.errors import ArenaError
from arena.league.league import League
from arena.league.progress import Progress, interrupts, interrupts_put_off
from arena.league.results import ResultStore
from arena.league.schedule import count_matches
from arena.league.worker import Report, Shared, run_worker

PATIENCE_S: Final = 10.0
"""How long workers may take to leave once they are told to stop at once."""
TICK_S: Final = 0.5
"""The longest time without a word on the progress."""


def run_league(
    league: League, store: ResultStore, workers: int, in_flight: int, on_progress: Callable[[Progress], None]
) -> Progress:
    """Plays every match that has no record; returns when all have, or when the run was interrupted.

    The first interrupt lets matches in flight end, the second stops at once. Raises ArenaError [worker-died] if
    workers keep dying.
    """
    total = count_matches(league)
    played = store.played(total)
    progress = Progress(total, sum(played), sum(played), time.monotonic())
    while progress.stored < total and not progress.draining:
        on_progress(progress)
        before = progress.stored
        pool = _Workers(league, bytes(played), workers, in_flight)
        with interrupts(partial(pool.interrupt, progress)), pool:
            pool.collect(store, progress, on_progress)
        if not progress.draining:
            progress.lost_workers += pool.lost
        played = store.played(total)
        progress.stored = sum(played)
        if progress.stored == before and not progress.draining:
            raise ArenaError(
                "worker-died",
                f"the arena's worker processes ended without a result; {total - before} matches are left",
                "run it again with --workers 1 and look at what it prints",
            )
    return progress


class _Workers:
    """The worker processes of one pass over the schedule."""

    def __init__(self, league: League, played: bytes, workers: int, in_flight: int) -> None:
        self._context = get_context("spawn")
        self._shared = Shared(self._context.Value("q", 0), self._context.RawValue(ctypes.c_bool, False))
        self._arguments = (league, played, in_flight, self._shared)
        self._size = workers
        self._processes: list[SpawnProcess] = []
        self._pipes: list[Connection] = []
        self.lost = 0
        """Workers that ended before their time."""

    def __enter__(self) -> Self:
        for _ in range(self._size):
            pipe, far_end = self._context.Pipe(duplex=False)
            process = self._context.Process(target=run_worker, args=(*self._arguments, far_end), daemon=True)
            with interrupts_put_off():
                process.start()
            far_end.close()
            self._processes.append(process)
            self._pipes.append(pipe)
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        for pipe in self._pipes:
            pipe.close()
        if kind:
            self._stop()
        for process in self._processes:
            process.join(PATIENCE_S)
            if process.is_alive():
                process.kill()
                process.join()
            self.lost += process.exitcode != 0

    def interrupt(self, progress: Progress) -> None:
        """At first lets matches in flight end, then stops at once."""
        if progress.draining:
            self._stop()
        progress.draining = True
        self._shared.draining.value = True

    def _stop(self) -> None:
        for process in self._processes:
            process.terminate()

    def collect(self, store: ResultStore, progress: Progress, on_progress: Callable[[Progress], None]) -> None:
        """Stores results until every worker has left."""
        open_pipes = list(self._pipes)
        while open_pipes:
            reports = list(_receive(open_pipes))
            results = [result for report in reports for result in report.results]
            store.add(results)
            progress.stored += len(results)
            for report in reports:
                progress.withdrawn.update(report.withdrawn)
            on_progress(progress)


def _receive(open_pipes: list[Connection]) -> Iterator[Report]:
    """What the workers have sent; takes a pipe from the list when its worker has left."""
    for pipe in wait(open_pipes, TICK_S):
        assert isinstance(pipe, Connection)
        try:
            yield pipe.recv()
        except (EOFError, OSError):
            open_pipes.remove(pipe)
