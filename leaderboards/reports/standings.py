"""Computes the standings of a league, one line for each bot, from stored matches alone."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from arena.match import Entrant
from arena.transport.clocks.latencies import percentile_us
from arena.transport.crew.usage import Usage
from leaderboards.reports.outcome_blocks import PlayedBlock, blocks_of
from leaderboards.reports.strength_tables import tier_letters
from leaderboards.statistics.blocks import MatchOutcome
from leaderboards.statistics.ratings import Outcome, Rating, Ratings
from leaderboards.store import Store, StoredMatch
from leaderboards.store.gapless import Gapless
from leaderboards.store.rows.runs import total_usage
from leaderboards.store.values.extent import Extent, matches_text

if TYPE_CHECKING:  # numpy takes a moment to load
    from leaderboards.statistics.analysis import Analysis
    from leaderboards.statistics.grouped import Estimate

US_PER_MS: Final = 1_000
US_PER_S: Final = 1_000_000
BYTES_PER_MB: Final = 1_000_000
PERCENTS: Final = (50, 90, 99)
TWO_SEATS: Final = 2


@dataclass(slots=True)
class Tally:
    """The results, faults and times of a bot, added up over its matches."""

    entrant: Entrant
    matches: int = 0
    different: int = 0
    """The number of matches that count; a match that only repeats another match does not count."""
    score: int = 0
    wins: float = 0.0
    """The number of first places; a first place shared by n bots counts as 1 / n."""
    drawn: int = 0
    """The number of counted matches in which the bot shared the first place."""
    lost: int = 0
    """The number of counted matches in which the bot did not finish first."""
    faults: Counter[str] = field(default_factory=Counter)
    """The number of faults by kind; kinds are in lower case."""
    last_fault: str = ""
    thinking_us: int = 0
    slowest_us: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """The line of a bot in the table of a league."""

    rank: int
    """The bot's place by strength: 1 is best, equal bots share a place, and bots that have left the league
    come last.
    """
    bot: str
    version: str
    strength: "Estimate | None"
    """The bot's strength; None if it is not known yet."""
    tier: str
    """The letters of the bot's tiers; `a` is the best tier. Bots that share a letter cannot be told apart."""
    rating: Rating
    """The bot's TrueSkill rating."""
    matches: int
    mean_score: float
    win_share: float
    """The number of first places divided by `different`; a first place shared by n bots counts as 1 / n."""
    thinking_ms: float
    """Mean thinking time per match, in milliseconds."""
    slowest_ms: float
    """Longest time charged for one choice, in milliseconds."""
    faults: dict[str, int]
    """The number of forfeited matches by kind of fault."""
    last_fault: str
    """A sentence that names the match of the bot's latest fault and describes the fault; empty if the bot has no
    faults.
    """
    p50_ms: float | None = None
    """The median time charged for a choice, in milliseconds, accurate to 1/32 of its value; None if unknown."""
    p90_ms: float | None = None
    p99_ms: float | None = None
    cpu_s: float | None = None
    """CPU time of the bot's processes in all runs, in seconds; None if unknown."""
    peak_mb: float | None = None
    """The highest measured memory of all the bot's processes together, in millions of bytes; None if unknown."""
    left: bool = False
    """Whether the bot has left the league. Bots can leave only some leagues, such as ladders."""
    different: int = 0
    """The number of the bot's matches that count; a match that only repeats another match does not count."""
    results: tuple[int, int, int] | None = None
    """The numbers of won, drawn and lost matches among the matches that count; None if matches do not have two seats.
    """


@dataclass(frozen=True, slots=True)
class Standings:
    """The table of a league, and the values that describe the league as a whole."""

    lines: tuple[Line, ...]
    matches: int
    seat_scores: tuple[float, ...]
    """The mean score of each seat, which shows the advantage of a seat."""
    extent: Extent | None = None
    """The extent of the league: the number of matches in its schedule, and the goal that may end it early. None if
    unknown.
    """
    further: int = 0
    """The number of stored matches that do not count yet, because earlier matches or other matches of their deals are
    missing.
    """
    analysis: "Analysis | None" = None
    """The analysis that gives the strengths; on live pages it may cover fewer blocks (deals in all seatings) than the
    table. None if unknown.
    """
    different: int | None = None
    """The number of matches that count, which are all but repeats; None if there are no repeats."""

    def sentence(self) -> str:
        """Returns a sentence on the number of matches played and to play, and on whether the league is over."""
        extent, different = self.extent, self.different
        count = extent.sentence(self.matches, different) if extent else matches_text(self.matches, different)
        if not self.further:
            return count
        stored, them = (
            ("1 more is stored and counts", "it")
            if self.further == 1
            else (f"{self.further} more are stored and count", "them")
        )
        return f"{count}; {stored} once all before {them} are played"

    def by_rating(self) -> "Standings":
        """Returns the same standings in order of the TrueSkill rating."""
        return replace(self, lines=_ranked(self.lines, lambda line: -line.rating.mu))


class Table:
    """The sums from which the table of a league is made. Blocks (deals in all seatings) are added one by one, and are
    not kept.
    """

    def __init__(self) -> None:
        self.ratings = Ratings()
        self.matches = 0
        self.different = 0
        """The number of matches that count; a match that only repeats another match does not count."""
        self._tallies: dict[str, Tally] = {}
        self._seat_scores: list[int] = []

    def take(self, block: PlayedBlock) -> None:
        """Adds a block (one deal in all seatings), which must be the next block of the schedule."""
        for match in block.matches:
            self.matches += 1
            self._tally(match)
        for outcome in block.counting:
            self._count(outcome)

    def standings(
        self,
        analysis: "Analysis | None",
        used: Mapping[str, Usage] | None = None,
        extent: Extent | None = None,
        left: Collection[str] = (),
    ) -> Standings:
        """Returns the standings after the added matches, in order of the strengths in the analysis; without an
        analysis, in order of rating.

        `used`: the time and memory that bots used, by name. `extent`: the number of matches in the schedule, and the
        goal of the league. `left`: the names of bots that have left the league.
        """
        ratings = self.ratings.by_bot()
        strengths = {one.bot: one for one in analysis.estimates} if analysis else {}
        lines = [
            replace(
                _line(tally, ratings[name], (used or {}).get(name), len(self._seat_scores), left=name in left),
                strength=strengths.get(name),
                tier=tier_letters(analysis, name) if analysis else "",
            )
            for name, tally in self._tallies.items()
        ]
        return Standings(
            lines=_ranked(lines, _by_strength),
            matches=self.matches,
            seat_scores=tuple(score / self.different for score in self._seat_scores),
            extent=extent,
            analysis=analysis,
            different=self.different if self.different < self.matches else None,
        )

    def _tally(self, match: StoredMatch) -> None:
        record = match.record
        for seat, entrant in enumerate(record.spec.entrants):
            tally = self._tallies.setdefault(entrant.name, Tally(entrant))
            tally.matches += 1
            tally.thinking_us += match.thinking_us[seat]
            tally.slowest_us = max(tally.slowest_us, match.slowest_us[seat])
        for fault in record.faults:
            tally = self._tallies[record.spec.entrants[fault.seat].name]
            tally.faults[fault.kind.name.lower()] += 1
            tally.last_fault = f"match {match.ordinal}: {fault.detail}"

    def _count(self, outcome: MatchOutcome) -> None:
        self.different += 1
        self.ratings.take(Outcome(outcome.bots, outcome.ranks))
        self._seat_scores = self._seat_scores or [0] * len(outcome.scores)
        winners = outcome.ranks.count(1)
        for seat, bot in enumerate(outcome.bots):
            tally, won = self._tallies[bot], outcome.ranks[seat] == 1
            self._seat_scores[seat] += outcome.scores[seat]
            tally.different += 1
            tally.score += outcome.scores[seat]
            tally.wins += 1 / winners if won else 0
            tally.drawn += won and winners > 1
            tally.lost += not won


def standings(
    matches: Iterable[StoredMatch],
    used: Mapping[str, Usage] | None = None,
    extent: Extent | None = None,
    left: Collection[str] = (),
) -> Standings:
    """Returns the standings after `matches`, which must be in schedule order; the other arguments are those of
    `Table.standings`.
    """
    from leaderboards.statistics.analysis import analyse  # noqa: PLC0415  # numpy takes a moment to load

    table, outcomes = Table(), []
    for block in blocks_of(matches):
        table.take(block)
        outcomes.append(block.outcome)
    return table.standings(analyse(outcomes), used, extent, left)


def table_of(matches: Iterable[StoredMatch]) -> Table:
    """Returns the table of `matches`, which must be in schedule order."""
    table = Table()
    for block in blocks_of(matches):
        table.take(block)
    return table


def counted_standings(
    matches: Gapless,
    used: Mapping[str, Usage] | None = None,
    extent: Extent | None = None,
    left: Collection[str] = (),
) -> Standings:
    """Returns the standings after all matches before the first missing match; the other arguments are those of
    `Table.standings`.
    """
    return replace(standings(matches, used, extent, left), further=matches.further())


def stored_standings(store: Store) -> Standings:
    """Returns the standings after all stored matches before the first missing match."""
    return counted_standings(store.gapless(), total_usage(store.runs()), store.extent(), store.field().left())


def counted_sentence(matches: Gapless, extent: Extent | None) -> str:
    """Returns a sentence on the number of matches in a report and on whether the league is over.

    The caller must first have read all of `matches`.
    """
    return Standings((), matches.taken, (), extent, matches.further()).sentence()


def _by_strength(line: Line) -> tuple[float, ...]:
    return (0, line.strength.place) if line.strength else (1, -line.rating.mu)


def _ranked(lines: Sequence[Line], key: Callable[[Line], object]) -> tuple[Line, ...]:
    """Returns the lines sorted by a key, with their ranks; bots that have left the league come after the others."""
    found: list[Line] = []
    keys = {line.bot: (line.left, key(line)) for line in lines}
    for place, line in enumerate(sorted(lines, key=lambda line: (keys[line.bot], line.bot)), start=1):
        level = found and keys[found[-1].bot] == keys[line.bot]
        found.append(replace(line, rank=found[-1].rank if level else place))
    return tuple(found)


def _line(tally: Tally, rating: Rating, used: Usage | None, seats: int, *, left: bool) -> Line:
    p50_ms, p90_ms, p99_ms = percentiles_ms(used, tally.slowest_us)
    return Line(
        rank=0,
        bot=tally.entrant.name,
        version=tally.entrant.version,
        strength=None,
        tier="",
        rating=rating,
        matches=tally.matches,
        mean_score=tally.score / tally.different,
        win_share=tally.wins / tally.different,
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
        different=tally.different,
        results=(tally.different - tally.drawn - tally.lost, tally.drawn, tally.lost) if seats == TWO_SEATS else None,
    )


def peak_mb(used: Usage | None) -> float | None:
    """Returns the highest memory in any run, in millions of bytes; None if unknown."""
    return used.peak_bytes / BYTES_PER_MB if used and used.peak_bytes else None


def percentiles_ms(used: Usage | None, slowest_us: int) -> tuple[float | None, ...]:
    """Returns the times that 50, 90 and 99 % of choices did not exceed, in milliseconds; None for each unknown time.
    `slowest_us`: the longest time of a choice, which limits the results.
    """
    found = (percentile_us(used.latencies, percent) if used else None for percent in PERCENTS)
    return tuple(None if time_us is None else min(time_us, slowest_us) / US_PER_MS for time_us in found)
