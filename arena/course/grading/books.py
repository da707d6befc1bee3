"""Makes the tables of grades: a plain table, one table for each school system, and one table of all assignments."""

from collections.abc import Callable
from typing import Final

from arena.course.files import table_text
from arena.course.grading.arithmetic import MANUAL
from arena.course.grading.explanation import summary
from arena.course.grading.grading import Book, Graded
from arena.course.people.student import Student
from arena.course.plan.plan import Plan

GRADES_FILE: Final = "grades.csv"
"""The name of the file with the plain table of grades."""


def plain(book: Book) -> str:
    """Returns the text of the plain table: one row for each student, with a column for each line of the grade."""
    parts = [part.name for part in book.graded[0].grade.parts] if book.graded else []
    manual = [MANUAL] if any(one.grade.manual for one in book.graded) else []
    headings = ["id", "name", "email", "group", "alias", "assignment", "counts", "days late", *parts]
    return table_text(
        [*headings, "earned", "late off", *manual, "points", "of"],
        (
            {
                "id": one.student.id,
                "name": one.student.name,
                "email": one.student.email,
                "group": one.student.group,
                "alias": one.student.alias,
                "assignment": book.assignment.name,
                "counts": one.choice.counts,
                "days late": one.grade.days,
                **{part.name: part.points for part in one.grade.parts},
                "earned": one.grade.earned(),
                "late off": one.grade.late_off,
                MANUAL: one.grade.points(MANUAL),
                "points": one.grade.total(),
                "of": one.grade.of,
            }
            for one in book.graded
        ),
    )


def moodle(book: Book) -> str:
    """The text of the table for Moodle's gradebook import, which finds students by ID number or by email address."""
    name = book.assignment.name
    return table_text(
        ("ID number", "Email address", "Full name", name, "Feedback"),
        (
            {
                "ID number": _school_id(one.student),
                "Email address": one.student.email,
                "Full name": one.student.name,
                name: one.grade.total(),
                "Feedback": summary(one),
            }
            for one in book.graded
        ),
    )


def canvas(book: Book) -> str:
    """The text of the table for Canvas's import of grades; its first row contains the maximum points."""
    name = book.assignment.title_or_name()
    possible: dict[str, object] = {"Student": "    Points Possible", name: book.assignment.most_points()}
    rows = [_canvas_row(one) | {name: one.grade.total()} for one in book.graded]
    return table_text(("Student", "ID", "SIS User ID", "SIS Login ID", "Section", name), [possible, *rows])


def _canvas_row(one: Graded) -> dict[str, object]:
    """Returns the cells by which Canvas identifies a student, in the order in which Canvas tries these cells."""
    student = one.student
    return {
        "Student": student.name,
        "ID": student.canvas,
        "SIS User ID": _school_id(student),
        "SIS Login ID": student.login or student.email,
    }


def _school_id(student: Student) -> str:
    """The student's id in the school's systems; empty if it is not known."""
    return student.id if student.has_own_id() else ""


def overview_text(plan: Plan, books: list[Book]) -> str:
    """The text of the table with the points of all graded assignments and their sum, a row for each student."""
    rows: dict[str, dict[str, object]] = {}
    for book in books:
        for one in book.graded:
            student = one.student
            row = rows.setdefault(
                student.id, {"id": student.id, "name": student.name, "email": student.email, "points": 0, "of": 0}
            )
            row[book.assignment.name] = one.grade.total()
            row["points"] = row["points"] + one.grade.total()  # type: ignore[operator]  # both are Decimals
            row["of"] = row["of"] + one.grade.of  # type: ignore[operator]
    graded = {book.assignment.name for book in books}
    names = [assignment.name for assignment in plan.assignments if assignment.name in graded]
    return table_text(("id", "name", "email", *names, "points", "of"), rows.values())


TABLES: Final[dict[str, Callable[[Book], str]]] = {GRADES_FILE: plain, "moodle.csv": moodle, "canvas.csv": canvas}
