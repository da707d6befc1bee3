"""Reads `points.csv`, which contains points given by hand, each to one student, even if the student is in a group.

Rule: an invalid row is an error, so that no points are lost because of a typo.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from arena.course.files import numbered_rows
from arena.course.folder import Course
from arena.course.grading.arithmetic import Given
from arena.course.plan.plan import Assignment
from arena.errors import ArenaError
from arena.text import one_line

POINTS: Final = "points.csv"
HEADINGS: Final = ("assignment", "id", "points", "reason")
BAD_POINTS: Final = "bad-points"
NUMBER: Final = re.compile(r"[+-]?[0-9]{1,5}(?:[.,][0-9]{1,2})?")


def read_points(course: Course, assignment: Assignment) -> dict[str, tuple[Given, ...]]:
    """The points given by hand for an assignment, by student id; empty if there is no file.

    Raises ArenaError [bad-points] if anything in the file is wrong, even in rows of other assignments.
    """
    path = course.folder / POINTS
    if not path.exists():
        return {}
    given: dict[tuple[str, str], list[Given]] = defaultdict(list)
    last: dict[tuple[str, str], str] = {}
    for number, row in numbered_rows(path, BAD_POINTS).items():
        place = f"{path}: row {number}"
        whose, one = _row(course, row, place)
        given[whose].append(one)
        last[whose] = place
    for (name, student), rows in given.items():
        _demand_most(course.plan.assignment(name), student, rows, last[name, student])
    return {student: tuple(rows) for (name, student), rows in given.items() if name == assignment.name}


def _row(course: Course, row: Mapping[str, str], place: str) -> tuple[tuple[str, str], Given]:
    """The assignment and student id of a row of `points.csv`, and the points in the row; raises ArenaError
    [bad-points].

    `place`: the file and row, for messages.
    """
    try:
        name, identity, said = row["assignment"], row["id"], row["points"]
    except KeyError as error:
        raise ArenaError(
            BAD_POINTS,
            f"{place}: the file does not have a column {error}",
            f"give the file the columns {', '.join(HEADINGS)}",
        ) from error
    try:
        whose = (course.plan.assignment(name).name, course.roster.student(identity).id)
    except ArenaError as error:
        raise ArenaError(BAD_POINTS, f"{place}: {error.message}", error.hint) from error
    if not NUMBER.fullmatch(said):
        expected = "a number with at most two decimals, such as 5, 2.5 or -10"
        raise ArenaError(
            BAD_POINTS,
            f"{place}: the column 'points' contains {one_line(said)!r}; expected {expected}",
            "correct the points, or remove this row",
        )
    return whose, Given(Decimal(said.replace(",", ".")).quantize(Decimal("0.01")), row.get("reason", ""))


def _demand_most(assignment: Assignment, student: str, given: list[Given], place: str) -> None:
    """Raises ArenaError [bad-points] if the points given by hand to a student exceed the assignment's maximum `manual`.

    A maximum of 0 means no limit.
    """
    points = sum(one.points for one in given)
    if assignment.manual and points > assignment.manual:
        raise ArenaError(
            BAD_POINTS,
            f"{place}: the points given to {student} by hand for {assignment.name} add up to {points}; expected "
            f"at most {assignment.manual}",
            f"lower the points in this row, or raise 'manual' of the assignment {assignment.name} in course.toml",
        )
