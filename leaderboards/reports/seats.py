"""Adds up the results of each bot by seat."""

from collections.abc import Iterable
from dataclasses import dataclass

from leaderboards.reports.outcome_blocks import PlayedBlock, blocks_of
from leaderboards.store import StoredMatch


@dataclass(slots=True)
class SeatTally:
    """The results of a bot in one seat, added up over its matches."""

    matches: int = 0
    different: int = 0
    """The number of matches that count; a match that only repeats another match does not count."""
    score: int = 0
    wins: float = 0.0
    """The number of first places; a first place shared by n bots counts as 1 / n."""

    def mean_score(self) -> float | None:
        """Returns the points per counted match; None if no match counts."""
        return self.score / self.different if self.different else None

    def win_share(self) -> float | None:
        """Returns the share of first places among the counted matches; None if no match counts."""
        return self.wins / self.different if self.different else None


SeatTallies = dict[str, list[SeatTally]]
"""The tallies of bots: for each bot's name, one tally for each seat."""


def tally_seats(block: PlayedBlock, tallies: SeatTallies) -> None:
    """Adds the results of a block (one deal in all seatings) to the tallies, which this function changes."""
    for match in block.matches:
        for seat, entrant in enumerate(match.record.spec.entrants):
            _tally(tallies, entrant.name, seat).matches += 1
    for outcome in block.counting:
        winners = outcome.ranks.count(1)
        for seat, bot in enumerate(outcome.bots):
            tally = _tally(tallies, bot, seat)
            tally.different += 1
            tally.score += outcome.scores[seat]
            tally.wins += 1 / winners if outcome.ranks[seat] == 1 else 0


def _tally(tallies: SeatTallies, bot: str, seat: int) -> SeatTally:
    by_seat = tallies.setdefault(bot, [])
    by_seat += [SeatTally() for _ in range(seat + 1 - len(by_seat))]
    return by_seat[seat]


def by_seat(matches: Iterable[StoredMatch]) -> SeatTallies:
    """Returns the results of each bot in each seat, from matches in schedule order; bots are in alphabetical order."""
    tallies: SeatTallies = {}
    for block in blocks_of(matches):
        tally_seats(block, tallies)
    return dict(sorted(tallies.items()))
