"""Writes all files of grades or, if anything fails, none of them."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.course.files import read_table
from arena.course.folder import FEEDBACK, Course
from arena.course.grading.books import GRADES_FILE, TABLES, overview_text
from arena.course.grading.explanation import explanation, page
from arena.course.grading.feedback_zip import FEEDBACK_ZIP, feedback_zip
from arena.course.grading.filled_lists import Filled, few, fill, numbers_in_names
from arena.course.grading.grading import Book
from arena.course.grading.systems import BAD_LIST
from arena.course.people.student import Student
from arena.errors import ArenaError
from arena.files.whole import write_whole
from arena.text import one_line


@dataclass(frozen=True, slots=True)
class Written:
    """The files that were written for an assignment, except the students' pages."""

    paths: tuple[Path, ...]
    told: tuple[str, ...]
    """Sentences about the written files that the organiser must read."""


def write_books(course: Course, book: Book, lists: Sequence[Path] = ()) -> Written:
    """Writes all files of an assignment's grades.

    `lists`: files with lists that school systems exported; the grades are filled into copies of them. Raises ArenaError
    [bad-list], [not-written].
    """
    folder = course.grades(book.assignment.name)
    before = _points_in(folder / GRADES_FILE)
    filled = [fill(book, path) for path in lists]
    _demand_own_names(folder, lists)
    pages = {one.student: page(explanation(course.plan, book, one)) for one in book.graded}
    handed_in = numbers_in_names(book)
    numbers = {student: _numbers(student, filled, handed_in) for student in pages}
    files: dict[Path, str | bytes] = {folder / name: to_text(book) for name, to_text in TABLES.items()}
    files |= {folder / one.name: one.content for one in filled}
    if any(numbers.values()):
        files[folder / FEEDBACK_ZIP] = feedback_zip((one, numbers[one], text) for one, text in pages.items())
    paths = {folder / FEEDBACK / f"{student.id}.md": text for student, text in pages.items()}
    write_whole(files | paths)
    remove_others(folder / FEEDBACK, paths)
    told = [sentence for one in filled for sentence in one.told]
    changed = _changed(book, before)
    return Written(tuple(files), (*told, *changed, *_without_number(numbers), *_from_before(folder, files)))


def _points_in(path: Path) -> dict[str, str]:
    """The points in the plain table that an earlier run wrote, by student id; empty if that file cannot be read."""
    try:
        return {row["id"]: row["points"] for row in read_table(path, BAD_LIST)}
    except (ArenaError, KeyError):
        return {}


def _changed(book: Book, before: Mapping[str, str]) -> Iterator[str]:
    """Yields a sentence that names the students whose points have changed since the last run, if there are any."""
    those = [
        f"{one.student.id} {said} -> {one.grade.total()}"
        for one in book.graded
        if (said := before.get(one.student.id)) and said != str(one.grade.total())
    ]
    if those:
        yield f"points of {book.assignment.name} that have changed: {few(those)}"


def remove_others(folder: Path, pages: Collection[Path]) -> None:
    """Removes all Markdown pages in a folder except `pages`."""
    for path in folder.glob("*.md"):
        if path not in pages:
            path.unlink()


def write_overview(course: Course, books: list[Book]) -> Path:
    """Writes the table of all graded assignments, and returns its path; raises ArenaError [not-written]."""
    path = course.grades("") / "overview.csv"
    write_whole({path: overview_text(course.plan, books)})
    return path


def _demand_own_names(folder: Path, lists: Sequence[Path]) -> None:
    """Raises ArenaError [bad-list] if the filled copy of a list would overwrite the list or another file of grades."""
    taken = {*TABLES, FEEDBACK_ZIP, FEEDBACK}
    for path in lists:
        target = folder / path.name
        if path.name.casefold() in taken or (target.exists() and target.samefile(path)):
            raise ArenaError(
                BAD_LIST,
                f"{path} cannot be filled with grades: the copy with the grades would overwrite {target}",
                f"if {path.name} is such a copy itself, give the path of the list that you downloaded; otherwise "
                f"rename {path.name}",
            )
        taken.add(path.name.casefold())


def _numbers(student: Student, filled: Sequence[Filled], handed_in: Collection[str]) -> Sequence[str]:
    """Returns the participant numbers under which Moodle finds a student's feedback.

    The numbers are from Moodle's worksheets. Without a worksheet, they are from the names of the student's hand-ins or,
    if these names contain no number, from the roster.
    """
    worksheets = [one.participants for one in filled if one.participants is not None]
    if not worksheets:
        own = [number for number in student.moodle.split() if number in handed_in]
        return own or student.moodle.split()
    return [number for one in worksheets for number in one.get(student.id, "").split()]


def _without_number(numbers: Mapping[Student, Sequence[str]]) -> Iterable[str]:
    if those := [student.id for student, known in numbers.items() if not known and any(numbers.values())]:
        yield (
            f"{FEEDBACK_ZIP} does not contain pages of these students, because their numbers in Moodle are "
            f"unknown: {few(those)}"
        )


def _from_before(folder: Path, files: Mapping[Path, object]) -> Iterable[str]:
    """Sentences about files in the folder that still contain old grades, because this run did not rewrite them."""
    for path in sorted(folder.iterdir()):
        if path not in files and path.name != FEEDBACK and not path.name.startswith("."):
            yield (
                f"{one_line(str(path))} is from an earlier run and does not have the new grades: fill this file "
                "again, or remove the file"
            )
