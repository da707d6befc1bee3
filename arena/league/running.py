"""Running a league: workers play what has no record, and every result is stored as it comes.

Rule 1: a match counts when its record is durable; whatever happens before that, it is played again.
Rule 2: a worker that dies is the arena's failure and costs no bot anything: its matches are played again.
"""

import ctypes
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Final, Self

from arena.errors import ArenaError
from arena.league.course import Course, Judge, Leg
from arena.league.league import League
from arena.league.progress import Progress, interrupts, interrupts_put_off
from arena.league.results import ResultStore
from arena.league.worker import Orders, Report, Shared, run_worker
from arena.transport.usage import add_usage

PATIENCE_S: Final = 10.0
"""How long workers may take to leave once they are told to stop at once."""
TICK_S: Final = 0.5
"""The longest time without a word on the progress."""


def run_league(
    league: League,
    store: ResultStore,
    workers: int,
    in_flight: int,
    on_progress: Callable[[Progress], None],
    judge: Judge | None = None,
) -> Progress:
    """Plays every match that has no record; returns when all have, when `judge` ends the league, or when interrupted.

    The first interrupt lets matches in flight end, the second stops at once. Raises ArenaError [worker-died] if
    workers keep dying.
    """
    course = Course(league, store, judge)
    progress, legs = course.progress, course.legs()
    leg = next(legs, None)
    while leg and not progress.draining:
        on_progress(progress)
        before = progress.stored
        pool = _Workers(league, workers, in_flight)
        with interrupts(partial(pool.interrupt, progress)), pool:
            leg = _play_legs(pool, leg, legs, store, progress, on_progress)
        if progress.draining:
            break
        progress.lost_workers += pool.lost
        progress.void_matches += pool.count_void(leg) if leg else 0
        if leg and progress.stored == before:
            raise ArenaError(
                "worker-died",
                f"the arena's worker processes ended without a result; {progress.total - before} matches are left",
                "run it again with --workers 1 and look at what it prints",
            )
    return progress


def _play_legs(
    pool: "_Workers",
    leg: Leg | None,
    legs: Iterator[Leg],
    store: ResultStore,
    progress: Progress,
    on_progress: Callable[[Progress], None],
) -> Leg | None:
    """Plays one leg after another while no worker dies; returns the first that is not played, if there is one."""
    while leg and not progress.draining:
        pool.play(leg, store, progress, on_progress)
        last, leg = leg, next(legs, None)
        if leg and leg.end == last.end:
            break
    return leg


class _Workers:
    """Worker processes that play legs together, until one of them dies or all is played."""

    def __init__(self, league: League, workers: int, in_flight: int) -> None:
        self._context = get_context("spawn")
        self._shared = Shared(self._context.Value("q", 0), self._context.RawValue(ctypes.c_bool, False))
        self._arguments = (league, in_flight, self._shared)
        self._size = workers
        self._processes: list[SpawnProcess] = []
        self._pipes: list[Connection] = []
        self._claimed_before = 0
        self.lost = 0
        """Workers that ended before their time."""

    def __enter__(self) -> Self:
        for _ in range(self._size):
            pipe, far_end = self._context.Pipe()
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

    def play(self, leg: Leg, store: ResultStore, progress: Progress, on_progress: Callable[[Progress], None]) -> None:
        """Plays a leg, and stores results until every worker waits for the next one or has left."""
        claimed = self._shared.claimed.get_obj().value  # without the lock, which a dead worker may hold
        self._claimed_before = claimed
        orders = Orders(leg, claimed)
        busy = [pipe for pipe in self._pipes if _told(pipe, orders)]
        while busy:
            reports = dict(_receive(busy))
            results = [result for report in reports.values() for result in report.results]
            store.add(results)
            progress.stored += len(results)
            for pipe, report in reports.items():
                progress.waits[pipe.fileno()] = report.waiting
                progress.withdrawn.update(report.withdrawn)
                add_usage(progress.usage, report.usage)
            on_progress(progress)

    def count_void(self, leg: Leg) -> int:
        """Matches of the leg played last, as it stands now, that were claimed and have no record."""
        blocks = leg.first + self._shared.claimed.get_obj().value - self._claimed_before
        return leg.played[: blocks * (len(leg.played) // leg.end)].count(0)


def _told(pipe: Connection, orders: Orders) -> bool:
    """Whether there was a worker to hear the orders."""
    try:
        pipe.send(orders)
    except OSError:
        return False
    return True


def _receive(busy: list[Connection]) -> Iterator[tuple[Connection, Report]]:
    """What workers sent, by pipe; takes the pipe from the list when its worker has no more to play, or has left."""
    for pipe in wait(busy, TICK_S):
        assert isinstance(pipe, Connection)
        try:
            report: Report = pipe.recv()
        except (EOFError, OSError):
            busy.remove(pipe)
            continue
        if report.idle:
            busy.remove(pipe)
        yield pipe, report
