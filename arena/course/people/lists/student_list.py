"""Reads any school system's list of students.

Rule 1: no row is used unless the whole file is valid; a single error names the problems of all rows.
Rule 2: a value that the list does not contain is not guessed. Skipped rows and columns are reported, except those that
the lists of known systems usually contain.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.course.csv_file import CsvFile, read_csv
from arena.course.files import rows_by_number
from arena.course.people.lists.cells import (
    PARTS,
    BadRowError,
    account_of,
    address_of,
    group_of,
    name_of,
    no_group,
    number_of,
    text_of,
)
from arena.course.people.lists.columns import CANVAS, OWN, Columns
from arena.course.people.lists.headings import (
    ANYTHING,
    FIRST,
    HANDLE,
    LAST,
    PARTICIPANT_IDS,
    PARTICIPANTS,
    ROLE,
    STUDENT_ROLES,
    meaning_of,
    plain,
)
from arena.course.people.names import first_name_first
from arena.course.people.student import BAD_ROSTER, Student
from arena.errors import ArenaError
from arena.text import one_line

TEST_STUDENTS: Final = frozenset(("student test", "test student"))
"""The normalised names of the test student that Canvas adds to a course so that teachers can view it as a student."""
POINTS_POSSIBLE: Final = "points possible"
"""The name, in normalised form, of Canvas's row with the maximum points of each assignment."""
MOST_TOLD: Final = 20
"""The maximum number of problems of one file that an error describes; of any other problems, it gives only the number.
"""
MEND: Final = "correct these cells and import the file again; nothing was changed"


@dataclass(frozen=True, slots=True)
class Entry:
    """A student, as described by one row of a list."""

    row: int
    """The row's number in a spreadsheet."""
    student: Student
    """The student in the row; the id is empty if the row does not contain one."""
    anything: str = ""
    """A text of the row that may be an id, an address or a name, because a teacher typed it."""
    alone: bool = False
    """Whether the row states that the student is in no group."""


@dataclass(frozen=True, slots=True)
class StudentList:
    """The content of a list of students: its rows, its headings, and sentences about what was skipped or doubtful."""

    path: Path
    system: str
    entries: tuple[Entry, ...]
    passed_over: tuple[str, ...]
    """Sentences about the skipped rows, which describe no student, with the reason."""
    staff: tuple[Entry, ...]
    """The rows that describe teachers."""
    unread: tuple[str, ...]
    """The headings of unknown columns if no known system exported the list; otherwise empty."""
    headings: tuple[str, ...]
    """All headings of the list."""
    notes: tuple[str, ...]
    """Sentences about doubtful decisions in reading the file, such as a guessed encoding."""


def read_list(path: Path, *, groups: bool = True) -> StudentList:
    """Reads the list of students in a file; raises ArenaError [bad-roster].

    `groups`: whether the list's groups are groups that hand in together; if not, they are ignored.
    """
    return list_in(read_csv(path, BAD_ROSTER), path, groups=groups)


def list_in(file: CsvFile, path: Path, *, groups: bool = True) -> StudentList:
    """Returns the same as `read_list` for a file that has already been read."""
    rows = rows_by_number(file, path, BAD_ROSTER, _matters)
    if not rows:
        raise ArenaError(
            BAD_ROSTER,
            f"{path} does not contain rows of students",
            "give a CSV file with a row of headings and a row for each student",
        )
    columns = Columns.of(path, rows.values(), guessed=file.source.guessed)
    entries: list[Entry] = []
    passed_over: list[str] = []
    staff: list[Entry] = []
    wrong: list[str] = []
    roles = _Roles(path, columns, rows)
    for number, row in rows.items():
        try:
            if reason := roles.of_staff(row):
                passed_over.append(f"row {number}, {reason}")
                staff.append(_entry(columns, number, row, groups=False))
            elif reason := _no_student(columns, row):
                passed_over += [f"row {number}, {reason}"] if reason != NOBODY else []
            else:
                entries.append(_entry(columns, number, row, groups=groups))
        except BadRowError as error:
            wrong.append(f"row {number}: {error}")
    wrong += _groups_of_one_name(columns, rows) if groups else ()
    demand_none(wrong, path)
    unread = columns.unread if columns.system in OWN else ()
    told = (columns.system, tuple(entries), tuple(passed_over), tuple(staff), unread)
    return StudentList(path, *told, headings=columns.names, notes=tuple(file.source.note()))


def demand_none(wrong: Sequence[str], path: Path, code: str = BAD_ROSTER, hint: str = MEND) -> None:
    """Raises ArenaError with the problems `wrong` of a file's rows; does nothing if there are no problems."""
    if not wrong:
        return
    told = [*wrong[:MOST_TOLD], *([f"and {len(wrong) - MOST_TOLD} more"] if len(wrong) > MOST_TOLD else [])]
    sentence = f"{path}: {told[0]}" if len(told) == 1 else "\n  ".join((f"{path} has wrong rows:", *told))
    raise ArenaError(code, sentence, hint)


NOBODY: Final = "nobody"


def _matters(heading: str) -> bool:
    return meaning_of(heading) is not None or plain(heading) in PARTICIPANT_IDS


def _no_student(columns: Columns, row: Mapping[str, str]) -> str:
    """Returns the reason why a row of a list from Canvas describes no student; empty if it describes a student.

    The reason is NOBODY if the row need not be reported, such as the row of maximum points. The result is always empty
    for lists of other systems.
    """
    if columns.system != CANVAS:
        return ""
    name = _name(columns, row)
    identity, login = columns.cell(row, "id"), columns.cell(row, "login")
    if not (columns.cell(row, "canvas") or identity or login):
        return NOBODY if plain(name) in ("", POINTS_POSSIBLE) else f"{one_line(name)}: the row does not have an ID"
    if plain(name) in TEST_STUDENTS and not identity:
        return f"{one_line(name)}: a test student of Canvas"
    return ""


class _Roles:
    """Distinguishes teachers from students by the column of roles; without such a column, everybody is a student."""

    def __init__(self, path: Path, columns: Columns, rows: Mapping[int, Mapping[str, str]]) -> None:
        self._columns = columns
        said = {text for row in rows.values() for text in columns.cells(row, ROLE)}
        self._said = bool(said)
        if said and not any(map(_learns, said)):
            shown = one_line(", ".join(sorted(said)))
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: the arena does not recognise the role of students among the roles {shown}",
                "remove the rows of teachers and the column of roles, then import the file again",
            )

    def of_staff(self, row: Mapping[str, str]) -> str:
        """The name and role of a row's person if the person is no student; empty for a student."""
        role = self._columns.cell(row, ROLE)
        if not self._said or _learns(role):
            return ""
        return one_line(f"{_name(self._columns, row)}: the role is {role or 'empty'}, not a student's")


def _learns(role: str) -> bool:
    return any(plain(one) in STUDENT_ROLES for one in PARTS.split(role))


def _entry(columns: Columns, number: int, row: Mapping[str, str], *, groups: bool) -> Entry:
    meanings = ("id", "email", "login", "canvas", "github", "alias", "group", HANDLE, ANYTHING)
    guessed = columns.guessed
    said = {one: text_of(columns.heading(one), columns.cell(row, one), guessed=guessed) for one in meanings}
    cells = {
        **{one: number_of(columns.heading(one), said[one]) for one in ("id", "login", "canvas")},
        "moodle": " ".join(_numbers(columns, row)),
        "email": address_of(columns.heading("email"), said["email"]),
        "github": account_of(columns.heading("github"), said["github"]),
        "group": group_of(columns.heading("group"), said["group"]) if groups else "",
        "name": _name(columns, row),
    }
    if handle := said[HANDLE]:
        meaning = "moodle" if handle.isdigit() else "github"
        cells[meaning] = cells[meaning] or handle
    anything = number_of(columns.heading(ANYTHING), said[ANYTHING])
    return Entry(number, Student(**cells, alias=said["alias"]), anything, alone=groups and no_group(said["group"]))


def _name(columns: Columns, row: Mapping[str, str]) -> str:
    guessed = columns.guessed
    first, last, whole = (
        name_of(columns.heading(one), columns.cell(row, one), guessed=guessed) for one in (FIRST, LAST, "name")
    )
    name = f"{first} {last}" if first and last else first_name_first(whole or f"{first}{last}")
    return text_of("name", name, guessed=guessed)


def _numbers(columns: Columns, row: Mapping[str, str]) -> list[str]:
    """A participant's numbers in Moodle, from a text such as "Participant 17" or numbers separated by blanks.

    Only `roster.csv` contains several numbers. Raises BadRowError for any other text.
    """
    said, heading = columns.cell(row, "moodle"), columns.heading("moodle")
    if participant := PARTICIPANTS.fullmatch(said):
        return [participant[1]]
    if not all(number.isdecimal() for number in said.split()):
        raise BadRowError(
            f"{heading} is {one_line(said)!r}; expected the number of a participant in Moodle: correct this cell"
        )
    return said.split()


def _groups_of_one_name(columns: Columns, rows: Mapping[int, Mapping[str, str]]) -> Iterator[str]:
    """Sentences about groups with different names in the list that would get the same name in the course."""
    written: dict[str, dict[str, int]] = defaultdict(dict)
    for number, row in rows.items():
        try:
            said = columns.cell(row, "group")
            name = group_of(columns.heading("group"), said).casefold()
        except BadRowError:
            continue
        if name:
            written[name].setdefault(" ".join(said.replace("-", " ").casefold().split()), number)
    for name, those in written.items():
        if len(those) > 1:
            shown = " and ".join(f"{one_line(said)!r} (row {number})" for said, number in those.items())
            yield (
                f"the groups {shown} would get the same name, {name}: give these groups names that differ in "
                "letters or digits"
            )
