"""Plays a comparison of two versions until one is known to be better."""

from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple, Protocol

from arena.errors import ArenaError
from arena.files.temporary import temporary_folder
from arena.league.league import League
from arena.league.playing.progress import Progress
from arena.league.playing.running import run_league
from arena.league.schedules.contract import Schedule
from arena.tournament.following import Follower
from leaderboards.reports.comparing import Outcome, outcome_of
from leaderboards.stopping.better_version import BetterVersion
from leaderboards.stopping.sequential import Evidence, Plan
from leaderboards.store import PlayedStore
from leaderboards.store.gapless import sizes_of


class ComparisonFollower(Follower, Protocol):
    """Callbacks through which an observer follows a comparison."""

    def looked(self, evidence: Evidence) -> None:
        """Called after each look at the results, with the evidence so far."""


class Compared(NamedTuple):
    """The result of a comparison: which version is better, and what was played."""

    outcome: Outcome
    progress: Progress


def compare(league: League, plan: Plan, workers: int, in_flight: int, follower: ComparisonFollower) -> Compared:
    """Plays a league made by `arena.league.versions` until the verdict, or to its end.

    Matches without one of the bots say nothing about the versions, so the comparison ends when a bot is withdrawn.
    Raises ArenaError [did-not-play] then, and others.
    """
    with (
        temporary_folder() as folder,
        closing(PlayedStore.create(folder / "comparison.db", league)) as store,
    ):
        new, old, *_ = (bot.name for bot in league.bots)
        judge = _Told(BetterVersion(store, new, old, sizes_of(league.identity()).deal, plan), follower)

        def progressed(progress: Progress) -> None:
            progress.draining |= bool(progress.withdrawn)
            follower.progressed(progress)

        progress = run_league(league, store, workers, in_flight, progressed, judge)
        follower.ended(progress)
        for bot, reason in sorted(progress.withdrawn.items()):
            raise _did_not_play(bot, reason, store)
        if not progress.decided:
            judge.decided(progress.total)
        return Compared(outcome_of(league, judge.better.evidence, store.gapless()), progress)


def _did_not_play(bot: str, reason: str, store: PlayedStore) -> ArenaError:
    """The ArenaError [did-not-play] for a bot without which there is no verdict, with what it printed last."""
    output = ""
    for match in store.matches():
        for fault in match.record.faults:
            if match.record.spec.entrants[fault.seat].name == bot:
                output = fault.output or output
    sentence = f"no verdict, because not all bots played: {bot} was {reason}"
    return ArenaError(
        "did-not-play",
        f"{sentence}\n{output}" if output else sentence,
        "test that bot alone: arena check, with the bot's folder or name",
    )


class _Told:
    """A judge that passes the evidence to the follower at each look."""

    def __init__(self, better: BetterVersion, follower: ComparisonFollower) -> None:
        self.better, self._follower = better, follower

    def looks(self, schedule: Schedule) -> Iterator[int]:
        return self.better.looks(schedule)

    def decided(self, matches: int) -> bool:
        decided = self.better.decided(matches)
        self._follower.looked(self.better.evidence)
        return decided
