"""Tests whether the best bots of a league can be told apart from all others.

The claim is that the first N bots of the standings really are the best N, in this order. A check of the results accepts
the claim if the p-value of every pair with one of these N bots is small enough. Holm's method corrects the
p-values in each family of pairs. The pairs within a group of bots are one family, and the pairs of bots of different
groups are another family (`statistics.comparisons`).

A league file sets the risk that a false claim ends the league. Each check may use only a part of this risk
(`arena.league.until`), and the families share this part. So all checks of a league together accept a false claim no
more often than the league file allows.
"""

from collections.abc import Iterable, Iterator

from arena.league.league import League
from arena.league.schedules.contract import History, PlayedMatch, Schedule
from arena.league.until import league_looks
from leaderboards.statistics.analysis import Analysis, analyse
from leaderboards.statistics.blocks import block_outcomes


class TopApart:
    """The rule that ends a league when its best bots are separated from all others, if the league file sets this goal
    by the key `until`.
    """

    def __init__(self, history: History, league: League) -> None:
        assert league.until
        self._history, self._league, self._until = history, league, league.until

    def looks(self, schedule: Schedule) -> Iterator[int]:
        """Returns the numbers of blocks (deals in all seatings) after which to check the results."""
        return league_looks(len(self._league.bots), self._league.seats, schedule.even())

    def decided(self, matches: int) -> bool:
        """Returns whether the matches at the first `matches` places of the schedule separate the best bots from all
        others.
        """
        records = (match.record for match in before(self._history.matches(), matches))
        return top_apart(analyse(block_outcomes(records)), self._until.top, self._until.risk())


def before(matches: Iterable[PlayedMatch], end: int) -> Iterator[PlayedMatch]:
    """Yields the matches at places of the schedule before `end`; `matches` must be in schedule order."""
    for match in matches:
        if match.ordinal >= end:
            return
        yield match


def top_apart(analysis: Analysis, top: int, risk: float) -> bool:
    """Returns whether each of the first `top` bots is separated from every other bot, at this risk of a false claim."""
    best = {estimate.bot for estimate in analysis.estimates[:top]}
    pairs = [pair for pair in analysis.comparisons if {pair.first, pair.second} & best]
    families = sum(len(group.estimates) > 1 for group in analysis.groups) + (len(analysis.groups) > 1)
    return bool(pairs) and all(pair.p_value * families < risk for pair in pairs)
