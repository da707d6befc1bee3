"""Computes exactly the points or days that a late hand-in costs."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

NONE: Final = "none"
CONSTANT: Final = "constant"
PERCENT: Final = "percent"
BUDGET: Final = "budget"
RULES: Final = (NONE, CONSTANT, PERCENT, BUDGET)
WHOLE: Final = 100


@dataclass(frozen=True, slots=True)
class Late:
    """The late rule of an assignment: the points or days that late hand-ins lose."""

    rule: str = NONE
    """The name of the rule: `none`, `constant`, `percent` or `budget`.

    With `none`, late hand-ins do not count. With `constant`, a late hand-in loses a percentage of its points once. With
    `percent`, it loses the percentage for each day late. With `budget`, it uses up late days of its author.
    """
    percent: int = 0
    """The percentage of the points that a late hand-in loses, either once or for each day late."""
    most_days: int = 0
    """The maximum number of days that a hand-in may be late and still count.

    With 0, only `rule` limits the days. The rule `constant` sets no limit itself, so it needs a value above 0.
    """
    grace_minutes: int = 0
    """The number of minutes by which the deadline, and the end of each day late, are moved to a later time."""

    def accepts(self, days: int, budget_left: int) -> bool:
        """Whether a hand-in that is `days` late counts; `budget_left` is the author's number of unused late days."""
        return days <= self.last_day(budget_left)

    def last_day(self, budget_left: int) -> int:
        """The maximum number of days that a hand-in may be late and still count; 0 if no late hand-in counts."""
        last = {
            NONE: 0,
            CONSTANT: self.most_days if self.percent < WHOLE else 0,
            PERCENT: -(-WHOLE // self.percent) - 1 if self.percent else 0,
            BUDGET: max(0, budget_left),
        }[self.rule]
        return min(last, self.most_days) if self.most_days else last

    def share_off(self, days: int) -> Fraction:
        """The share, from 0 to 1, of the points that a hand-in loses if it is `days` late."""
        if days == 0 or self.rule in (NONE, BUDGET):
            return Fraction(0)
        times = days if self.rule == PERCENT else 1
        return min(Fraction(1), Fraction(self.percent * times, WHOLE))

    def days_charged(self, days: int) -> int:
        """The number of budgeted late days that a hand-in uses up if it is `days` late; 0 under other rules than
        `budget`.
        """
        return days if self.rule == BUDGET else 0

    def sentence(self, budget: int) -> str:
        """The late rule in words for people; `budget` is the number of late days that each author has in the whole
        course.
        """
        told = {
            NONE: "late hand-ins do not count",
            CONSTANT: f"a late hand-in loses {self.percent} % of its points",
            PERCENT: f"a late hand-in loses {self.percent} % of its points a day",
            BUDGET: f"a late hand-in uses up some of the {budget} late days that each author has in this course",
        }[self.rule]
        most = f", and does not count after {self.most_days} days" if self.most_days and self.rule != NONE else ""
        grace = f"; {self.grace_minutes} minutes of grace" if self.grace_minutes else ""
        return f"{told}{most}{grace}"
