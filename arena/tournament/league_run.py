"""Plays all matches of a league that have no record yet, stores their results, and writes the standings.

Rule 1: nothing is printed here; the caller passes a follower, which receives all messages and the progress.
Rule 2: after the first interrupt by the user, the matches that have begun are played to their end; the second interrupt
stops them at once. Only the main thread receives interrupts. If the league is played in another thread, the follower
can set `Progress.draining`, which has the same effect as the first interrupt.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from arena.building.tools import demand_tools
from arena.errors import ArenaError
from arena.league.bots import built, changed_since, seals
from arena.league.growing.copies import find_copy
from arena.league.growing.next_league import Grown, Keeper
from arena.league.league import League
from arena.league.playing.confinement import confined
from arena.league.playing.overload import demand_cores, demand_one_match
from arena.league.playing.progress import Progress
from arena.league.playing.running import run_league
from arena.league.playing.segments import Judge
from arena.league.schedule import processes
from arena.league.schedules.contract import Schedule
from arena.league.schedules.registry import LADDER
from arena.sandbox.level_proof import Sandbox
from arena.system.processes.cores import available_cores
from arena.tournament.ladder_growth import go_on
from arena.tournament.length import extent_of, in_reach
from arena.tournament.observer import Follower
from arena.tournament.place import Place
from arena.tournament.run_statistics import RunKeeper
from arena.transport import Clock
from leaderboards.reports.folder import make_folder, remove_standings
from leaderboards.store import PlayedStore

if TYPE_CHECKING:
    from leaderboards.reports.standings import Standings

IN_FLIGHT: Final = 1_024
"""The number of matches that a worker plays at once for each process of a bot; at most MOST_FILLED processes count."""
MOST_FILLED: Final = 4
"""The maximum factor by which IN_FLIGHT is multiplied if bots have several processes. The limit is needed because each
running match needs memory.
"""


@dataclass(frozen=True, slots=True)
class Resources:
    """The workers and machines that play a league."""

    workers: int
    """The number of the arena's worker processes on this machine."""
    in_flight: int | None = None
    """The maximum number of matches that a worker plays at once; None for the number that suits the league's timing."""
    cluster: str | None = None
    """The address of a Dask scheduler with workers that play the league; None for workers on this machine."""
    force: bool = False
    """Whether to play under strict timing even with fewer processors than workers."""
    copies: Path | None = None
    """The folder on this machine in which the bots are built and play; None for the folder that all leagues share."""

    def matches_at_once(self, league: League) -> int:
        """Returns the number of matches that a worker plays at once.

        It is `in_flight` if that is set, else 1 under strict timing, else the number that IN_FLIGHT describes.
        """
        return self.in_flight or (1 if league.clock.strict() else IN_FLIGHT * min(processes(league), MOST_FILLED))

    def fitting(self, league: League) -> "Resources":
        """Returns the resources for this league. A league with remote bots gets only one worker, because each remote
        bot connects only once.

        Raises ArenaError [remote] if the league has remote bots, but uses a cluster or has no address for them.
        """
        named = ", ".join(league.remotes())
        if not named:
            return self
        if self.cluster:
            raise ArenaError(
                "remote",
                f"the league cannot be played with --cluster, because the remote bots ({named}) cannot connect "
                "to a cluster",
                "leave --cluster out, or remove the remote bots from the league file",
            )
        if not league.gate:
            raise ArenaError(
                "remote",
                f"the league has remote bots ({named}), but this command does not have an address to which remote bots "
                "can connect",
                "give the address with arena run-league --remote HOST:PORT",
            )
        return replace(self, workers=1)

    def demand_enough(self, clock: Clock) -> None:
        """Under strict timing, raises ArenaError [overload] if a worker would play several matches at once, or if there
        are more workers than processors. With `cluster` or `force` the processors are not checked.
        """
        demand_one_match(clock, self.in_flight)
        if not (self.cluster or self.force):
            demand_cores(clock, self.workers, available_cores())


class LeagueFollower(Follower, Protocol):
    """Callbacks for an observer of a run of a league."""

    def told(self, sentence: str) -> None:
        """Called with a sentence for people, for example about a bot that is being built."""

    def confined(self, sandbox: Sandbox, wanted: str) -> None:
        """Called with the tested sandbox that confines the bots on this machine.

        `wanted`: the name of the sandbox level that the league file demands.
        """

    def founded(self, league: League) -> None:
        """Called when the league's store is open and locked for this run."""


class Played(NamedTuple):
    """The result of a run of a league: the league, the progress of the run, and the standings."""

    league: League
    """The league as this run played it: with its seed and, for a ladder, all present and former bots."""
    standings: "Standings"
    progress: Progress
    seal: str


def found(league: League, place: Place) -> None:
    """Makes the store of a league, and draws a seed if the league file has none; raises ArenaError if that fails."""
    with closing(PlayedStore.create(place.store, league)) as store:
        league = store.resumed(league)
        store.keep_extent(extent_of(league, store))


def play(
    league: League, place: Place, resources: Resources, follower: LeagueFollower, kept: Keeper = find_copy
) -> Played:
    """Plays the matches of a league that have no record, and writes the standings.

    The run ends when all matches have a record, when the league ends early, or after an interrupt. Raises ArenaError as
    `Playing.run` does.
    """
    with closing(Playing(place)) as playing:
        league, store, progress = playing.run(league, resources, follower, kept)
        from leaderboards.reports.formats import write_standings  # noqa: PLC0415  # loaded after the last match
        from leaderboards.reports.standings import stored_standings  # noqa: PLC0415  # as above

        played = Played(league, stored_standings(store), progress, store.seal().text())
        write_standings(played.standings, place.folder)
    return played


class Ran(NamedTuple):
    """The league, its open store and the progress after a run, before the standings are computed."""

    league: League
    """The league as this run played it: with its seed and, for a ladder, all present and former bots."""
    store: PlayedStore
    progress: Progress


class Playing:
    """Plays a league in several runs, one after another, and keeps the store open between them."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._store: PlayedStore | None = None
        self._schedule: Schedule | None = None
        self._identity: dict[str, object] = {}

    def close(self) -> None:
        """Closes the store, so that other processes may play the league."""
        if self._store:
            self._store.close()
        self._store = self._schedule = None

    def run(self, league: League, resources: Resources, follower: LeagueFollower, kept: Keeper = find_copy) -> Ran:
        """Plays the matches without a record until none is left, the league ends early, or the run is interrupted.

        For a ladder, `league` has the bots that take part from now on; `kept` finds the files of former bots that still
        have matches to play.

        Raises ArenaError: the errors of `PlayedStore.create`, of building and of a cluster, [fewer-matches],
        [overload], [no-sandbox], [remote], and errors that stop a run, such as [worker-died], [shortage],
        [store-failed] and [tampered].
        """
        resources = resources.fitting(league)
        resources.demand_enough(league.clock)
        league, sandbox = (league, "") if resources.cluster else _ready(league, follower)
        try:
            return self._run(league, self._opened(league), sandbox, resources, follower, kept)
        except BaseException:
            self.close()
            raise

    def _opened(self, league: League) -> PlayedStore:
        if self._store is None or self._identity != league.identity():
            self.close()
            self._store, self._identity = PlayedStore.create(self._place.store, league), league.identity()
        return self._store

    def _run(
        self,
        league: League,
        store: PlayedStore,
        sandbox: str,
        resources: Resources,
        follower: LeagueFollower,
        kept: Keeper,
    ) -> Ran:
        league = store.resumed(league)
        make_folder(self._place.folder)
        extent = extent_of(league, store)
        now = go_on(in_reach(league, store), store, kept, follower.told, self._schedule)
        self._schedule = now.schedule
        store.keep_extent(extent)
        follower.founded(now.league)
        progress = _run(now, store, self._place, sandbox, resources, follower)
        follower.ended(progress)
        if progress.finished():
            store.keep_extent(replace(extent, reached=progress.decided))
        return Ran(now.league, store, progress)


def _ready(league: League, follower: LeagueFollower) -> tuple[League, str]:
    """Returns the league with its bots confined on this machine, and a sentence that describes the sandbox.

    Raises ArenaError, for example if a tool or the sandbox is missing.
    """
    for bot in league.players():
        demand_tools(bot)
    league, sandbox = confined(league)
    follower.confined(sandbox, league.sandbox)
    return league, sandbox.sentence()


def _run(
    now: Grown, store: PlayedStore, place: Place, sandbox: str, resources: Resources, follower: LeagueFollower
) -> Progress:
    """Plays one run of a league, on this machine or on a cluster, and returns its progress.

    The run's statistics are stored even if the run fails.
    """
    league, cluster = now.league, resources.cluster
    in_flight = resources.matches_at_once(league)
    workers, cores = (0, 0) if cluster else (resources.workers, available_cores())
    keeper = RunKeeper(store, workers, in_flight, cores, sandbox, goes_on=league.schedule == LADDER)
    judge = _judge(store, league)

    def on_progress(progress: Progress) -> None:
        follower.progressed(progress)
        keeper(progress)
        if progress.played() > 0:
            remove_standings(place.folder)  # the standings do not include the new matches

    try:
        if cluster:
            from arena.league.playing.cluster import run_on_cluster  # noqa: PLC0415  # few leagues use a cluster, and the module loads gRPC

            return run_on_cluster(league, store, cluster, in_flight, on_progress, judge, force=resources.force)
        league = built(league, follower.told, resources.copies)
        with _copies_watched(league, keeper, follower, resources.copies):
            return run_league(league, store, workers, in_flight, on_progress, judge, now.schedule)
    finally:
        keeper.finish()


@contextmanager
def _copies_watched(league: League, keeper: RunKeeper, follower: LeagueFollower, cache: Path | None) -> Iterator[None]:
    """A context that records the hash of each bot's copy, and at its end records and reports bots with changed copies.

    A copy is the folder of built files from which a bot plays.
    """
    copies = seals(league, cache)
    keeper.note_copies(copies)
    try:
        yield
    finally:
        changed = changed_since(league, copies, cache)
        keeper.note_changed(changed)
        for bot in changed:
            follower.told(f"the copy of {bot} was changed while {bot} played from it; arena verify will report this")


def _judge(store: PlayedStore, league: League) -> Judge | None:
    """Returns the judge that can end a league early when its goal is reached; None if the league has no goal."""
    if not league.until:
        return None
    from leaderboards.stopping.top_apart import TopApart  # noqa: PLC0415  # few leagues have `until`, and numpy takes a moment to load

    return TopApart(store, league)
