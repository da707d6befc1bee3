"""Plays a league on many machines with Dask. The unit of work is a shard, which is a group of blocks; a block is the
matches of one table of bots with one deal.

Rule 1: a shard is a few seconds of work; when a machine dies, only the shards that ran on it are played again.
Rule 2: the results of a match do not depend on the machine that plays it, so the standings are the same as if one
machine had played the league.
Rule 3: if a machine runs short of a resource, such as memory, the shard is played again on the same or another machine,
since a shortage may pass.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from itertools import chain, islice
from typing import Any, Final, NamedTuple

from arena.building.building import CACHE
from arena.errors import ArenaError
from arena.league.bots import LeagueBundle, built, pack_league, unpack_league
from arena.league.league import League
from arena.league.playing.cluster_address import dialled
from arena.league.playing.cluster_machine import PROVE_ONCE, demand_release, release
from arena.league.playing.confinement import confined
from arena.league.playing.overload import demand_cores_everywhere, this_machine
from arena.league.playing.progress import Progress, interrupts
from arena.league.playing.results import Recorder, Result, ResultStore
from arena.league.playing.segments import Judge, Segments
from arena.league.schedule import Fixtures, processes
from arena.league.schedules.contract import Block
from arena.transport import Host
from arena.transport.crew.usage import Usage, add_usage
from arena.transport.machine.shortage import PASSING

SHARD_S: Final = 10.0
"""The time in seconds that a shard, a group of blocks to play, should take. The time of the last finished shard decides
how many blocks the next shard gets.
"""
SHARDS_PER_SLOT: Final = 2
"""The number of shards, which are units of work, that are submitted to the cluster at a time for each of its worker
threads.
"""
RETRIES: Final = 3
"""The number of times that a shard may be tried again after its machine was lost."""
MOST_FAILURES: Final = 4
"""The number of failures of shards, which are units of work, after which the run gives up."""


class Shard(NamedTuple):
    """A unit of work for the cluster: some blocks of a league, all played by one machine."""

    blocks: tuple[Block, ...]
    played: bytes
    """One byte for each match of the schedule up to the end of the last block of this shard: 1 if the match has a
    record, else 0.
    """
    in_flight: int
    arena_version: str


class ShardResult(NamedTuple):
    """The results of a shard, with the withdrawn bots and the resources that the bots used."""

    results: list[Result]
    withdrawn: dict[str, str]
    elapsed_s: float
    usage: dict[str, Usage]
    sandbox: str
    """A sentence about the sandbox that confined the bots on the machine."""


def run_on_cluster(
    league: League,
    store: ResultStore,
    address: str,
    in_flight: int,
    on_progress: Callable[[Progress], None],
    judge: Judge | None = None,
    *,
    force: bool = False,
) -> Progress:
    """Plays the matches that have no record in `store`, on the workers of the Dask scheduler at `address`.

    `in_flight`: the maximum number of matches that a shard plays at once. `judge`: decides whether the league ends
    early; None to play all matches. `force`: plays even if there are fewer processors than strict timing needs.
    Raises ArenaError, such as [no-dask], [no-cluster], [overload], [worker-died].
    """
    with dialled(address) as client:
        slots = sum(client.nthreads().values())
        if not slots:
            raise ArenaError(
                "no-cluster",
                f"the Dask scheduler at {address} does not have workers",
                f"start one or more workers, each with the command dask worker {address}",
            )
        if not force:
            demand_cores_everywhere(league.clock, client.nthreads(), client.run(this_machine))
        # unlike scattered data, the result of a submitted call is made again if its machine is lost
        bundle = client.submit(_itself, pack_league(league), pure=False)
        executor = client.get_executor(pure=False, retries=RETRIES)
        return run_shards(league, store, executor, bundle, slots, in_flight, on_progress, judge)


def run_shards(
    league: League,
    store: ResultStore,
    executor: Executor,
    bundle: Any,  # noqa: ANN401  # the executor's handle of the packed league
    slots: int,
    in_flight: int,
    on_progress: Callable[[Progress], None],
    judge: Judge | None = None,
) -> Progress:
    """Plays the matches that have no record in `store`; `executor` runs the shards.

    `bundle`: a LeagueBundle, or a handle of the executor for one, such as a Dask future. `slots`: the number of shards
    that the executor plays at once. `in_flight`, `judge`: as in `run_on_cluster`.
    The first interrupt lets the submitted shards finish; the second cancels them.
    """
    segments = Segments(league, store, judge)
    progress = segments.progress
    shard_blocks = 1
    shards = _Shards(league, executor, bundle, progress)
    with interrupts(shards.interrupt):
        for segment in segments.unplayed():
            blocks, share = (block for block in segment.blocks if segment.is_left(block.number)), segment.share(slots)
            while True:
                while len(shards) < SHARDS_PER_SLOT * slots and not progress.draining:
                    shard = _shard(league, tuple(islice(blocks, min(shard_blocks, share))), segment.played, in_flight)
                    if not shard.blocks:
                        break
                    shards.submit(shard)
                if not shards:
                    break
                for brought in shards.brought():
                    store.add(brought.results)
                    progress.stored += len(brought.results)
                    progress.withdrawn.update(brought.withdrawn)
                    add_usage(progress.usage, brought.usage)
                    progress.sandboxes.add(brought.sandbox)
                    shard_blocks = _next_size(min(shard_blocks, share), brought.elapsed_s)
                on_progress(progress)
            if progress.draining:
                break
    return progress


class _Shards:
    """The shards, which are units of work, that have been submitted and are not finished; also the number of failures
    so far.
    """

    def __init__(self, league: League, executor: Executor, bundle: Any, progress: Progress) -> None:  # noqa: ANN401  # as above
        self._league = league
        self._executor, self._bundle = executor, bundle
        self._progress = progress
        self._running: dict[Future[ShardResult], Shard] = {}
        self._failures = 0

    def __len__(self) -> int:
        return len(self._running)

    def submit(self, shard: Shard) -> None:
        """Submits a shard, a group of blocks, to the executor, which plays it."""
        self._running[self._executor.submit(play_shard, self._bundle, shard)] = shard

    def brought(self) -> Iterator[ShardResult]:
        """Waits up to a second, and yields the results of the shards that have finished. Submits failed shards again;
        raises ArenaError if the failure is permanent or shards have failed too often.
        """
        for future in wait(tuple(self._running), timeout=1, return_when=FIRST_COMPLETED).done:
            shard = self._running.pop(future)
            try:
                brought = _brought(future)
            except ArenaError as failure:
                self._again(shard, failure)
                continue
            if brought:
                yield brought

    def interrupt(self) -> None:
        """Stops submitting shards at the first call; cancels the submitted shards at the second."""
        if self._progress.draining:
            for future in tuple(self._running):
                future.cancel()
        self._progress.draining = True

    def _again(self, shard: Shard, failure: ArenaError) -> None:
        """Submits a failed shard again, unless the run is ending.

        Raises `failure` instead if its cause is permanent, or if shards have failed too often.
        """
        self._failures += 1
        if self._failures == MOST_FAILURES or failure.code not in PASSING:
            raise failure
        self._progress.failure = failure
        self._progress.void |= _places(self._league, shard)
        if not self._progress.draining:
            self.submit(shard)


def _itself(bundle: LeagueBundle) -> LeagueBundle:
    """Returns the bundle unchanged.

    As a Dask task, this function makes Dask compute the bundle again if the machine that stores it is lost.
    """
    return bundle


def play_shard(bundle: LeagueBundle, shard: Shard) -> ShardResult:
    """Plays a shard, a group of blocks, on this machine after unpacking and building its bots."""
    demand_release(shard.arena_version)
    league, sandbox = confined(unpack_league(bundle, CACHE), PROVE_ONCE)
    league = built(league)
    began = time.monotonic()
    recorder = Recorder(league, shard.played)
    withdrawn, usage = asyncio.run(_play(league, recorder, shard))
    return ShardResult(recorder.take(), withdrawn, time.monotonic() - began, usage, sandbox.sentence())


async def _play(league: League, recorder: Recorder, shard: Shard) -> tuple[dict[str, str], dict[str, Usage]]:
    game, launches = league.create_game(), league.launches()
    async with Host(game, launches, league.clock, shard.in_flight, processes=processes(league)) as host:
        await host.play(recorder.assignments(shard.blocks), recorder.finished)
        withdrawn = host.withdrawn()
    return withdrawn, await host.take_usage()


def _shard(league: League, blocks: tuple[Block, ...], played: bytes, in_flight: int) -> Shard:
    end = Fixtures(league).ordinals(blocks[-1]).stop if blocks else 0
    return Shard(blocks, played[:end], in_flight, release())


def _places(league: League, shard: Shard) -> set[int]:
    """Returns the places of a shard's unplayed matches in the league's schedule."""
    fixtures = Fixtures(league)
    places = chain.from_iterable(fixtures.ordinals(block) for block in shard.blocks)
    return {place for place in places if not shard.played[place]}


def _next_size(blocks: int, elapsed_s: float) -> int:
    """Returns the number of blocks that take SHARD_S seconds if `blocks` blocks take `elapsed_s`; at least 1, and at
    most four times `blocks`.
    """
    return max(1, min(4 * blocks, round(blocks * SHARD_S / max(elapsed_s, 0.1))))


def _brought(future: "Future[ShardResult]") -> ShardResult | None:
    """Returns the result of a finished shard; None if the shard was cancelled. Raises ArenaError if the shard
    failed.
    """
    try:
        return future.result()
    except CancelledError:
        return None
    except ArenaError:
        raise
    except Exception as error:
        raise ArenaError(
            "worker-died",
            f"a part of the league failed on the cluster: {type(error).__name__}: {error}",
            "read the cause in the workers' logs, then run the same command again; stored matches are kept",
        ) from error
