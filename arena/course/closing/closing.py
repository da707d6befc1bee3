"""Closing an assignment: hand-ins are tried and locked, the final is founded, and its commitment published.

Rule 1: what was locked stays locked: a hand-in that was changed afterwards is refused.
Rule 2: closing again, after somebody was given time, locks what came since; another final only if another bot plays.
Rule 3: who hands in with whom is locked, too, and what came of trying a hand-in.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from arena.course.closing.announcement import FINAL_TEXT, final_text
from arena.course.closing.arrivals import arrivals, content_of, demand_unchanged, iso
from arena.course.closing.baselines import baseline_names, demand_working, locked_own, same_baselines
from arena.course.closing.choosing import Choice, Receipt, Terms, choose
from arena.course.closing.final import found_final, make_final, next_number
from arena.course.closing.judging import all_terms
from arena.course.closing.lock import FINAL, Author, Lock, Locked
from arena.course.folder import Course
from arena.course.handins.finding import Found, HandIn
from arena.course.handins.validity import Checked, Validity
from arena.course.people.names import composed
from arena.course.people.roster import ROSTER
from arena.course.plan.plan import Assignment
from arena.course.plan.times import said
from arena.errors import ArenaError
from arena.sandbox.box import Box
from arena.text import one_line

Tell = Callable[[str], None]


class Closed(NamedTuple):
    """What closing has come to."""

    lock: Lock
    choices: dict[str, Choice]
    """By author."""
    found: Found
    new_final: bool


def close(course: Course, assignment: Assignment, box: Box, tell: Tell, *, now: datetime, early: bool) -> Closed:
    """Locks what counts now.

    Raises ArenaError, among them [no-alias], and [too-early] while anybody has time left, unless `early`.
    """
    before = Lock.read(course, assignment.name)
    if before:
        _tell_regrouped(course, before, tell)
        course = before.as_closed(course, joined=True)
        demand_unchanged(course, before)
    _demand_aliases(course)
    terms = all_terms(course, assignment)
    if not early:
        _demand_over(course, assignment, terms, now)
    as_before = before is not None and same_baselines(assignment, before)
    if not as_before:
        demand_working(course, assignment, box, tell)
    there = arrivals(course, assignment.name, before)
    for sentence in there.receipts:
        tell(sentence)
    validity = Validity(course.checks(), course.plan.keys.game, box, course.plan.build_network())
    judge = _Judge(course, there.found, validity, tell, {one.place: one for one in before.hand_ins} if before else {})
    choices = {author: judge.choice(author, of_author) for author, of_author in terms.items()}
    locked = judge.locked(now)
    counts = {author: choice.counts for author, choice in choices.items() if choice.counts}
    entered = {one.author: one.place for one in before.entered} if before else {}
    same = as_before and counts == entered
    if before and same:
        lock = replace(before, authors=_authors(course), hand_ins=locked)
        lock.write(course, {})
    else:
        lock = _with_final(course, assignment, counts, there.found, before, locked, now)
    return Closed(lock, choices, there.found, new_final=not same)


def _tell_regrouped(course: Course, before: Lock, tell: Tell) -> None:
    for student in course.roster.students:
        author = before.author_of(student)
        alone = author is None or composed(author.author) in student.known_as()
        if author and author.author != student.author and not (alone and not student.group):
            tell(f"{student.id} stays with {author.author} in {before.assignment}, as it was closed")


def _demand_aliases(course: Course) -> None:
    """Complains of who has no alias of the own: ArenaError [no-alias]; a bot without one could not play."""
    owners: dict[str, str] = {}
    for author, students in course.roster.authors().items():
        if not students[0].alias:
            raise ArenaError(
                "no-alias",
                f"{author} has no alias in {ROSTER}",
                f"arena course roster import {course.folder / ROSTER} draws it",
            )
        other = owners.setdefault(students[0].alias, author)
        if other != author:
            raise ArenaError(
                "no-alias",
                f"{author} has the alias {students[0].alias} in {ROSTER}, which was locked as that of {other}",
                f"empty that cell, and arena course roster import {course.folder / ROSTER} draws another",
            )


def _demand_over(course: Course, assignment: Assignment, terms: dict[str, Terms], now: datetime) -> None:
    """Complains while anybody may still hand in, late hand-ins included: ArenaError [too-early]."""
    last = max((one.end() for one in terms.values()), default=assignment.deadline)
    if now <= last:
        raise ArenaError(
            "too-early",
            f"{assignment.name} can be handed in until {said(last, course.plan.zone)}; "
            f"it is {said(now, course.plan.zone)}",
            "wait until then, or close it now with --early",
        )


def _authors(course: Course) -> tuple[Author, ...]:
    return tuple(
        Author(author, students[0].alias, tuple(student.id for student in students))
        for author, students in course.roster.authors().items()
    )


@dataclass(slots=True)
class _Judge:
    """Says what counts, and tries what has to be tried for that."""

    course: Course
    found: Found
    validity: Validity
    tell: Tell
    before: dict[str, Locked]
    """What was locked, by its place."""
    tried: dict[str, Checked] = field(default_factory=dict)

    def choice(self, author: str, terms: Terms) -> Choice:
        """What counts for an author; raises ArenaError."""
        hand_ins = {one.place: one for one in self.found.of(author)}
        receipts = [Receipt(one.place, one.received) for one in hand_ins.values()]
        return choose(receipts, terms, lambda place: self._broken(hand_ins[place]))

    def locked(self, now: datetime) -> tuple[Locked, ...]:
        """The facts of all hand-ins, in order of receipt."""
        return tuple(self._locked(one, now) for one in self.found.hand_ins)

    def _locked(self, one: HandIn, now: datetime) -> Locked:
        old = self.before.get(one.place) or Locked(one.place, one.author, "", "", iso(now), content_of(one.path))
        old = replace(old, received=iso(one.received), by=one.by)
        checked = self.tried.get(one.place) or self.validity.known(old.content)
        if old.broken is not None or checked is None:
            return old
        return replace(old, broken=checked.broken, advice=checked.advice, output=checked.output)

    def _broken(self, hand_in: HandIn) -> str:
        old = self.before.get(hand_in.place)
        if old and old.broken is not None:
            return old.broken
        checked = self.validity.of(hand_in.path, self.course.roster.alias(hand_in.author))
        self.tried[hand_in.place] = checked
        self.tell(one_line(f"{hand_in.place}: {checked.broken or 'valid'}"))
        return checked.broken


def _with_final(
    course: Course,
    assignment: Assignment,
    counts: dict[str, str],
    found: Found,
    before: Lock | None,
    locked: tuple[Locked, ...],
    now: datetime,
) -> Lock:
    """Founds the final of what counts, and locks all of it."""
    paths = {one.place: one.path for one in found.hand_ins}
    number = next_number(course, assignment, before.number if before else 0)
    entered = make_final(course, assignment, number, {author: paths[place] for author, place in counts.items()}, counts)
    league, commitment = found_final(course, assignment, number)
    names = baseline_names(assignment)
    lock = Lock(
        assignment.name,
        number,
        iso(now),
        league.name,
        commitment,
        baselines=tuple(names),
        authors=_authors(course),
        hand_ins=locked,
        entered=entered,
        own=locked_own(assignment, course.closed(assignment.name) / f"{FINAL}-{number}"),
    )
    aliases = sorted([*(one.alias for one in entered), *names.values()])
    lock.write(course, {course.public(league.name) / FINAL_TEXT: final_text(lock, aliases)})
    return lock
