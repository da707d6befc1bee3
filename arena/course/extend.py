"""Extends an assignment's deadline for one student."""

from arena.course.folder import Course
from arena.course.people.extensions import Extension, Extensions
from arena.course.plan.times import FORM, BadTimeError, moment_of, said
from arena.errors import ArenaError
from arena.text import one_line


def extend(course: Course, assignment: str, student: str, until: str, reason: str) -> str:
    """Records a student's extension; returns a sentence that describes it.

    `until`: the extended deadline, such as `2026-03-01 23:59`, in the course's time zone unless it has an offset.
    Raises ArenaError, such as [bad-time] if `until` is invalid or not after the deadline.
    """
    due, who = course.plan.assignment(assignment), course.roster.student(student)
    try:
        moment = moment_of(until, course.plan.zone)
    except BadTimeError as error:
        raise ArenaError(
            "bad-time",
            f"the end of the extension is {one_line(until)!r}; expected {error}",
            f"write the time in a form such as {FORM}",
        ) from error
    if moment.timestamp() <= due.deadline.timestamp():
        raise ArenaError(
            "bad-time",
            f"the extension ends {said(moment, course.plan.zone)}, but the deadline is "
            f"{said(due.deadline, course.plan.zone)}",
            "give a time after the deadline",
        )
    given = Extension(assignment, who.id, moment, one_line(reason))
    course.keep_extensions(Extensions((*course.extensions.given, given), course.roster))
    return f"{who.id} has time for {assignment} until {said(moment, course.plan.zone)}"
