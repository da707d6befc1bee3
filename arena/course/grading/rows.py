"""Which row of a list is which student's, so that each gets the own grade.

Rule 1: a row is the student with whom it has an id, an address, a number or an account in common; else the only one of
its name of whom nothing else is known that the row says otherwise.
Rule 2: a row that may be two students, and a student who has two rows, are refused: one of two would get a wrong grade.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from arena.course.people.lists.reading import Entry, StudentList
from arena.course.people.names import composed, name_key
from arena.course.people.student import Key, Kind, Student
from arena.errors import ArenaError
from arena.text import one_line

MOST_TOLD: Final = 20
"""Problems that are told of one file."""


def rows_of(students: Sequence[Student], listed: StudentList, code: str) -> dict[str, Entry]:
    """By student's id, the row of each who has one; raises ArenaError with this code."""
    finder, wrong = _Finder(students), []
    found: dict[str, Entry] = {}
    for entry in listed.entries:
        those = finder.meant(entry.student)
        if len(those) > 1:
            wrong.append(f"row {entry.row}, {shown(entry)}, may be {' or '.join(sorted(one.id for one in those))}")
        elif those and _has_another_id(those[0], entry.student):
            wrong.append(f"row {entry.row}, {shown(entry)}, is {those[0].id} by something else, and has another id")
        for one in those[:1]:
            other = found.setdefault(one.id, entry)
            if other is not entry:
                wrong.append(f"rows {other.row} and {entry.row} are both of {one.id}")
    if wrong:
        more = [f"and {len(wrong) - MOST_TOLD} more"] if len(wrong) > MOST_TOLD else []
        raise ArenaError(
            code,
            f"{listed.path}: {'; '.join([*wrong[:MOST_TOLD], *more])}",
            "mend the cell that is another's, there or in roster.csv; nothing was written",
        )
    return found


def shown(entry: Entry) -> str:
    """Whose row it is, as the row says it."""
    said = entry.student
    texts = (said.name, said.id or said.email or said.login or said.canvas or said.moodle)
    return one_line(", ".join(text for text in texts if text)) or "without a name"


def _has_another_id(student: Student, said: Student) -> bool:
    """Whether a row names an id that is not the student's, nor the login."""
    return said.has_own_id() and student.has_own_id() and (Kind.ID, composed(said.id)) not in student.own_keys()


class _Finder:
    """Finds the students that a row may mean."""

    def __init__(self, students: Sequence[Student]) -> None:
        self._by_key: dict[Key, Student] = {key: one for one in students for key in one.own_keys()}
        self._by_name: dict[tuple[str, ...], list[Student]] = defaultdict(list)
        for one in students:
            self._by_name[name_key(one.name)].append(one)

    def meant(self, said: Student) -> list[Student]:
        """Those with whom the row has a key in common, else those of the name."""
        by_key = {one.id: one for key in sorted(said.own_keys()) if (one := self._by_key.get(key))}
        if by_key:
            return list(by_key.values())
        named = self._by_name.get(name_key(said.name), []) if name_key(said.name) else []
        return [one for one in named if not any(_differ(one, said))]


def _differ(student: Student, said: Student) -> Iterator[bool]:
    """Whether a row says what is known of a student otherwise; Moodle has a number for each assignment."""
    yield student.has_own_id() and said.has_own_id()
    for name in ("email", "login", "canvas", "github"):
        known, other = composed(getattr(student, name)), composed(getattr(said, name))
        yield bool(known and other and known != other)
