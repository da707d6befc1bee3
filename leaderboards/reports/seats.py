"""How each bot did in each seat."""

from collections.abc import Iterable
from dataclasses import dataclass

from leaderboards.store import StoredMatch


@dataclass(slots=True)
class SeatTally:
    """What adds up over a bot's matches in one seat."""

    matches: int = 0
    score: int = 0
    wins: float = 0.0
    """First places; one that is shared counts in parts."""

    def mean_score(self) -> float | None:
        """Points a match; None without matches."""
        return self.score / self.matches if self.matches else None

    def win_share(self) -> float | None:
        """First places a match; None without matches."""
        return self.wins / self.matches if self.matches else None


SeatTallies = dict[str, list[SeatTally]]
"""By bot, and by seat."""


def tally_seats(match: StoredMatch, tallies: SeatTallies) -> None:
    """Adds a match to what there is by bot and seat."""
    record = match.record
    seats, winners = len(record.scores), record.ranks.count(1)
    for seat, entrant in enumerate(record.spec.entrants):
        by_seat = tallies.setdefault(entrant.name, [])
        by_seat += [SeatTally() for _ in range(seats - len(by_seat))]
        tally = by_seat[seat]
        tally.matches += 1
        tally.score += record.scores[seat]
        tally.wins += 1 / winners if record.ranks[seat] == 1 else 0


def by_seat(matches: Iterable[StoredMatch]) -> SeatTallies:
    """How each bot did in each seat; bots in alphabetical order."""
    tallies: SeatTallies = {}
    for match in matches:
        tally_seats(match, tallies)
    return dict(sorted(tallies.items()))
