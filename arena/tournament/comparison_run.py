"""Plays matches between two versions of a bot until it is clear which version is better."""

from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple, Protocol

from arena.errors import ArenaError
from arena.files.temporary import temporary_folder
from arena.league.league import League
from arena.league.playing.progress import Progress
from arena.league.playing.running import run_league
from arena.league.schedules.contract import Schedule
from arena.tournament.observer import Follower
from leaderboards.reports.comparison_report import Outcome, outcome_of
from leaderboards.stopping.better_version import BetterVersion
from leaderboards.stopping.sequential import Evidence, Plan
from leaderboards.store import PlayedStore
from leaderboards.store.gapless import sizes_of


class ComparisonFollower(Follower, Protocol):
    """Callbacks for an observer of a comparison."""

    def looked(self, evidence: Evidence) -> None:
        """Called with the evidence each time the results so far have been evaluated."""


class Compared(NamedTuple):
    """The result of a comparison: the better version, if any, and the progress of the matches."""

    outcome: Outcome
    progress: Progress


def compare(league: League, plan: Plan, workers: int, in_flight: int, follower: ComparisonFollower) -> Compared:
    """Plays a league made by `arena.league.versions` until one version is found better, or to the league's end.

    The comparison ends with ArenaError [did-not-play] when a bot is withdrawn, because the remaining matches could not
    compare the versions. Also raises the errors of playing a league.
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
    """Returns the ArenaError [did-not-play] for a comparison that ended without a verdict because a bot was withdrawn.
    The error quotes the bot's last output.
    """
    output = ""
    for match in store.matches():
        for fault in match.record.faults:
            if match.record.spec.entrants[fault.seat].name == bot:
                output = fault.output or output
    sentence = f"the comparison has no verdict, because the bot {bot} was {reason}"
    return ArenaError(
        "did-not-play",
        f"{sentence}\n{output}" if output else sentence,
        f"test the bot {bot} alone with arena check",
    )


class _Told:
    """A judge that ends a comparison when one version is better, and reports each evaluation to the follower."""

    def __init__(self, better: BetterVersion, follower: ComparisonFollower) -> None:
        self.better, self._follower = better, follower

    def looks(self, schedule: Schedule) -> Iterator[int]:
        return self.better.looks(schedule)

    def decided(self, matches: int) -> bool:
        decided = self.better.decided(matches)
        self._follower.looked(self.better.evidence)
        return decided
