"""Chooses the hand-in of an author that counts: the last valid one within the late rule."""

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
    """The deadline, late rule and budget by which an author's hand-ins are judged."""

    deadline: datetime
    """The deadline, with the author's extension."""
    late: Late
    budget_left: int = 0
    """The days of the budget that the author has not used yet."""

    def end(self) -> datetime:
        """The last moment at which a hand-in can count."""
        return later(self.deadline, self.late.last_day(self.budget_left)) + timedelta(minutes=self.late.grace_minutes)


class Fate(NamedTuple):
    """The result of judging a hand-in."""

    place: str
    short: str
    """The result in short, such as `counts, in time`."""
    why: str = ""
    """Why the hand-in does not work, or why nobody knows whether it does; empty otherwise."""

    def sentence(self) -> str:
        """The result and the reason, as one sentence."""
        return f"{self.short}: {self.why}" if self.why else self.short

    def told(self, advice: str) -> str:
        """One line that names the hand-in, its result, and what its author can do."""
        to_do = f"; to do: {advice}" if self.why and advice else ""
        return one_line(f"{self.place}: {self.sentence()}{to_do}")


@dataclass(frozen=True, slots=True)
class Choice:
    """The result of judging an author's hand-ins: which one counts, if any."""

    counts: str = ""
    """The place of the hand-in that counts; empty if none does."""
    days: int = 0
    """How many days the counting hand-in is late."""
    fates: tuple[Fate, ...] = ()
    """The fate of each hand-in, in order of receipt."""

    def counting(self) -> Fate | None:
        """The fate of the hand-in that counts; None if none counts."""
        return next((fate for fate in self.fates if fate.place == self.counts), None)

    def noted(self, short: str, why: str = "") -> "Choice":
        """The same choice; `short` is added to the text of the hand-in that counts, and `why` is its reason."""
        fates = (
            Fate(fate.place, f"{fate.short}{short}", why) if fate.place == self.counts else fate for fate in self.fates
        )
        return replace(self, fates=tuple(fates))

    def unproven(self, why: str) -> "Choice":
        """The same choice, with a note that nobody knows whether the hand-in that counts works, and `why`."""
        return self.noted(", if it works", why)


def choose(receipts: Sequence[Receipt], terms: Terms, broken: Callable[[str], str]) -> Choice:
    """Chooses among hand-ins in order of receipt; `broken` says what is wrong with the one at a place, if anything.

    `broken` is called from the last hand-in backwards, and for none before the one that counts.
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
