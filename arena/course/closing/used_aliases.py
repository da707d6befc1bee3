"""Collects the aliases used in closed assignments; these aliases must not change any more."""

from arena.course.closing.lock import Lock
from arena.course.folder import Course
from arena.course.people.aliases import Given
from arena.course.people.names import composed


def given_aliases(course: Course) -> tuple[Given, ...]:
    """Returns the alias of each author in each closed assignment; raises ArenaError [damaged-lock]."""
    locks = (Lock.read(course, assignment.name) for assignment in course.plan.assignments)
    return tuple(
        Given(one.alias, lock.assignment, frozenset(map(composed, one.students)))
        for lock in locks
        if lock
        for one in lock.authors
    )
