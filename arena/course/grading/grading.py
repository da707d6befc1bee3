"""Grades of an assignment, made anew from what is locked, what was played, and the time that was given.

Rule 1: who handed in together is locked, too: a group that is another one now has the grade it had.
"""

from contextlib import closing
from dataclasses import dataclass
from datetime import datetime

from arena.course.closing.baselines import baseline_names, same_baselines
from arena.course.closing.choosing import Choice
from arena.course.closing.final import demand_committed, place_of
from arena.course.closing.judging import all_terms, close_again, judged
from arena.course.closing.lock import Lock, demand_lock
from arena.course.folder import Course
from arena.course.grading.arithmetic import Evidence, Grade, grade
from arena.course.grading.evidence import evidence_of
from arena.course.people.student import Student
from arena.course.plan.plan import Assignment
from arena.errors import ArenaError
from leaderboards.store import Store


@dataclass(frozen=True, slots=True)
class Graded:
    """All that a grade is made of."""

    author: str
    students: tuple[Student, ...]
    alias: str
    deadline: datetime
    """With the time that was given."""
    choice: Choice
    evidence: Evidence | None
    grade: Grade


@dataclass(frozen=True, slots=True)
class Book:
    """The grades of an assignment."""

    assignment: Assignment
    lock: Lock
    seal: str
    graded: tuple[Graded, ...]
    """In the order of the roster."""

    def of(self, student: Student) -> Graded:
        """That of one student of the roster."""
        return next(one for one in self.graded if student.id in (team.id for team in one.students))


def grades(course: Course, assignment: Assignment) -> Book:
    """The grades of an assignment whose final was played; raises ArenaError."""
    lock = demand_lock(course, assignment.name)
    then, here = lock.as_closed(course), {student.id for student in course.roster.students}
    names = baseline_names(assignment)
    if not same_baselines(assignment, lock):
        raise close_again(assignment, "with other baselines than course.toml names now")
    terms = all_terms(then, assignment)
    choices = {author: judged(assignment, lock, author, terms[author]) for author in terms}
    evidence, seal = _evidence(course, assignment, lock, names)
    found = []
    for author, team in then.roster.authors().items():
        if not (students := tuple(student for student in team if student.id in here)):
            continue
        shown, choice = evidence.get(lock.alias_of(author) or ""), choices[author]
        graded = grade(assignment, shown, choice.days)
        found.append(Graded(author, students, team[0].alias, terms[author].deadline, choice, shown, graded))
    return Book(assignment, lock, seal, tuple(found))


def _evidence(
    course: Course, assignment: Assignment, lock: Lock, names: dict[str, str]
) -> tuple[dict[str, Evidence], str]:
    """What the final has shown, and its seal; raises ArenaError [not-played], [other-commitment]."""
    place = place_of(course, lock.league)
    with closing(Store.open(place.store)) as store:
        demand_committed(store, lock, place)
        extent = store.extent()
        if not (extent and extent.finished(store.count())):
            raise ArenaError(
                "not-played",
                f"the final of {assignment.name} is not played to its end",
                f"arena course final {assignment.name} plays what is left",
            )
        return evidence_of(store, [one.alias for one in lock.entered], names), store.seal().text()
