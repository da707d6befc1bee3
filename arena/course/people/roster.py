"""Reads and writes `roster.csv`, the list of a course's students. The members of a group hand in together under one
alias.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Final

from arena.course.files import read_table, table_text
from arena.course.people.alias_leaks import secrets_of
from arena.course.people.aliases import NOTHING_TAKEN, Taken, alias_for
from arena.course.people.demands import demand_whole
from arena.course.people.names import composed
from arena.course.people.student import BAD_ROSTER, HEADINGS, Student
from arena.errors import ArenaError
from arena.files.text_files import suggestion
from arena.text import one_line

ROSTER: Final = "roster.csv"
HANDLE: Final = "handle"
"""The heading of a column in older rosters, which contains a number in Moodle or an account on GitHub."""


class Roster:
    """All students of a course, in the order of the file."""

    def __init__(self, students: Iterable[Student]) -> None:
        self.students = tuple(students)
        others = {text: student for student in self.students for text in student.known_as()}
        self._found = others | {composed(student.id): student for student in self.students}

    def find(self, identity: str) -> Student | None:
        """Returns the student with this id, substitute id, address or login; None if there is no such student."""
        return self._found.get(composed(identity))

    def student(self, identity: str) -> Student:
        """The student with this id or address, or the first student with this group or alias; raises ArenaError
        [no-student].
        """
        text = composed(identity)
        others = (one for one in self.students if text and text in (composed(one.group), one.alias))
        found = self.find(identity) or next(others, None)
        if found is None:
            known = [student.id for student in self.students]
            hint = suggestion(identity, known) if known else "import a roster with arena course roster import FILE.csv"
            raise ArenaError("no-student", f"the roster does not contain a student {one_line(identity)!r}", hint)
        return found

    def author_of(self, identity: str) -> str | None:
        """The author to which the student with this id or address belongs; None if there is no such student."""
        found = self.find(identity)
        return found.author if found else None

    def authors(self) -> dict[str, tuple[Student, ...]]:
        """The students of each author, by author; an author is a student or a group."""
        found: dict[str, list[Student]] = defaultdict(list)
        for student in self.students:
            found[student.author].append(student)
        return {author: tuple(students) for author, students in found.items()}

    def alias(self, author: str) -> str:
        """The alias under which other people see an author; raises KeyError if there is no such author."""
        return self.authors()[author][0].alias

    def secrets(self) -> frozenset[str]:
        """All texts that identify a student, without the words that this student's alias reveals."""
        return frozenset(text for student in self.students for text in secrets_of(student))

    def text(self, others: Mapping[str, Mapping[str, str]] | None = None) -> str:
        """The content of the file `roster.csv`.

        `others`: the cells of columns that the arena does not use, by student id in small letters.
        """
        others = others or {}
        headings = dict.fromkeys((*HEADINGS, *(name for row in others.values() for name in row)))
        rows = [{**others.get(student.id.casefold(), {}), **asdict(student)} for student in self.students]
        return table_text(tuple(headings), rows)


def read_roster(path: Path, taken: Taken = NOTHING_TAKEN) -> Roster:
    """Reads the roster in a file; raises ArenaError [bad-roster], for example if an alias is in `taken`."""
    rows = read_table(path, BAD_ROSTER)
    _demand_headings(rows, path)
    students = [_student(row) for row in rows]
    demand_whole(students, path, taken)
    return Roster(students)


def _student(row: Mapping[str, str]) -> Student:
    found = Student(**{name: row.get(name, "") for name in HEADINGS})
    handle = row.get(HANDLE, "")
    if handle.isdigit():
        return replace(found, moodle=found.moodle or handle)
    return replace(found, github=found.github or handle)


def other_columns(path: Path, roster: Roster) -> dict[str, dict[str, str]]:
    """The cells in columns of a roster file that the arena does not use, by student id in small letters.

    Raises ArenaError [bad-roster] if the file cannot be read.
    """
    rows = read_table(path, BAD_ROSTER)
    _demand_headings(rows, path)
    known = (*HEADINGS, HANDLE)
    ids = {row["id"]: found.id if (found := roster.find(row["id"])) else row["id"] for row in rows}
    return {ids[row["id"]].casefold(): {name: text for name, text in row.items() if name not in known} for row in rows}


def with_aliases(students: Sequence[Student], key: bytes, wished: Mapping[str, str], taken: Taken) -> list[Student]:
    """Returns the students with their authors' aliases.

    An author gets the alias in `wished`, or keeps the present alias if no other author has it. All other authors get
    new aliases, which are drawn with the secret key `key` and do not resemble names in `taken`.
    """
    aliases = dict(wished)
    for student in students:
        if student.alias and student.author not in aliases and student.alias not in aliases.values():
            aliases[student.author] = student.alias  # if a group has split, only one author keeps the group's alias
    names = {text for student in students for text in student.texts()}
    others = {*taken.baselines, *taken.invited, *(given.alias for given in taken.given)}
    for author in sorted({student.author for student in students} - aliases.keys()):
        aliases[author] = alias_for(author, key, {*aliases.values(), *others}, names)
    return [replace(student, alias=aliases[student.author]) for student in students]


def _demand_headings(rows: Sequence[Mapping[str, str]], path: Path) -> None:
    if rows and "id" not in rows[0]:
        raise ArenaError(
            BAD_ROSTER,
            f"{path} does not have the column 'id'; its columns are {', '.join(rows[0])}",
            f"give the column of the students' ids the heading 'id'; if {path.name} was overwritten with another list, "
            f"restore {path.name} from a backup, then import the other list with arena course roster import FILE",
        )
