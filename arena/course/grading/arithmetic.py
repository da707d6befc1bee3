"""The arithmetic of a grade, exact to a hundredth of a point and explained line by line.

Rule 1: every line is rounded to hundredths (half a hundredth up). Whatever is computed from earlier lines uses the
rounded lines, so anybody who adds up the lines gets the same sum.
Rule 2: a baseline counts as beaten if the lower end of the 95 % interval for the bot's lead over the baseline is above
0 Elo. Of 1000 bots exactly as strong as the baseline, 25 beat it by luck. The interval is not corrected for the number
of authors, so a baseline is not harder to beat in a larger class.
Rule 3: a tier is a run of bots, in the order of their strength, in which the results cannot separate any two bots; a
bot may be in several tiers. A bot ranks before another if all tiers of the first are better than the best tier of the
other. This does not prove that the first bot is stronger.
Rule 4: lateness costs only points that were earned in the final, never points given by hand. No grade is below 0.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Final

from arena.course.plan.late import WHOLE, Late
from arena.course.plan.plan import Assignment

HUNDREDTHS: Final = 100
MANUAL: Final = "manual"
"""The name of a grade's line for points given by hand."""


@dataclass(frozen=True, slots=True)
class Lead:
    """The difference in strength between a bot and a baseline."""

    elo: Decimal
    """The lead in Elo, negative if the baseline is stronger; infinite if one of the two is always ahead."""
    low: Decimal | None
    """The lower end of the lead's 95 % interval, which decides whether the baseline is beaten; None if the interval has
    no lower bound.
    """

    def sure(self) -> bool:
        """Whether the bot is surely stronger than the baseline: the 95 % interval of its lead lies above 0 Elo.

        Of 1000 bots exactly as strong as the baseline, 25 reach this by luck.
        """
        return self.low is not None and self.low > 0


@dataclass(frozen=True, slots=True)
class Evidence:
    """The results of an author's bot in a final, from which the author's grade is computed."""

    matches: int
    blocks: int
    faults: Mapping[str, int]
    """The number of forfeited matches by kind of fault."""
    elo: Decimal | None
    """The strength in Elo; None if the bot cannot be compared.

    On this scale, a reference group of bots has the mean strength 0. The strength is infinite if the bot is always
    ahead of this group, or always behind it.
    """
    low: Decimal | None
    high: Decimal | None
    tier: str
    """The letters of the bot's tiers, from `a`, the best; `-` if it has no tier.

    Bots of the same tier are too similar in strength for the results to separate them; a bot may be in several tiers.
    """
    before: int
    """The number of the class's other bots whose tiers are all better than this bot's best tier.

    If this bot has no tier, it is the number of bots that are surely stronger.
    """
    others: int
    """The number of bots of the course's authors in the final, without this bot and the baselines."""
    leads: Mapping[str, Lead] = field(default_factory=dict)
    """The lead over each baseline, by the baseline's name in grades."""

    def forfeited(self) -> int:
        """The number of matches that the bot forfeited."""
        return sum(self.faults.values())


@dataclass(frozen=True, slots=True)
class Given:
    """Points that the organiser gave by hand, with the reason."""

    points: Decimal
    """The points, to a hundredth; negative if they are subtracted."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A line of a grade: the points for one item, the maximum for that item, and the reason."""

    name: str
    points: Decimal
    of: int
    why: str


@dataclass(frozen=True, slots=True)
class Grade:
    """The points of an author for an assignment, line by line."""

    parts: tuple[Part, ...]
    """The lines for the results of the final."""
    days: int
    """The number of days by which the hand-in that counts is late."""
    late_off: Decimal
    """The points subtracted because the hand-in is late."""
    late_why: str
    of: int
    """The maximum number of points for the assignment, including points given by hand."""
    manual: Part | None = None
    """The line for points given by hand; None if the assignment does not plan such points and none were given."""

    def earned(self) -> Decimal:
        """The sum of the points for the results of the final, before anything is subtracted for lateness."""
        return sum((part.points for part in self.parts), Decimal("0.00"))

    def lines(self) -> tuple[Part, ...]:
        """All lines, including the one for points given by hand, if any."""
        return (*self.parts, self.manual) if self.manual else self.parts

    def computed(self) -> int:
        """The maximum number of points for the results of a final."""
        return sum(part.of for part in self.parts)

    def total(self) -> Decimal:
        """The points of the grade: those earned in the final, minus those for lateness, plus those given by hand."""
        return self.earned() - self.late_off + (self.manual.points if self.manual else 0)

    def points(self, name: str) -> Decimal:
        """The points of the line with this name; 0 if there is no such line."""
        return next((part.points for part in self.lines() if part.name == name), Decimal("0.00"))


def elo_text(elo: Decimal | None) -> str:
    """The text that shows people a strength or a lead in Elo; "unknown" for None."""
    if elo is None:
        return "unknown"
    if elo.is_infinite():
        return "∞ Elo (always ahead)" if elo > 0 else "-∞ Elo (always behind)"
    return f"{elo:+} Elo"


def hundredths(value: Fraction) -> Decimal:
    """A number that is not negative, rounded to hundredths; half a hundredth is rounded up."""
    return Decimal(int(value * HUNDREDTHS + Fraction(1, 2))).scaleb(-2)


def grade(assignment: Assignment, evidence: Evidence | None, days: int, given: Sequence[Given] = ()) -> Grade:
    """Computes the grade for a bot's results in a final; `evidence` is None if no hand-in counts.

    `days`: the number of days that the hand-in is late; `given`: the points given by hand.
    """
    parts = []
    if assignment.works:
        parts.append(_works(assignment.works, evidence))
    parts += [_baseline(one.name, one.points, evidence) for one in assignment.baselines]
    if assignment.rank:
        parts.append(_rank(assignment.rank, evidence))
    earned = sum((part.points for part in parts), Decimal("0.00"))
    off, why = _late(assignment.late, earned, days)
    manual = _manual(assignment.manual, given, earned - off)
    return Grade(tuple(parts), days, off, why, assignment.most_points(), manual)


def _works(of: int, evidence: Evidence | None) -> Part:
    if evidence is None:
        return _nothing("works", of)
    good = evidence.matches - evidence.forfeited()
    why = f"{good} of {evidence.matches} matches without a fault: {of} x {good}/{evidence.matches}"
    return Part("works", hundredths(Fraction(of * good, evidence.matches)), of, why)


def _baseline(bot: str, of: int, evidence: Evidence | None) -> Part:
    name = f"beats {bot}"
    if evidence is None:
        return _nothing(name, of)
    lead = evidence.leads[bot]
    low = "there is none" if lead.low is None else f"{lead.low:+}"
    verdict = "above 0: beaten" if lead.sure() else "not above 0: not surely stronger"
    why = f"{elo_text(lead.elo)}; lower end of the 95 % interval: {low}, {verdict}"
    return Part(name, hundredths(Fraction(of if lead.sure() else 0)), of, why)


def _rank(of: int, evidence: Evidence | None) -> Part:
    if evidence is None:
        return _nothing("rank", of)
    before, others = evidence.before, evidence.others
    if not others:
        return Part("rank", hundredths(Fraction(of)), of, f"tier {evidence.tier}; nobody else has a bot in the final")
    why = f"tier {evidence.tier}; {before} of {others} others in a better tier: {of} x {others - before}/{others}"
    return Part("rank", hundredths(Fraction(of * (others - before), others)), of, why)


def _nothing(name: str, of: int) -> Part:
    return Part(name, Decimal("0.00"), of, "no hand-in counts")


def _manual(of: int, given: Sequence[Given], left: Decimal) -> Part | None:
    """Returns the line for points given by hand; None if `of` is 0 and no points were given.

    `of`: the assignment's maximum for points given by hand; `left`: the points earned in the final, after the
    subtraction for lateness. The line subtracts at most `left` points, so that no grade is below 0.
    """
    if not (of or given):
        return None
    points = sum((one.points for one in given), Decimal("0.00"))
    why = ", ".join(f"{one.points:+} {one.reason}".rstrip() for one in given) or "none were given"
    if points < -left:
        return Part(MANUAL, -left, of, f"{why}; no grade is below 0")
    return Part(MANUAL, points, of, why)


def _late(late: Late, earned: Decimal, days: int) -> tuple[Decimal, str]:
    share = late.share_off(days)
    off = hundredths(Fraction(earned) * share)
    shown = f"{days} {'day' if days == 1 else 'days'} late"
    if not days:
        return off, "in time"
    if not share:
        return off, f"{shown}, of the budget"
    return off, f"{shown}: {float(share * WHOLE):g} % of {earned}"
