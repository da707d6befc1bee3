"""Playing a comparison of two versions until one is known to be better; nothing is left of its matches."""

from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple, Protocol

from arena.league.league import League
from arena.league.playing.progress import Progress
from arena.league.playing.running import run_league
from arena.league.schedule import seatings
from arena.league.schedules.contract import Schedule
from arena.tournament.following import Follower
from arena.transport.machine.folder import temporary_folder
from leaderboards.reports.comparing import Outcome, outcome_of
from leaderboards.stopping.better_version import BetterVersion
from leaderboards.stopping.sequential import Plan
from leaderboards.stopping.sequential import Progress as Evidence
from leaderboards.store import PlayedStore


class ComparisonFollower(Follower, Protocol):
    """Who is told how a comparison goes on."""

    def looked(self, evidence: Evidence) -> None:
        """What the matches say by now."""


class Compared(NamedTuple):
    """What a comparison has come to."""

    outcome: Outcome
    progress: Progress


def compare(league: League, plan: Plan, workers: int, in_flight: int, follower: ComparisonFollower) -> Compared:
    """Plays a league as `arena.league.versions` makes it, until the verdict or its end; raises ArenaError."""
    with (
        temporary_folder() as folder,
        closing(PlayedStore.create(folder / "comparison.db", league)) as store,
    ):
        new, old, *_ = (bot.name for bot in league.bots)
        judge = _Told(BetterVersion(store, new, old, len(seatings(league)), plan), follower)
        progress = run_league(league, store, workers, in_flight, follower.progressed, judge)
        follower.ended(progress)
        if not progress.decided:
            judge.decided(progress.total)
        return Compared(outcome_of(league, judge.better.test, store.gapless()), progress)


class _Told:
    """A judge that tells what it sees."""

    def __init__(self, better: BetterVersion, follower: ComparisonFollower) -> None:
        self.better, self._follower = better, follower

    def looks(self, schedule: Schedule) -> Iterator[int]:
        return self.better.looks(schedule)

    def decided(self, matches: int) -> bool:
        decided = self.better.decided(matches)
        self._follower.looked(self.better.test)
        return decided
