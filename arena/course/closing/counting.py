"""Chooses which of an author's hand-ins counts: the last valid one that the late rule accepts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from arena.course.plan.late import Late
from arena.course.plan.times import days_late, later
from arena.text import one_line

SUPERSEDED: Final = "a later one counts"


@dataclass(frozen=True, slots=True)
class Receipt:
    """The part of a hand-in that decides whether it counts: its place and its time of receipt."""

    place: str
    received: datetime


@dataclass(frozen=True, slots=True)
class Terms:
    """The deadline, the late rule and the days left by which an author's hand-ins are judged."""

    deadline: datetime
    """The author's deadline, with extensions."""
    late: Late
    budget_left: int = 0
    """The days that the author may still be late at the expense of the budget."""

    def end(self) -> datetime:
        """The last moment at which a hand-in can count."""
        return later(self.deadline, self.late.last_day(self.budget_left)) + timedelta(minutes=self.late.grace_minutes)


class Fate(NamedTuple):
    """The result of judging one hand-in."""

    place: str
    short: str
    """The result in a few words, such as `counts, in time`."""
    why: str = ""
    """Why the hand-in does not work, or why that is not known; empty otherwise."""

    def sentence(self) -> str:
        """The result, with the reason if there is one, as one sentence."""
        return f"{self.short}: {self.why}" if self.why else self.short

    def told(self, advice: str) -> str:
        """One line with the hand-in's place, its result, and `advice` if the hand-in has a problem."""
        to_do = f"; to do: {advice}" if self.why and advice else ""
        return one_line(f"{self.place}: {self.sentence()}{to_do}")


@dataclass(frozen=True, slots=True)
class Choice:
    """The result of judging all hand-ins of an author: which one counts, if any does."""

    counts: str = ""
    """The place of the hand-in that counts; empty if none does."""
    days: int = 0
    """The number of days that the counting hand-in is late; 0 if it is in time."""
    fates: tuple[Fate, ...] = ()
    """The result for each hand-in, in order of receipt."""

    def counting(self) -> Fate | None:
        """The result for the hand-in that counts; None if none counts."""
        return next((fate for fate in self.fates if fate.place == self.counts), None)

    def noted(self, short: str, why: str = "") -> "Choice":
        """The same choice, with `short` appended to the result of the counting hand-in, and `why` as its reason."""
        fates = (
            Fate(fate.place, f"{fate.short}{short}", why) if fate.place == self.counts else fate for fate in self.fates
        )
        return replace(self, fates=tuple(fates))

    def unproven(self, why: str) -> "Choice":
        """The same choice, with a note that it is unknown, for the reason `why`, if the counting hand-in works."""
        return self.noted(", if it works", why)


def choose(receipts: Sequence[Receipt], terms: Terms, broken: Callable[[str], str]) -> Choice:
    """Chooses the hand-in that counts among an author's, given in order of receipt; returns the result for each.

    `broken`: says what is wrong with the hand-in at a place, empty if nothing is; called from the last one backwards,
    and for none before the one that counts.
    """
    counts, days, fates = "", 0, []
    for receipt in reversed(receipts):
        place, wrong = receipt.place, ""
        late = days_late(receipt.received, terms.deadline, terms.late.grace_minutes)
        shown = f"{late} {'day' if late == 1 else 'days'} late" if late else "in time"
        if counts:
            short = SUPERSEDED
        elif not terms.late.accepts(late, terms.budget_left):
            short = f"does not count: {shown}"
        elif wrong := broken(place):
            short = f"{shown}, and does not work"
        else:
            counts, days, short = place, late, f"counts, {shown}"
        fates.append(Fate(place, short, wrong))
    return Choice(counts, days, tuple(reversed(fates)))
