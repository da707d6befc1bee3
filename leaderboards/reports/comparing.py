"""What a comparison of two versions has found, for people and for scripts."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from arena.league.league import League
from leaderboards.reports.standings import Line, table_of
from leaderboards.stopping.sequential import Evidence
from leaderboards.store import StoredMatch


@dataclass(frozen=True, slots=True)
class Version:
    """How one version did over all."""

    name: str
    version: str
    content_hash: str
    """Of its files, hexadecimal."""
    matches: int
    mean_score: float
    win_share: float
    faults: dict[str, int]
    """Forfeited matches by kind of fault."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A comparison, finished or as far as it got."""

    league: League
    evidence: Evidence
    """In shares of opponents beaten, from -1 to 1."""
    new: Version
    old: Version

    def values(self) -> dict[str, object]:
        """Everything, as JSON can hold it."""
        low, high = self.evidence.interval()
        return {
            "verdict": self.evidence.verdict().value,
            "difference": self.evidence.mean(),
            "low": low,
            "high": high,
            "blocks": self.evidence.blocks(),
            "equal": self.evidence.equal(),
            "margin": self.evidence.plan.margin,
            "alpha": self.evidence.plan.alpha,
            "game": self.league.game,
            "edition": self.league.edition,
            "seats": self.league.seats,
            "opponents": [{"name": bot.name, "version": bot.version} for bot in self.league.bots[2:]],
            "new": asdict(self.new),
            "old": asdict(self.old),
        }


def outcome_of(league: League, evidence: Evidence, matches: Iterable[StoredMatch]) -> Outcome:
    """The outcome of a comparison; `league` is as `arena.league.versions` makes it."""
    lines = {line.bot: line for line in table_of(matches).standings(None).lines}
    new, old = (_version(bot.name, bot.version, bot.content_hash.hex(), lines.get(bot.name)) for bot in league.bots[:2])
    return Outcome(league, evidence, new, old)


def _version(name: str, version: str, content_hash: str, line: Line | None) -> Version:
    if line is None:
        return Version(name, version, content_hash, 0, 0.0, 0.0, {})
    return Version(name, version, content_hash, line.matches, line.mean_score, line.win_share, line.faults)
