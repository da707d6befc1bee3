"""Grades as files: a plain table, those of three systems of schools, and a page for each student.

All of them are written together or none, so that a run that failed leaves what was there.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Final

from arena.course.files import table_text
from arena.course.folder import FEEDBACK, Course
from arena.course.grading.grading import Book, Graded
from arena.course.grading.telling import explanation, page
from arena.course.people.student import Student
from arena.course.plan.plan import Plan
from arena.files.whole import write_whole

Row = Mapping[str, object]


def write_books(course: Course, book: Book) -> list[Path]:
    """Writes all files of an assignment; raises ArenaError [not-written]."""
    folder = course.grades(book.assignment.name)
    texts = {folder / name: to_text(book) for name, to_text in TABLES.items()}
    pages = {
        folder / FEEDBACK / f"{student.id}.md": page(explanation(course.plan, book, one))
        for student, one in _rows(book)
    }
    write_whole(texts | pages)
    remove_others(folder / FEEDBACK, pages)
    return list(texts)


def remove_others(folder: Path, pages: Collection[Path]) -> None:
    """Removes the pages in a folder that are of nobody who has one now."""
    for path in folder.glob("*.md"):
        if path not in pages:
            path.unlink()


def write_overview(course: Course, books: list[Book]) -> Path:
    """Writes the table of all assignments that are graded; raises ArenaError [not-written]."""
    path = course.grades("") / "overview.csv"
    write_whole({path: overview_text(course.plan, books)})
    return path


def _rows(book: Book) -> Iterator[tuple[Student, Graded]]:
    for one in book.graded:
        for student in one.students:
            yield student, one


def plain(book: Book) -> str:
    """Everything there is, a column a part."""
    parts = [part.name for part in book.graded[0].grade.parts] if book.graded else []
    headings = ["id", "name", "email", "group", "alias", "assignment", "counts", "days late", *parts]
    return table_text(
        [*headings, "earned", "late off", "points", "of"],
        (
            {
                "id": student.id,
                "name": student.name,
                "email": student.email,
                "group": student.group,
                "alias": student.alias,
                "assignment": book.assignment.name,
                "counts": one.choice.counts,
                "days late": one.grade.days,
                **{part.name: part.points for part in one.grade.parts},
                "earned": one.grade.earned(),
                "late off": one.grade.late_off,
                "points": one.grade.total(),
                "of": one.grade.of,
            }
            for student, one in _rows(book)
        ),
    )


def moodle(book: Book) -> str:
    """For Moodle's import of grades: students are found by ID number or by address."""
    name = book.assignment.name
    return table_text(
        ("ID number", "Email address", "Full name", name, "Feedback"),
        (
            {
                "ID number": student.id,
                "Email address": student.email,
                "Full name": student.name,
                name: one.grade.total(),
                "Feedback": "; ".join(f"{part.name}: {part.points} of {part.of}" for part in one.grade.parts),
            }
            for student, one in _rows(book)
        ),
    )


def canvas(book: Book) -> str:
    """For Canvas's import of grades: students are found by SIS User ID; the first row says what is possible."""
    name = book.assignment.name
    rows: list[Row] = [{"Student": "    Points Possible", name: book.assignment.most_points()}]
    rows += [
        {"Student": student.name, "SIS User ID": student.id, "SIS Login ID": student.email, name: one.grade.total()}
        for student, one in _rows(book)
    ]
    return table_text(("Student", "ID", "SIS User ID", "SIS Login ID", "Section", name), rows)


def gradescope(book: Book) -> str:
    """As Gradescope exports and takes scores: students are found by SID or address."""
    return table_text(
        ("Name", "SID", "Email", "Total Score", "Max Points"),
        (
            {
                "Name": student.name,
                "SID": student.id,
                "Email": student.email,
                "Total Score": one.grade.total(),
                "Max Points": one.grade.of,
            }
            for student, one in _rows(book)
        ),
    )


def overview_text(plan: Plan, books: list[Book]) -> str:
    """All assignments that are graded, and their sum, a row a student."""
    rows: dict[str, dict[str, object]] = {}
    for book in books:
        for student, one in _rows(book):
            row = rows.setdefault(
                student.id, {"id": student.id, "name": student.name, "email": student.email, "points": 0, "of": 0}
            )
            row[book.assignment.name] = one.grade.total()
            row["points"] = row["points"] + one.grade.total()  # type: ignore[operator]  # Decimals
            row["of"] = row["of"] + one.grade.of  # type: ignore[operator]
    graded = {book.assignment.name for book in books}
    names = [assignment.name for assignment in plan.assignments if assignment.name in graded]
    return table_text(("id", "name", "email", *names, "points", "of"), rows.values())


TABLES: Final[dict[str, Callable[[Book], str]]] = {
    "grades.csv": plain,
    "moodle.csv": moodle,
    "canvas.csv": canvas,
    "gradescope.csv": gradescope,
}
