"""Runs a league: worker processes play every match that has no record, and each result is stored when it arrives.

Rule 1: a match counts as played once its record is safely on the disk; if anything fails before that, the match is
played again.
Rule 2: the death of a worker is the arena's failure and never counts against a bot; the worker's matches are played
again. The same holds for a worker that runs short of a resource: the run pauses and tries again, but gives up after
MOST_FAILURES such failures.
"""

import ctypes
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Final, Self

from arena.errors import ArenaError
from arena.league.league import League
from arena.league.playing.messages import Admitted, Orders, Report, Shared
from arena.league.playing.progress import Progress, interrupts
from arena.league.playing.results import ResultStore
from arena.league.playing.segments import Judge, Segment, Segments
from arena.league.schedules.contract import Schedule
from arena.system.processes.strays import end_strays_at_once
from arena.system.signals import interrupts_put_off
from arena.transport.crew.usage import add_usage
from arena.transport.machine.shortage import PASSING, arena_failure

PATIENCE_S: Final = 15.0
"""The maximum time in seconds that workers may take to exit before they are killed."""
MOST_FAILURES: Final = 4
"""The number of failures of workers after which the run gives up."""
PAUSE_S: Final = 0.5
"""The pause in seconds after the first failure; each further failure doubles it."""
TICK_S: Final = 0.5
"""The longest time in seconds between two reports of the progress."""


def run_league(
    league: League,
    store: ResultStore,
    workers: int,
    in_flight: int,
    on_progress: Callable[[Progress], None],
    judge: Judge | None = None,
    schedule: Schedule | None = None,
) -> Progress:
    """Plays the matches that have no record until none is left, `judge` ends the league, or the user interrupts the
    run; returns the progress.

    `schedule`: the league's schedule, if it has been read already; None if not.

    After the first interrupt, the matches that have begun are played to their end; the second interrupt stops them at
    once.

    Raises ArenaError [worker-died] if the workers end without a result or an error, and [no-table] if the schedule
    finds no further table of bots that may play together. Raises [shortage] or [no-process] if workers cannot be
    started, or if such an error has stopped workers MOST_FAILURES times. Raises any other error of a worker at its
    first occurrence.
    """
    segments = Segments(league, store, judge, schedule)
    progress, ahead = segments.progress, segments.unplayed()
    segment = next(ahead, None)
    failures = 0
    while segment and not progress.draining:
        on_progress(progress)
        before = progress.stored
        pool = _Workers(league, workers, in_flight)
        with interrupts(partial(pool.interrupt, progress)), pool:
            segment = _play_segments(pool, segment, ahead, store, progress, on_progress)
        if pool.failure and pool.failure.code not in PASSING:
            raise pool.failure
        if progress.draining:
            break
        progress.lost_workers += pool.lost
        progress.failure = pool.failure or progress.failure
        if segment is None:
            break
        progress.void |= pool.void(segment)
        if pool.failure:
            failures += 1
            if failures == MOST_FAILURES:
                raise pool.failure
            time.sleep(PAUSE_S * 2 ** (failures - 1))
        elif progress.stored == before:
            raise ArenaError(
                "worker-died",
                f"the arena's worker processes ended without a result; {progress.total - before} matches are left",
                "run the same command again with --workers 1, and read the cause in the output",
            )
    return progress


def _play_segments(
    pool: "_Workers",
    segment: Segment | None,
    ahead: Iterator[Segment],
    store: ResultStore,
    progress: Progress,
    on_progress: Callable[[Progress], None],
) -> Segment | None:
    """Plays `segment` and then those from `ahead`, until one must be repeated because it still has a match without a
    record, or the run must end. Returns the next segment to play, perhaps the same one again; None if none is left.
    """
    while segment and not progress.draining:
        pool.play(segment, store, progress, on_progress)
        last, segment = segment, next(ahead, None)
        if segment and segment.end == last.end:
            break
    return segment


def run_worker(league: League, in_flight: int, shared: Shared, parent: Connection) -> None:
    """The main function of a worker process. The code that hosts bots is imported in this function, so that only worker
    processes load it.
    """
    from arena.league.playing.worker import run_worker as work  # noqa: PLC0415  # only workers need gRPC

    work(league, in_flight, shared, parent)


class _Workers:
    """Worker processes that play segments together, until one of them dies or all segments are played."""

    def __init__(self, league: League, workers: int, in_flight: int) -> None:
        self._context = get_context("spawn")
        self._shared = Shared(self._context.Value("q", 0), self._context.RawValue(ctypes.c_bool, False))
        self._arguments = (league, in_flight, self._shared)
        self._size = workers
        self._processes: list[SpawnProcess] = []
        self._pipes: list[Connection] = []
        self._claimed_before = 0
        self._admitted: dict[str, str] | None = None
        self.lost = 0
        """The number of workers that ended with a failure."""
        self.failure: ArenaError | None = None
        """The latest error that a worker reported; None if none was reported. A worker that dies reports none."""

    def __enter__(self) -> Self:
        try:
            for _ in range(self._size):
                self._start()
        except OSError as error:
            self.__exit__(type(error))
            raise arena_failure(error, "when it started its worker processes") from error
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
        if self.lost:
            end_strays_at_once()  # the guards of dead workers may have become children of this process

    def _start(self) -> None:
        pipe, far_end = self._context.Pipe()
        process = self._context.Process(target=run_worker, args=(*self._arguments, far_end), daemon=True)
        with interrupts_put_off():
            process.start()
        far_end.close()
        self._processes.append(process)
        self._pipes.append(pipe)

    def interrupt(self, progress: Progress) -> None:
        """Stops new matches from beginning; a second call ends all workers at once."""
        if progress.draining:
            self._stop()
        progress.draining = True
        self._shared.draining.value = True

    def _stop(self) -> None:
        for process in self._processes:
            process.terminate()

    def play(
        self, segment: Segment, store: ResultStore, progress: Progress, on_progress: Callable[[Progress], None]
    ) -> None:
        """Makes the workers play a segment, and stores the results until every worker has finished the segment or has
        ended.
        """
        claimed = self._shared.claimed.get_obj().value  # without the lock, which a dead worker may hold
        self._claimed_before = claimed
        orders = Orders(segment, claimed, segment.share(self._size))
        self._tell(orders)
        busy = list(self._pipes)
        while busy:
            reports = dict(self._receive(busy))
            results = [result for report in reports.values() for result in report.results]
            store.add(results)
            progress.stored += len(results)
            for pipe, report in reports.items():
                progress.waits[pipe.fileno()] = report.waiting
                progress.withdrawn.update(report.withdrawn)
                progress.round_trips_ms.update(report.round_trips_ms)
                progress.there = report.there
                add_usage(progress.usage, report.usage)
            on_progress(progress)
            self._shared.draining.value |= progress.draining
            if progress.admitted != self._admitted:
                self._admitted = progress.admitted
                self._tell(Admitted(self._admitted or {}))

    def _tell(self, word: Orders | Admitted) -> None:
        for pipe in self._pipes:
            with suppress(OSError):  # the worker has ended, and may have sent its error
                pipe.send(word)

    def void(self, segment: Segment) -> set[int]:
        """Returns the places in the schedule of the matches that have no record although workers claimed them when they
        last played this segment. `segment.played` must be up to date.
        """
        blocks = segment.first + self._shared.claimed.get_obj().value - self._claimed_before
        claimed = segment.played[: blocks * (len(segment.played) // segment.end)]
        return {place for place, played in enumerate(claimed) if not played}

    def _receive(self, busy: list[Connection]) -> Iterator[tuple[Connection, Report]]:
        """Waits at most TICK_S seconds for reports on the pipes in `busy`, and yields each with its pipe. Removes a
        pipe from `busy` when its worker has finished the segment or its process has ended.
        """
        ready = wait(busy, TICK_S)
        for pipe in [pipe for pipe in busy if pipe in ready]:
            try:
                word: Report | ArenaError = pipe.recv()
            except (EOFError, OSError):
                busy.remove(pipe)
                continue
            if isinstance(word, ArenaError):
                self.failure = word
                continue
            if word.over:
                busy.remove(pipe)
            yield pipe, word
