"""The price of a late hand-in, in exact numbers."""

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
    """The late rule of an assignment."""

    rule: str = NONE
    """`none`: what is late does not count; `constant`: it costs `percent` once; `percent`: so much for each day;
    `budget`: it costs days of those that each author has for the whole course."""
    percent: int = 0
    """How many percent of the points are lost, once or for each day."""
    most_days: int = 0
    """What is later does not count; 0: as long as the rule leaves anything of the points, or days of the budget."""
    grace_minutes: int = 0
    """What comes so little after the deadline, or after another day, is not late yet."""

    def accepts(self, days: int, budget_left: int) -> bool:
        """Whether a hand-in counts that is so many days late; `budget_left`: days its author has not used."""
        return days <= self.last_day(budget_left)

    def last_day(self, budget_left: int) -> int:
        """The number of days after which nothing counts any more."""
        last = {
            NONE: 0,
            CONSTANT: self.most_days if self.percent < WHOLE else 0,
            PERCENT: -(-WHOLE // self.percent) - 1 if self.percent else 0,
            BUDGET: max(0, budget_left),
        }[self.rule]
        return min(last, self.most_days) if self.most_days else last

    def share_off(self, days: int) -> Fraction:
        """What share of the points is taken off."""
        if days == 0 or self.rule in (NONE, BUDGET):
            return Fraction(0)
        times = days if self.rule == PERCENT else 1
        return min(Fraction(1), Fraction(self.percent * times, WHOLE))

    def days_charged(self, days: int) -> int:
        """How many days of the budget it uses."""
        return days if self.rule == BUDGET else 0

    def sentence(self, budget: int) -> str:
        """The rule for people; `budget`: days each author has."""
        told = {
            NONE: "late hand-ins do not count",
            CONSTANT: f"a late hand-in loses {self.percent} % of its points",
            PERCENT: f"a late hand-in loses {self.percent} % of its points a day",
            BUDGET: f"a late hand-in uses days of the {budget} that each has in this course",
        }[self.rule]
        most = f", and does not count after {self.most_days} days" if self.most_days and self.rule != NONE else ""
        grace = f"; {self.grace_minutes} minutes of grace" if self.grace_minutes else ""
        return f"{told}{most}{grace}"
