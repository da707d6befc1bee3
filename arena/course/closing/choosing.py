"""Which hand-in of an author counts: the last valid one that the late rule takes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from arena.course.plan.late import Late
from arena.course.plan.times import days_late, later


@dataclass(frozen=True, slots=True)
class Receipt:
    """A hand-in as far as it decides anything."""

    place: str
    received: datetime


@dataclass(frozen=True, slots=True)
class Terms:
    """What an author's hand-ins are judged by."""

    deadline: datetime
    """With the time the author was given."""
    late: Late
    budget_left: int = 0
    """Days of the budget that the author has not used."""

    def end(self) -> datetime:
        """After this moment nothing counts any more."""
        return later(self.deadline, self.late.last_day(self.budget_left)) + timedelta(minutes=self.late.grace_minutes)


@dataclass(frozen=True, slots=True)
class Choice:
    """What became of an author's hand-ins."""

    counts: str = ""
    """The place of the one that counts; empty if none does."""
    days: int = 0
    """By how many it is late."""
    fates: tuple[tuple[str, str], ...] = ()
    """Of each hand-in in order of receipt: its place, and what became of it in words."""


def choose(receipts: Sequence[Receipt], terms: Terms, broken: Callable[[str], str]) -> Choice:
    """The choice among hand-ins in order of receipt; `broken` says what is wrong with the one at a place, if anything.

    It is asked from the last one on, and of none before the one that counts.
    """
    counts, days, fates = "", 0, []
    for receipt in reversed(receipts):
        late = days_late(receipt.received, terms.deadline, terms.late.grace_minutes)
        shown = f"{late} {'day' if late == 1 else 'days'} late" if late else "in time"
        if counts:
            fate = "a later one counts"
        elif not terms.late.accepts(late, terms.budget_left):
            fate = f"does not count: {shown}"
        elif wrong := broken(receipt.place):
            fate = f"{shown}, and does not work: {wrong}"
        else:
            counts, days, fate = receipt.place, late, f"counts, {shown}"
        fates.append((receipt.place, fate))
    return Choice(counts, days, tuple(reversed(fates)))
