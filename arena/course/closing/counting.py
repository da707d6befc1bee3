"""Chooses which of an author's hand-ins counts: the last valid one that the late rule accepts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from arena.course.plan.late import Late
from arena.course.plan.times import days_late, later
from arena.text import one_line

SUPERSEDED: Final = "a later hand-in counts"


@dataclass(frozen=True, slots=True)
class Receipt:
    """The receipt of a hand-in: its path in the folder of downloads, and the time when it was received."""

    place: str
    received: datetime


@dataclass(frozen=True, slots=True)
class Terms:
    """The deadline, the late rule and the remaining late days that apply to an author's hand-ins."""

    deadline: datetime
    """The author's deadline, including extensions."""
    late: Late
    budget_left: int = 0
    """The number of late days that the author can still take from the course's budget."""

    def end(self) -> datetime:
        """The last moment at which a hand-in can count."""
        return later(self.deadline, self.late.last_day(self.budget_left)) + timedelta(minutes=self.late.grace_minutes)


class Fate(NamedTuple):
    """The verdict on one hand-in: whether it counts, and if not, why."""

    place: str
    short: str
    """The verdict in a few words, such as `counts, in time`."""
    why: str = ""
    """The reason why the hand-in does not work, or why it could not be tested; empty if neither is the case."""

    def sentence(self) -> str:
        """The verdict as one sentence, with the reason if there is one."""
        return f"{self.short}: {self.why}" if self.why else self.short

    def told(self, advice: str) -> str:
        """Returns a line with the hand-in's path and verdict, followed by `advice` if the hand-in has a problem."""
        to_do = f"; to do: {advice}" if self.why and advice else ""
        return one_line(f"{self.place}: {self.sentence()}{to_do}")


@dataclass(frozen=True, slots=True)
class Choice:
    """The result of judging all hand-ins of an author: the hand-in that counts, if any, and the verdict on each
    hand-in.
    """

    counts: str = ""
    """The path, in the folder of downloads, of the hand-in that counts; empty if none counts."""
    days: int = 0
    """The number of days by which the hand-in that counts is late; 0 if it is not late."""
    fates: tuple[Fate, ...] = ()
    """The verdict on each hand-in, in order of receipt."""

    def counting(self) -> Fate | None:
        """The verdict on the hand-in that counts; None if none counts."""
        return next((fate for fate in self.fates if fate.place == self.counts), None)

    def noted(self, short: str, why: str = "") -> "Choice":
        """Returns a copy of this choice with a changed verdict on the hand-in that counts.

        `short`: the text to add to the end of the short verdict; `why`: the new reason.
        """
        fates = (
            Fate(fate.place, f"{fate.short}{short}", why) if fate.place == self.counts else fate for fate in self.fates
        )
        return replace(self, fates=tuple(fates))

    def unproven(self, why: str) -> "Choice":
        """Returns a copy of this choice with the note that the counting hand-in could not be tested, for the reason
        `why`.
        """
        return self.noted(", if it works", why)


def choose(receipts: Sequence[Receipt], terms: Terms, broken: Callable[[str], str]) -> Choice:
    """Chooses the hand-in of an author that counts; returns it with the verdict on each hand-in.

    `receipts`: the author's hand-ins, in order of receipt. `broken`: tests the hand-in with the given path; returns its
    problem, or an empty string. It is called only for hand-ins that the late rule accepts, the newest first, until one
    works.
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
