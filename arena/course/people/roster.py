"""`roster.csv`: the students of a course. One who works in a group hands in with it, and has its alias."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from arena.building.house import house_bot_names
from arena.course.files import read_table, table_text
from arena.course.people.aliases import alias_for
from arena.errors import ArenaError
from arena.files.reading import suggestion
from arena.lookalikes import has_invisible, looks
from arena.text import one_line

BAD_ROSTER: Final = "bad-roster"
ROSTER: Final = "roster.csv"
HEADINGS: Final = ("id", "name", "email", "group", "handle", "alias")
ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}")
ALIAS: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,38}")
LONGEST: Final = 200


@dataclass(frozen=True, slots=True)
class Student:
    """One who takes the course."""

    id: str
    """By which the school knows the student."""
    name: str = ""
    email: str = ""
    group: str = ""
    """With whom the student hands in; empty: alone."""
    handle: str = ""
    """How a system calls the student that hand-ins come from: on GitHub, or the number of a participant in Moodle."""
    alias: str = ""

    @property
    def author(self) -> str:
        """Who hands in: the group, or else the student."""
        return self.group or self.id


class Roster:
    """All students, in the order of the file."""

    def __init__(self, students: Iterable[Student]) -> None:
        self.students = tuple(students)
        self._by_id = {student.id.casefold(): student for student in self.students}

    def student(self, identity: str) -> Student:
        """The student with this id; raises ArenaError [no-student]."""
        found = self._by_id.get(identity.casefold())
        if found is None:
            known = [student.id for student in self.students]
            hint = suggestion(identity, known) if known else "import a roster: arena course roster import FILE.csv"
            raise ArenaError("no-student", f"the roster has no student {one_line(identity)!r}", hint)
        return found

    def author_of(self, identity: str) -> str | None:
        """Who hands in for the student with this id; None if there is none."""
        found = self._by_id.get(identity.casefold())
        return found.author if found else None

    def authors(self) -> dict[str, tuple[Student, ...]]:
        """Who hands in, and the students that are meant by it."""
        found: dict[str, list[Student]] = defaultdict(list)
        for student in self.students:
            found[student.author].append(student)
        return {author: tuple(students) for author, students in found.items()}

    def alias(self, author: str) -> str:
        """What an author of the roster is called before others."""
        return self.authors()[author][0].alias

    def secrets(self) -> frozenset[str]:
        """Every text that says who somebody is."""
        texts = (text for one in self.students for text in (one.id, one.name, one.email, one.handle, one.group))
        return frozenset(text for text in texts if text)

    def text(self, others: Mapping[str, Mapping[str, str]] | None = None) -> str:
        """As its file has it; `others`: what further columns say of students, by id in small letters."""
        others = others or {}
        headings = dict.fromkeys((*HEADINGS, *(name for row in others.values() for name in row)))
        rows = [{**others.get(student.id.casefold(), {}), **asdict(student)} for student in self.students]
        return table_text(tuple(headings), rows)


def read_roster(path: Path) -> Roster:
    """The roster in a file; raises ArenaError [bad-roster]."""
    rows = read_table(path, BAD_ROSTER)
    _demand_headings(rows, path)
    students = [Student(**{name: row.get(name, "") for name in HEADINGS}) for row in rows]
    demand_whole(students, path)
    return Roster(students)


def other_columns(path: Path) -> dict[str, dict[str, str]]:
    """What a file says of students in columns that no roster needs, by id in small letters; raises ArenaError."""
    rows = read_table(path, BAD_ROSTER)
    _demand_headings(rows, path)
    return {row["id"].casefold(): {name: text for name, text in row.items() if name not in HEADINGS} for row in rows}


def merged(roster: Roster, rows: Sequence[Mapping[str, str]], key: bytes, path: Path) -> Roster:
    """The roster with what rows of an import say, which came from `path`; whoever they do not name stays as he is.

    Raises ArenaError [bad-roster].
    """
    students = {student.id.casefold(): student for student in roster.students}
    for row in rows:
        known = students.get(row["id"].casefold(), Student(row["id"]))
        said = {name: text for name, text in row.items() if text and name not in ("id", "alias")}
        students[row["id"].casefold()] = replace(known, **said)
    demand_whole(list(students.values()), path)
    return Roster(_named(list(students.values()), key))


def _named(students: list[Student], key: bytes) -> list[Student]:
    """The students with their aliases: those they have, or new ones."""
    aliases: dict[str, str] = {}
    for student in students:
        if student.alias:
            aliases.setdefault(student.author, student.alias)
    names = Roster(students).secrets()
    for author in sorted({student.author for student in students} - aliases.keys()):
        aliases[author] = alias_for(author, key, frozenset(aliases.values()), names)
    return [replace(student, alias=aliases[student.author]) for student in students]


def demand_whole(students: Sequence[Student], path: Path) -> None:
    """Complains of what no roster may have: ArenaError [bad-roster]."""
    seen: dict[str, str] = {}
    for number, student in enumerate(students, start=1):
        if not ID.fullmatch(student.id):
            shown = one_line(student.id[:LONGEST])
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: student {number} has the id {shown!r}; expected at most 64 letters, digits, . _ @ + -",
                "give each student the id of the school's own system",
            )
        for name, text in asdict(student).items():
            if len(text) > LONGEST or not text.isprintable() or has_invisible(text):
                raise ArenaError(
                    BAD_ROSTER,
                    f"{path}: the {name} of {student.id} is longer than {LONGEST} characters, or not all of it is seen",
                    "mend that cell",
                )
        if student.id.casefold() in seen:
            raise ArenaError(BAD_ROSTER, f"{path}: {student.id} is there twice", "remove one of the rows")
        seen[student.id.casefold()] = student.id
    _demand_handles(students, path)
    _demand_groups(students, path)
    _demand_aliases(students, path)


def _demand_handles(students: Sequence[Student], path: Path) -> None:
    """Hand-ins are found by handles, which students choose."""
    ids = {student.id.casefold(): student.id for student in students}
    for student in students:
        other = ids.get(student.handle.casefold(), student.id)
        if other != student.id:
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: the handle of {student.id} is {student.handle!r}, which is somebody's id",
                "empty that cell: what is handed in is then found by the id, the address or the group",
            )


def _demand_groups(students: Sequence[Student], path: Path) -> None:
    ids = {student.id.casefold() for student in students}
    for student in students:
        if student.group and (not ID.fullmatch(student.group) or student.group.casefold() in ids):
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: the group of {student.id} is {one_line(student.group)!r}; expected letters (a to z), digits, "
                ". _ @ + - and nobody's id",
                "give groups names as short as ids",
            )


def _demand_aliases(students: Sequence[Student], path: Path) -> None:
    owners: dict[str, str] = {}
    seen: dict[str, str] = {}
    """By what an alias is read as."""
    for student in students:
        if not student.alias:
            continue
        if not ALIAS.fullmatch(student.alias):
            expected = "small letters (a to z), digits and -"
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: the alias of {student.id} is {one_line(student.alias)!r}; expected {expected}",
                "leave it empty, and import the roster: it is drawn",
            )
        alike = next((seen[look] for look in looks(student.alias) if look in seen), student.alias)
        seen |= dict.fromkeys(looks(student.alias), student.alias)
        if alike != student.alias and owners[alike] != student.author:
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: the alias of {student.id} is {student.alias}, which looks like {alike} of {owners[alike]}",
                "leave one of them empty, and import the roster: it is drawn",
            )
        if student.alias in house_bot_names():
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: the alias of {student.id} is {student.alias}, as a bot of the house is called",
                "leave it empty, and import the roster: it is drawn",
            )
        if owners.setdefault(student.alias, student.author) != student.author:
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: {student.id} has the alias of {owners[student.alias]}",
                "empty one of the cells, and import the roster: it is drawn",
            )


def _demand_headings(rows: Sequence[Mapping[str, str]], path: Path) -> None:
    if rows and "id" not in rows[0]:
        raise ArenaError(
            BAD_ROSTER,
            f"{path} has no column id; it has {', '.join(rows[0])}",
            f"its columns are {', '.join(HEADINGS)}; other files are read by arena course roster import",
        )
