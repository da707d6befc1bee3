"""Computes the grades of an assignment from the record of its closing (the lock), its final, the extensions and the
points given by hand.

Rule 1: groups are graded as they were when the assignment was closed, even if they have changed since.
"""

from contextlib import closing
from dataclasses import dataclass
from datetime import datetime

from arena.course.closing.baselines import baseline_names, same_baselines
from arena.course.closing.counting import Choice
from arena.course.closing.final import demand_committed, place_of
from arena.course.closing.judging import all_terms, close_again, judged
from arena.course.closing.lock import Lock, demand_lock
from arena.course.folder import Course
from arena.course.grading.arithmetic import Evidence, Grade, grade
from arena.course.grading.evidence import evidence_of
from arena.course.grading.points import read_points
from arena.course.people.student import Student
from arena.course.plan.plan import Assignment
from arena.course.publishing.machine import Machine
from arena.course.publishing.publishing import published_seal
from arena.errors import ArenaError
from leaderboards.reports.faults import Failure
from leaderboards.reports.faults import failures as failures_of
from leaderboards.store import Store


@dataclass(frozen=True, slots=True)
class Graded:
    """A student's grade, with all data from which the grade is computed."""

    student: Student
    author: str
    alias: str
    deadline: datetime
    """The author's deadline, including extensions."""
    choice: Choice
    evidence: Evidence | None
    grade: Grade
    failures: tuple[Failure, ...] = ()
    """The failures of the author's bot in the final, with the bot's output."""


@dataclass(frozen=True, slots=True)
class Book:
    """All grades of an assignment, with the lock, which records its closing."""

    assignment: Assignment
    lock: Lock
    seal: str
    """The seal, a hash of the final's published records; empty if no records are published."""
    graded: tuple[Graded, ...]
    """The grades of all students, ordered by author, so that the members of a group follow each other."""

    def of(self, student: Student) -> Graded:
        """The grade of a student; raises StopIteration if the book has none."""
        return next(one for one in self.graded if one.student.id == student.id)


def grades(course: Course, assignment: Assignment) -> Book:
    """Computes the grades of an assignment.

    Raises ArenaError [not-closed], [not-played], [close-again] and others if the assignment or its final is not ready.
    """
    lock, given = demand_lock(course, assignment.name), read_points(course, assignment)
    then, here = lock.as_closed(course), {student.id for student in course.roster.students}
    names = baseline_names(assignment)
    if not same_baselines(assignment, lock):
        raise close_again(assignment, "the baselines in course.toml have changed since then")
    terms = all_terms(then, assignment)
    choices = {author: judged(assignment, lock, author, terms[author]) for author in terms}
    evidence, wrong = _evidence(course, assignment, lock, names)
    found = []
    for author, team in then.roster.authors().items():
        bot, choice = lock.alias_of(author) or "", choices[author]
        shown, failures = evidence.get(bot), tuple(one for one in wrong if one.bot == bot)
        until, alias = terms[author].deadline, team[0].alias
        for student in team:
            if student.id in here:
                whole = grade(assignment, shown, choice.days, given.get(student.id, ()))
                found.append(Graded(student, author, alias, until, choice, shown, whole, failures))
    return Book(assignment, lock, published_seal(course, lock), tuple(found))


def _evidence(
    course: Course, assignment: Assignment, lock: Lock, names: dict[str, str]
) -> tuple[dict[str, Evidence], list[Failure]]:
    """Returns the results of the class's bots in the final, by bot, and the failures of all bots in the final.

    `names`: maps each baseline's name in grades to the name under which it plays. Raises ArenaError, such as
    [not-played].
    """
    place = place_of(course, lock.league)
    with closing(Store.open(place.store)) as store:
        demand_committed(store, lock, place)
        extent = store.extent()
        if not (extent and extent.finished(store.count())):
            raise ArenaError(
                "not-played",
                f"the final of {assignment.name} is not finished: some matches are not played yet",
                f"run arena course final {assignment.name} to play the remaining matches",
            )
        matches, machine = list(store.gapless()), Machine(course.folder)
    wrong = failures_of(matches)
    for one in wrong:
        one.fault = machine.left_out(one.match.record.spec, one.fault)
    return evidence_of(matches, [one.alias for one in lock.entered], names), wrong
