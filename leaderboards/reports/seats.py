"""The results of each bot by seat."""

from collections.abc import Iterable
from dataclasses import dataclass

from leaderboards.reports.played import PlayedBlock, blocks_of
from leaderboards.store import StoredMatch


@dataclass(slots=True)
class SeatTally:
    """What adds up over a bot's matches in one seat."""

    matches: int = 0
    different: int = 0
    """Those that count."""
    score: int = 0
    wins: float = 0.0
    """First places; one that is shared counts in parts."""

    def mean_score(self) -> float | None:
        """Points a match; None without matches."""
        return self.score / self.different if self.different else None

    def win_share(self) -> float | None:
        """First places a match; None without matches."""
        return self.wins / self.different if self.different else None


SeatTallies = dict[str, list[SeatTally]]
"""By bot, and by seat."""


def tally_seats(block: PlayedBlock, tallies: SeatTallies) -> None:
    """Adds a block to what there is by bot and seat."""
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
    """How each bot did in each seat, in matches in schedule order; bots in alphabetical order."""
    tallies: SeatTallies = {}
    for block in blocks_of(matches):
        tally_seats(block, tallies)
    return dict(sorted(tallies.items()))
