"""Matches the rows of a list with students, so that each row gets the right grade.

Rule 1: an ambiguous row is an error, and so are two rows of the same student, because a wrong grade might be written.
"""

from collections.abc import Sequence

from arena.course.people.finder import Finder, has_another_id
from arena.course.people.lists.student_list import Entry, StudentList, demand_none
from arena.course.people.student import Student
from arena.text import one_line


def rows_of(students: Sequence[Student], listed: StudentList, code: str) -> dict[str, Entry]:
    """Returns the rows of the list that belong to students, by student id.

    Raises ArenaError with the code `code` if a row fits two students, or two rows fit the same student.
    """
    finder, wrong = Finder(students), []
    found: dict[str, Entry] = {}
    for entry in listed.entries:
        said = entry.student
        those = finder.by_keys(said.own_keys()) or finder.by_name(said.name, said)
        if len(those) > 1:
            wrong.append(
                f"row {entry.row}, {shown(entry)}, matches several students: "
                f"{' and '.join(sorted(one.id for one in those))}"
            )
        elif those and has_another_id(those[0], said):
            wrong.append(
                f"row {entry.row}, {shown(entry)}, matches {those[0].id} in another column, but has another id"
            )
        for one in those[:1]:
            other = found.setdefault(one.id, entry)
            if other is not entry:
                wrong.append(f"rows {other.row} and {entry.row} both belong to {one.id}")
    demand_none(
        wrong,
        listed.path,
        code,
        "correct the wrong cell in this file or in roster.csv, then run this command again; nothing was written",
    )
    return found


def shown(entry: Entry) -> str:
    """The name and id of a row's person as written in the row, for messages."""
    said = entry.student
    texts = (said.name, said.id or said.email or said.login or said.canvas or said.moodle)
    return one_line(", ".join(text for text in texts if text)) or "without a name"
