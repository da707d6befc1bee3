"""Finds the hand-ins that would count now; tests as few hand-ins as possible, because testing is slow."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from arena.course.closing.arrivals import arrivals, content_of, demand_unchanged, iso
from arena.course.closing.counting import Choice, Receipt, Terms, choose
from arena.course.closing.lock import Lock, Locked
from arena.course.folder import Course
from arena.course.handins.downloads import Found, HandIn
from arena.course.handins.inspection import STAND_IN
from arena.course.handins.trial_cache import Checked
from arena.course.handins.validity import LackingError, Validity
from arena.course.people.names import composed
from arena.course.people.roster import ROSTER
from arena.course.plan.plan import Assignment
from arena.errors import ArenaError
from arena.sandbox.box import Box
from arena.text import one_line

Tell = Callable[[str], None]


def as_locked(course: Course, before: Lock, tell: Tell) -> Course:
    """Returns the course with its authors as they were when the assignment was closed. Students who have joined since
    then are in their present groups.

    `before`: the lock of that closing. Calls `tell` with a sentence about each student whose group in the roster has
    changed since then. Raises ArenaError [changed-hand-in] if a hand-in in the lock has changed or is missing.
    """
    for student in course.roster.students:
        author = before.author_of(student)
        own = {composed(student.group)} if student.group else student.known_as()
        if author and composed(author.author) not in own:
            tell(
                f"{student.id} remains with the author {author.author} in {before.assignment}, because this "
                "assignment is closed"
            )
    course = before.as_closed(course, joined=True)
    demand_unchanged(course, before)
    return course


def demand_aliases(course: Course) -> None:
    """Raises ArenaError [no-alias] if an author has no alias, or has the alias of another author.

    Every author needs a unique alias, because the author's bot plays under it.
    """
    owners: dict[str, str] = {}
    for author, students in course.roster.authors().items():
        if not students[0].alias:
            raise ArenaError(
                "no-alias",
                f"the author {author} has no alias in {ROSTER}",
                f"run arena course roster import {course.folder / ROSTER} to draw an alias",
            )
        other = owners.setdefault(students[0].alias, author)
        if other != author:
            raise ArenaError(
                "no-alias",
                f"the author {author} has the alias {students[0].alias} in {ROSTER}, but this was the alias of "
                f"{other} when the assignment was closed",
                f"empty the cell with the alias of {author}, then run arena course roster import "
                f"{course.folder / ROSTER} to draw another alias",
            )


def judge_of(
    course: Course, assignment: Assignment, before: Lock | None, box: Box, tell: Tell, *, goes_on: bool = False
) -> "Judge":
    """Returns the judge that chooses among an assignment's hand-ins; raises ArenaError if the hand-ins cannot be read.

    `before`: the record of an earlier closing; if there is one, `course` must be the result of `as_locked`. `goes_on`:
    as in `Judge`.
    """
    there = arrivals(course, assignment.name, before)
    for sentence in there.receipts:
        tell(sentence)
    validity = Validity(course.checks(), course.plan.keys.game, box, course.plan.build_network())
    locked = {one.place: one for one in before.hand_ins} if before else {}
    return Judge(course, there.found, validity, tell, locked, goes_on)


@dataclass(slots=True)
class Judge:
    """Decides which hand-ins count; tests a hand-in only if the decision depends on it and no result is stored."""

    course: Course
    found: Found
    """All hand-ins of the assignment."""
    validity: Validity
    tell: Tell
    before: dict[str, Locked]
    """The records of hand-ins from an earlier closing, by path in the folder of downloads; empty if there was none."""
    goes_on: bool
    """Whether to treat a hand-in as working if this machine lacks a program or package that it needs; if False,
    LackingError is raised.
    """
    lacking: dict[str, LackingError] = field(default_factory=dict)
    """The errors about things that this machine lacks, by the path of the hand-in that needs them."""
    tried: dict[str, Checked] = field(default_factory=dict)

    def choices(self, terms: Mapping[str, Terms]) -> dict[str, Choice]:
        """The choice among each author's hand-ins, by author; raises ArenaError if a hand-in cannot be tested."""
        return {author: self._choice(author, of_author) for author, of_author in terms.items()}

    def facts(self, now: datetime) -> tuple[Locked, ...]:
        """Returns the record of each hand-in for the lock file, in order of receipt.

        `now`: the moment of locking for the hand-ins that were not locked before.
        """
        return tuple(self._facts(one, now) for one in self.found.hand_ins)

    def _choice(self, author: str, terms: Terms) -> Choice:
        hand_ins = {one.place: one for one in self.found.of(author)}
        receipts = [Receipt(one.place, one.received) for one in hand_ins.values()]
        choice = choose(receipts, terms, lambda place: self._broken(hand_ins[place]))
        lacks = self.lacking.get(choice.counts)
        return choice.unproven(lacks.sentence) if lacks else choice

    def _facts(self, one: HandIn, now: datetime) -> Locked:
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
        alias = self.course.roster.alias(hand_in.author) or STAND_IN
        try:
            checked = self.validity.of(hand_in.path, alias)
        except LackingError as error:
            if not self.goes_on:
                raise
            self.lacking[hand_in.place] = error
            self.tell(one_line(f"{hand_in.place}: {error.sentence}"))
            return ""
        self.tried[hand_in.place] = checked
        self.tell(one_line(f"{hand_in.place}: {checked.broken or 'valid'}"))
        return checked.broken
