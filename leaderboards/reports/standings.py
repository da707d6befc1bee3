"""The standings of a league: one line a bot, computed from the stored matches and from nothing else."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from arena.match import Entrant
from arena.transport.clocks.latencies import percentile_us
from arena.transport.crew.usage import Usage
from leaderboards.statistics.ratings import Outcome, Rating, Ratings
from leaderboards.store import Store, StoredMatch
from leaderboards.store.gapless import Gapless
from leaderboards.store.rows.runs import total_usage
from leaderboards.store.values.extent import Extent

US_PER_MS: Final = 1_000
US_PER_S: Final = 1_000_000
BYTES_PER_MB: Final = 1_000_000
PERCENTS: Final = (50, 90, 99)


@dataclass(slots=True)
class Tally:
    """What adds up over a bot's matches."""

    entrant: Entrant
    matches: int = 0
    score: int = 0
    wins: float = 0.0
    """First places; one that is shared counts in parts."""
    faults: Counter[str] = field(default_factory=Counter)
    """By kind, in lower case."""
    last_fault: str = ""
    thinking_us: int = 0
    slowest_us: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A bot's line in the table."""

    rank: int
    """1 is best; by rating, and whoever has left behind the others."""
    bot: str
    version: str
    rating: Rating
    matches: int
    mean_score: float
    win_share: float
    """First places per match; shared ones count in parts."""
    thinking_ms: float
    """Mean thinking time per match, in milliseconds."""
    slowest_ms: float
    """Longest time charged for one choice, in milliseconds."""
    faults: dict[str, int]
    """Forfeited matches by kind of fault."""
    last_fault: str
    """In which match the latest fault was, and what it was; empty if there was none."""
    p50_ms: float | None = None
    """The time charged for a choice that half of the choices did not exceed, within 1/32 of it; None if unknown."""
    p90_ms: float | None = None
    p99_ms: float | None = None
    cpu_s: float | None = None
    """CPU time of its processes in all runs, in seconds."""
    peak_mb: float | None = None
    """The most memory they were seen to have together."""
    left: bool = False
    """Whether the bot is there no more, in a league from which bots go."""


@dataclass(frozen=True, slots=True)
class Standings:
    """The table, and what is common to all its lines."""

    lines: tuple[Line, ...]
    matches: int
    seat_scores: tuple[float, ...]
    """By seat: the mean score, which shows the advantage of a seat."""
    extent: Extent | None = None
    """How much there was to play; None if unknown."""
    further: int = 0
    """Matches that are stored, and do not count yet: others before them, or of their deals, are still to be played."""

    def sentence(self) -> str:
        """How many matches there are of how many, and how the league stands."""
        count = self.extent.sentence(self.matches) if self.extent else f"{self.matches} matches"
        if not self.further:
            return count
        stored, them = (
            ("1 more is stored and counts", "it")
            if self.further == 1
            else (f"{self.further} more are stored and count", "them")
        )
        return f"{count}; {stored} once all before {them} are played"


class Table:
    """What the table is made of, taken from matches in schedule order, none of which is kept."""

    def __init__(self) -> None:
        self.ratings = Ratings()
        self.matches = 0
        self._tallies: dict[str, Tally] = {}
        self._seat_scores: list[int] = []

    def take(self, match: StoredMatch) -> None:
        """Takes in the match that is next in the schedule."""
        record = match.record
        self.matches += 1
        self.ratings.take(Outcome(tuple(entrant.name for entrant in record.spec.entrants), record.ranks))
        self._seat_scores = self._seat_scores or [0] * len(record.scores)
        for seat, score in enumerate(record.scores):
            self._seat_scores[seat] += score
        self._tally(match)

    def standings(
        self,
        used: Mapping[str, Usage] | None = None,
        extent: Extent | None = None,
        left: Collection[str] = (),
    ) -> Standings:
        """The standings after the matches taken; `used`: what bots used, by name; `left`: those there no more."""
        ratings = self.ratings.by_bot()
        order = sorted(self._tallies, key=lambda name: (name in left, -ratings[name].mu, name))
        lines = tuple(
            _line(rank, self._tallies[name], ratings[name], (used or {}).get(name), left=name in left)
            for rank, name in enumerate(order, start=1)
        )
        return Standings(lines, self.matches, tuple(score / self.matches for score in self._seat_scores), extent)

    def _tally(self, match: StoredMatch) -> None:
        record = match.record
        winners = record.ranks.count(1)
        for seat, entrant in enumerate(record.spec.entrants):
            tally = self._tallies.setdefault(entrant.name, Tally(entrant))
            tally.matches += 1
            tally.score += record.scores[seat]
            tally.wins += 1 / winners if record.ranks[seat] == 1 else 0
            tally.thinking_us += match.thinking_us[seat]
            tally.slowest_us = max(tally.slowest_us, match.slowest_us[seat])
        for fault in record.faults:
            tally = self._tallies[record.spec.entrants[fault.seat].name]
            tally.faults[fault.kind.name.lower()] += 1
            tally.last_fault = f"match {match.ordinal}: {fault.detail}"


def standings(
    matches: Iterable[StoredMatch],
    used: Mapping[str, Usage] | None = None,
    extent: Extent | None = None,
    left: Collection[str] = (),
) -> Standings:
    """The standings after `matches`, which come in schedule order; the rest is as for a `Table`."""
    table = Table()
    for match in matches:
        table.take(match)
    return table.standings(used, extent, left)


def counted_standings(
    matches: Gapless,
    used: Mapping[str, Usage] | None = None,
    extent: Extent | None = None,
    left: Collection[str] = (),
) -> Standings:
    """The standings after those that count."""
    return replace(standings(matches, used, extent, left), further=matches.further())


def stored_standings(store: Store) -> Standings:
    """The standings after the matches of a store that count."""
    return counted_standings(store.gapless(), total_usage(store.runs()), store.extent(), store.field().left())


def counted_sentence(matches: Gapless, extent: Extent | None) -> str:
    """How many matches a report was made of, and how the league stands; the matches have been read."""
    return Standings((), matches.taken, (), extent, matches.further()).sentence()


def _line(rank: int, tally: Tally, rating: Rating, used: Usage | None, *, left: bool) -> Line:
    p50_ms, p90_ms, p99_ms = percentiles_ms(used, tally.slowest_us)
    return Line(
        rank=rank,
        bot=tally.entrant.name,
        version=tally.entrant.version,
        rating=rating,
        matches=tally.matches,
        mean_score=tally.score / tally.matches,
        win_share=tally.wins / tally.matches,
        thinking_ms=tally.thinking_us / tally.matches / US_PER_MS,
        slowest_ms=tally.slowest_us / US_PER_MS,
        faults=dict(sorted(tally.faults.items())),
        last_fault=tally.last_fault,
        p50_ms=p50_ms,
        p90_ms=p90_ms,
        p99_ms=p99_ms,
        cpu_s=used.cpu_us / US_PER_S if used else None,
        peak_mb=peak_mb(used),
        left=left,
    )


def peak_mb(used: Usage | None) -> float | None:
    """The most memory in all runs, in millions of bytes; None if unknown."""
    return used.peak_bytes / BYTES_PER_MB if used and used.peak_bytes else None


def percentiles_ms(used: Usage | None, slowest_us: int) -> tuple[float | None, ...]:
    """The times that 50, 90 and 99 of 100 choices did not exceed, in milliseconds; None if unknown."""
    found = (percentile_us(used.latencies, percent) if used else None for percent in PERCENTS)
    return tuple(None if time_us is None else min(time_us, slowest_us) / US_PER_MS for time_us in found)
