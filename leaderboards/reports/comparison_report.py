"""Reports the result of a comparison of two versions of a bot, for people and scripts."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from arena.league.league import League
from leaderboards.reports.outcome_blocks import blocks_of
from leaderboards.reports.standings import TWO_SEATS, Line, Table
from leaderboards.statistics.blocks import BlockOutcome
from leaderboards.statistics.repeats import counting
from leaderboards.stopping.better_version import beaten_shares
from leaderboards.stopping.pentanomial import ENDS, bound
from leaderboards.stopping.sequential import Evidence
from leaderboards.store import StoredMatch


@dataclass(frozen=True, slots=True)
class Version:
    """The results of one of the two compared versions of a bot, over all its matches."""

    name: str
    version: str
    content_hash: str
    """The hash of the version's files, in hexadecimal."""
    matches: int
    mean_score: float
    win_share: float
    faults: dict[str, int]
    """The number of forfeited matches by kind of fault."""
    pairs: tuple[int, ...] | None = None
    """The number of the version's blocks with each of five results: LL; LD; WL or DD; WD; WW (W win, D draw, L loss).

    A block is two matches. Only blocks that count are included (see `leaderboards.statistics.repeats`).
    None if matches do not have two seats, or if the version has played no match.
    """


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a comparison so far: the evidence, and the results of both versions."""

    league: League
    evidence: Evidence
    """The evidence on the new version's lead, from -1 to 1: the share of opponents that the new version beats, less the
    share that the old version beats.
    """
    new: Version
    old: Version

    def values(self) -> dict[str, object]:
        """Returns the whole outcome as values for JSON."""
        low, high = self.evidence.interval()
        return {
            "verdict": self.evidence.verdict().value,
            "difference": self.evidence.mean(),
            "low": low,
            "high": high,
            "blocks": self.evidence.blocks(),
            "equal": self.evidence.equal(),
            "repeats": self.evidence.repeats,
            **self._ratio(),
            "margin": self.evidence.plan.margin,
            "alpha": self.evidence.plan.alpha,
            "game": self.league.game,
            "edition": self.league.edition,
            "seats": self.league.seats,
            "opponents": [{"name": bot.name, "version": bot.version} for bot in self.league.bots[2:]],
            "new": asdict(self.new),
            "old": asdict(self.old),
        }

    def _ratio(self) -> dict[str, float]:
        """Returns two values of the test of pairs: the logarithm of the likelihood ratio, and the test's bound.

        The test is described in `leaderboards.stopping.pentanomial`. Empty if the comparison does not use this test,
        because its plan has no pairs of matches or no margin (the least lead that matters).
        """
        plan = self.evidence.plan
        if not (plan.pairs and plan.margin):
            return {}
        return {"log_ratio": self.evidence.log_ratio(), "bound": bound(plan.alpha)}


def outcome_of(league: League, evidence: Evidence, matches: Iterable[StoredMatch]) -> Outcome:
    """Returns the outcome of a comparison; `league` must be a league made by `arena.league.versions`."""
    table, blocks = Table(), []
    for block in blocks_of(matches):
        table.take(block)
        blocks.append(block.outcome)
    lines = {line.bot: line for line in table.standings(None).lines}
    new, old = (
        _version(
            Version(bot.name, bot.version, bot.content_hash.hex(), 0, 0.0, 0.0, {}),
            lines.get(bot.name),
            pairs_of(blocks, bot.name) if league.seats == TWO_SEATS else None,
        )
        for bot in league.bots[:2]
    )
    return Outcome(league, evidence, new, old)


def pairs_of(blocks: Iterable[BlockOutcome], bot: str) -> tuple[int, ...]:
    """Returns the number of the bot's blocks with each of five results in two matches.

    The results are, in order: LL; LD; WL or DD; WD; WW (W win, D draw, L loss).
    Leaves out blocks that do not count (see `leaderboards.statistics.repeats`). All matches must have two seats.
    """
    found = [0] * len(ENDS)
    for block in counting(blocks):
        if shares := beaten_shares(block, bot):
            found[round(2 * sum(shares))] += 1
    return tuple(found)


def _version(version: Version, line: Line | None, pairs: tuple[int, ...] | None) -> Version:
    if line is None:
        return version
    return replace(
        version,
        matches=line.matches,
        mean_score=line.mean_score,
        win_share=line.win_share,
        faults=line.faults,
        pairs=pairs,
    )
