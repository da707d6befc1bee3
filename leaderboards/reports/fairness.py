"""Measures the fairness of a league: seats, opponents, time, faults and void matches."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from arena.match import FaultKind
from arena.transport.crew.usage import Usage
from leaderboards.reports.outcome_blocks import PlayedBlock, blocks_of
from leaderboards.reports.seats import SeatTallies, tally_seats
from leaderboards.reports.standings import US_PER_S, peak_mb, percentiles_ms
from leaderboards.statistics.blocks import BlockOutcome
from leaderboards.statistics.seat_effect import SeatEffect, seat_effect
from leaderboards.store import StoredMatch
from leaderboards.store.rows.runs import Run, total_usage

US_PER_MS = 1_000
TIMEOUT = FaultKind.TIMEOUT.name.lower()


@dataclass(frozen=True, slots=True)
class Pair:
    """Two bots, and the number of matches that both played in."""

    first: str
    second: str
    meetings: int


@dataclass(frozen=True, slots=True)
class Treatment:
    """The treatment of a bot by the league: its seats, faults, times and memory."""

    bot: str
    matches: int
    by_seat: tuple[int, ...]
    """The number of the bot's matches in each seat."""
    faults: dict[str, int]
    """The number of forfeited matches by kind of fault."""
    p50_ms: float | None
    """The median time charged for a choice, in milliseconds, accurate to 1/32 of its value; None if unknown."""
    p90_ms: float | None
    p99_ms: float | None
    slowest_ms: float
    thinking_s: float
    """The total time charged to the bot, in seconds."""
    cpu_s: float | None
    """The CPU time of the bot's processes in all runs, in seconds; None if unknown."""
    peak_mb: float | None
    """The highest measured memory of all the bot's processes together, in millions of bytes; None if unknown."""

    def timeouts(self) -> int:
        """Returns the number of matches that the bot forfeited because its time was up."""
        return self.faults.get(TIMEOUT, 0)


@dataclass(frozen=True, slots=True)
class Fairness:
    """The whole fairness report of a league."""

    matches: int
    seats: SeatEffect
    treatments: tuple[Treatment, ...]
    """The treatment of each bot (its seats, faults, times and memory), in order of name."""
    pairs: tuple[Pair, ...]
    """All pairs of bots, sorted by their number of meetings; the pair that met most often is first."""
    runs: tuple[Run, ...]

    def seat_imbalance(self) -> int:
        """Returns the largest difference between a bot's numbers of matches in two seats, among all bots."""
        return max((max(one.by_seat) - min(one.by_seat) for one in self.treatments), default=0)

    def meeting_imbalance(self) -> int:
        """Returns the largest difference between two pairs in the number of their meetings."""
        return self.pairs[0].meetings - self.pairs[-1].meetings if self.pairs else 0

    def void_matches(self) -> int:
        """Returns the number of matches whose worker (on a cluster: whose shard) failed before they had a record. Some
        of them had not begun.
        """
        return sum(run.void_matches for run in self.runs)


@dataclass(slots=True)
class _Time:
    thinking_us: int = 0
    slowest_us: int = 0


@dataclass(slots=True)
class Gathered:
    """The sums from which the fairness report is computed. Blocks (deals in all seatings) are added one by one, and are
    not kept.
    """

    matches: int = 0
    seats: SeatTallies = field(default_factory=dict)
    times: dict[str, _Time] = field(default_factory=dict)
    faults: dict[str, Counter[str]] = field(default_factory=dict)
    meetings: Counter[tuple[str, str]] = field(default_factory=Counter)

    def take(self, block: PlayedBlock) -> None:
        """Adds a block (one deal in all seatings), which must be the next block of the schedule."""
        tally_seats(block, self.seats)
        for match in block.matches:
            self._take(match)

    def _take(self, match: StoredMatch) -> None:
        names = [entrant.name for entrant in match.record.spec.entrants]
        self.matches += 1
        self.meetings.update(combinations(sorted(names), 2))
        for seat, name in enumerate(names):
            time = self.times.setdefault(name, _Time())
            time.thinking_us += match.thinking_us[seat]
            time.slowest_us = max(time.slowest_us, match.slowest_us[seat])
        for fault in match.record.faults:
            self.faults.setdefault(names[fault.seat], Counter())[fault.kind.name.lower()] += 1

    def fairness(self, blocks: Iterable[BlockOutcome], runs: Sequence[Run]) -> Fairness:
        """Returns the fairness report of the league, from the added matches, the outcomes of their blocks (deals in all
        seatings), and the league's runs.
        """
        pairs = [Pair(*pair, self.meetings[pair]) for pair in combinations(sorted(self.seats), 2)]
        pairs.sort(key=lambda pair: (-pair.meetings, pair.first, pair.second))
        return Fairness(self.matches, seat_effect(blocks), self.treatments(runs), tuple(pairs), tuple(runs))

    def treatments(self, runs: Iterable[Run]) -> tuple[Treatment, ...]:
        """Returns the treatment of each bot (its seats, faults, times and memory), in order of name."""
        used = total_usage(runs)
        return tuple(self._treatment(bot, used.get(bot)) for bot in sorted(self.seats))

    def _treatment(self, bot: str, usage: Usage | None) -> Treatment:
        time, tallies = self.times[bot], self.seats[bot]
        p50_ms, p90_ms, p99_ms = percentiles_ms(usage, time.slowest_us)
        return Treatment(
            bot=bot,
            matches=sum(tally.matches for tally in tallies),
            by_seat=tuple(tally.matches for tally in tallies),
            faults=dict(sorted(self.faults.get(bot, Counter()).items())),
            p50_ms=p50_ms,
            p90_ms=p90_ms,
            p99_ms=p99_ms,
            slowest_ms=time.slowest_us / US_PER_MS,
            thinking_s=time.thinking_us / US_PER_S,
            cpu_s=usage.cpu_us / US_PER_S if usage else None,
            peak_mb=peak_mb(usage),
        )


def fairness(matches: Iterable[StoredMatch], runs: Sequence[Run]) -> Fairness:
    """Returns the fairness report of a league, from its matches in schedule order and its runs."""
    gathered, outcomes = Gathered(), []
    for block in blocks_of(matches):
        gathered.take(block)
        outcomes.append(block.outcome)
    return gathered.fairness(outcomes, runs)
