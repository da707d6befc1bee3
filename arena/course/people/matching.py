"""Matches the rows of a list with the students of the roster.

Rule 1: a row belongs to the student who has an id, an address, a number or an account that the row contains. If there
is no such student, the row belongs to the student of the same name whose other values, such as the address, do not
differ from the row's.
Rule 2: no row belongs to two students, and no two different rows to the same student. If a list breaks this rule, the
import reports the rows and changes nothing.
Rule 3: two lists of the same students give the same roster in either order. Exceptions are aliases, and values such as
addresses that replace missing ids. A row that contains only numbers or a GitHub account adds no student.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from arena.course.people.aliases import NOTHING_TAKEN, Taken
from arena.course.people.demands import demand_whole
from arena.course.people.finder import Finder, has_another_id
from arena.course.people.lists.student_list import Entry, StudentList, demand_none, read_list
from arena.course.people.names import composed, name_key
from arena.course.people.roster import Roster, with_aliases
from arena.course.people.student import ID, Key, Kind, Student
from arena.course.people.wishes import granted
from arena.text import one_line

IF_LOGIN: Final = (
    "if one of the two is a login, give its column the heading login, and import both lists into an empty roster.csv"
)
SINGLE: Final = ("id", "name", "email", "login", "group", "canvas", "github")
"""The fields in which a row's value replaces the student's.

They exclude `moodle`, where a row's numbers are added to the student's, and `alias`, which must be checked first.
"""


@dataclass(frozen=True, slots=True)
class Imported:
    """The result of importing a list of students."""

    roster: Roster
    system: str
    rows: int
    """The number of rows that describe students."""
    new: int
    """The number of students that were added."""
    told: tuple[str, ...]
    """Sentences about skipped rows and columns, and about changed values."""


def import_list(
    roster: Roster, path: Path, key: bytes, *, groups: bool = True, taken: Taken = NOTHING_TAKEN
) -> Imported:
    """Adds the students in a file to the roster, and returns the new roster; students missing in the file are kept.

    `groups`: whether the list's groups are groups that hand in together. Students without an alias get one, which is
    drawn with `key` and is not in `taken`. Raises ArenaError [bad-roster], which lists all problems.
    """
    listed = read_list(path, groups=groups)
    meant, strangers = _Matcher(roster, listed).meant()
    students = {student.id: student for student in roster.students}
    told, rows = [*listed.notes, *_unread(listed), *listed.passed_over, *strangers], {}
    if not groups and (those := sorted({student.group for student in roster.students if student.group})):
        told.append(
            f"the roster keeps the groups {', '.join(those)}: empty the column group of roster.csv if students "
            "do not hand in by these groups"
        )
    for entry, known in meant:
        merged = _merged(known, entry)
        told += _changes(known, merged) if known else []
        students[known.id if known else merged.id] = merged
        if entry.student.alias:
            rows[entry.row] = merged.id, entry.student.alias
    told += _nameless(listed, [entry for entry, known in meant if known is None])
    found = sorted(_one_spelling(students.values()), key=lambda student: (composed(student.id), student.id))
    by_id = {student.id: student for student in found}
    wishes = granted({row: (by_id[id_], said) for row, (id_, said) in rows.items()}, found, taken)
    demand_none(wishes.wrong, path)
    named = with_aliases(found, key, wishes.aliases, taken)
    demand_whole(named, path, taken)
    told += [*_renamed(found, named, taken), *wishes.told]
    new = len(found) - len(roster.students)
    return Imported(Roster(named), listed.system, len(meant), new, tuple(told))


def _unread(listed: StudentList) -> Iterator[str]:
    if listed.unread:
        yield f"ignored columns, which do not identify students: {one_line(', '.join(listed.unread))}"


def _nameless(listed: StudentList, new: Sequence[Entry]) -> Iterator[str]:
    """Yields a sentence if there are new students, but no row contains a name or a text that may be a name."""
    if new and not any(entry.student.name or entry.anything for entry in listed.entries):
        yield (
            "the list does not have a column with the names of the new students; its columns are "
            f"{one_line(', '.join(listed.headings))}"
        )


class _Matcher:
    """Matches the rows of a list with the students of a roster."""

    def __init__(self, roster: Roster, listed: StudentList) -> None:
        self._listed, self._empty = listed, not roster.students
        self._finder = Finder(roster.students)
        self._without_zeros = {one.id.lstrip("0"): one.id for one in roster.students if one.id.isdecimal()}
        self._addresses = {composed(one.student.id): one.student.email for one in listed.entries}
        """The e-mail address in the list for each student, by the student's id."""
        self._wrong: list[str] = []

    def meant(self) -> tuple[list[tuple[Entry, Student | None]], list[str]]:
        """Returns the rows that identify students, each with its student in the roster; None for a new student.

        The second result contains sentences about doubtful rows, for example rows that do not identify a student.
        Raises ArenaError [bad-roster] if rows are ambiguous or invalid.
        """
        found: list[tuple[Entry, Student | None]] = []
        strangers, namesakes, new = [], list[str](), 0
        for entry in _different(self._listed.entries):
            known = self._known(entry)
            founding = known is None and self._founding(entry)
            if known:
                found.append((entry, known))
            elif founding:
                found.append((founding, None))
                new += bool(entry.student.name)
                if those := self._finder.namesakes(entry.student):
                    namesakes.append(f"row {entry.row}: {_shown(entry)} is new, but {those[0].id} has the same name")
            else:
                strangers.append(
                    f"row {entry.row}, {_shown(entry)}, does not match a student of the roster: add an id or an "
                    "e-mail address to this row"
                )
        if 1 < len(namesakes) == new:
            self._wrong += [f"{one}: {IF_LOGIN}" for one in namesakes]
        strangers += namesakes
        self._demand_one_each(found)
        demand_none(self._wrong, self._listed.path)
        for entry in self._listed.staff:
            those = self._finder.by_keys(entry.student.own_keys())
            strangers += [
                f"{one.id} is in the roster, but teaches: remove the row of {one.id} from roster.csv" for one in those
            ]
        return found, strangers

    def _known(self, entry: Entry) -> Student | None:
        said = entry.student
        keys = said.own_keys() | _any_kind(entry.anything)
        those = [one for one in self._finder.by_keys(keys) if not self._has_moved(one, keys)]
        if len(those) > 1:
            self._wrong.append(
                f"row {entry.row}: {_shown(entry)} matches {' and also '.join(map(_Why(keys), those))}: correct "
                "the cell with another student's data"
            )
        elif not those:
            return self._by_its_name(entry)
        elif has_another_id(those[0], said):
            self._wrong.append(
                f"row {entry.row}: {_shown(entry)} matches {_Why(keys)(those[0])}, but has another id: correct "
                f"the cell with another student's data; {IF_LOGIN}"
            )
        return those[0]

    def _has_moved(self, student: Student, keys: frozenset[Key]) -> bool:
        """Whether the student's former address now belongs to somebody else.

        This is the case if the row with the keys `keys` has only an address in common with the student, and another row
        gives the student a new address.
        """
        now = self._addresses.get(composed(student.id))
        common = {kind for kind, _ in keys & student.own_keys()}
        return common == {Kind.ADDRESS} and bool(now) and composed(now or "") != composed(student.email)

    def _by_its_name(self, entry: Entry) -> Student | None:
        for name in (entry.anything, entry.student.name):
            those = self._finder.by_name(name, entry.student)
            if len(those) > 1:
                ids = " and ".join(one.id for one in those)
                self._wrong.append(
                    f"row {entry.row}: {_shown(entry)} may be one of {ids}, who have the same name: add an id "
                    "to this row"
                )
            if those:
                return those[0]
        return None

    def _founding(self, entry: Entry) -> Entry | None:
        """Returns the row of a new student, in which a value such as the address replaces a missing id.

        Returns None if the row does not identify a student, for example a row with only a name. Adds an error to
        `_wrong` if the id is invalid or has lost its zeros at the beginning.
        """
        said = entry.student
        # only if the roster is empty; later, an unknown identifier may belong to somebody who is not a student
        anything = entry.anything if self._empty else ""
        identity = anything if entry.anything else said.id or said.stand_in()
        # for example a list with only Canvas or Moodle numbers
        if not (said.id or said.email or said.login or said.name or entry.anything):
            return None
        other = self._without_zeros.get(identity.lstrip("0"), identity) if identity.isdecimal() else identity
        if other != identity:
            self._wrong.append(
                f"row {entry.row}: the id {identity} lacks the zeros at the beginning of {other} in the roster, "
                "which spreadsheet programs leave out: export the list again, or open the list with this column "
                "as text"
            )
        if identity and not ID.fullmatch(identity):
            self._wrong.append(
                f"row {entry.row}: {one_line(identity)!r} cannot be an id; expected at most 64 characters: "
                "letters (A to Z, a to z), digits and . _ @ + -; the first must be a letter or digit; add an id to "
                "this row"
            )
        former = "" if said.id or entry.anything else identity
        return replace(entry, student=replace(said, id=identity, former=former)) if identity else None

    def _demand_one_each(self, found: Sequence[tuple[Entry, Student | None]]) -> None:
        """Adds an error to `_wrong` for each pair of rows that belong to the same student."""
        rows: dict[Key | str, Entry] = {}
        for entry, known in found:
            own = {*entry.student.own_keys()} | ({known.id} if known else set())
            others = {rows[one].row: rows[one] for one in own if one in rows}
            for row, other in others.items():
                both = sorted(str(one[0]) for one in other.student.own_keys() & entry.student.own_keys())
                why = f"the same {both[0]}" if both else f"the name of {known.id if known else ''}"
                self._wrong.append(
                    f"rows {row} and {entry.row} have {why}: {_shown(other)} and {_shown(entry)}; keep only one "
                    "of these rows, or correct the cell with another student's data"
                )
            rows |= dict.fromkeys(own, entry)


@dataclass(frozen=True, slots=True)
class _Why:
    """Describes, for messages, which kinds of keys a row shares with a student."""

    keys: frozenset[Key]

    def __call__(self, student: Student) -> str:
        kinds = dict.fromkeys(str(kind) for kind, _ in sorted(self.keys & student.own_keys()))
        return f"{student.id} by {' and '.join(kinds)}"


def _any_kind(text: str) -> frozenset[Key]:
    """Returns the keys that a text of unknown kind could be: an id and an address; none for an empty text."""
    return frozenset((kind, composed(text)) for kind in (Kind.ID, Kind.ADDRESS)) if text else frozenset()


def _different(entries: Iterable[Entry]) -> list[Entry]:
    """Returns the rows without those that repeat all values of an earlier row."""
    seen: dict[tuple[Student, str], Entry] = {}
    for entry in entries:
        seen.setdefault((entry.student, entry.anything), entry)
    return list(seen.values())


def _shown(entry: Entry) -> str:
    said = entry.student
    texts = (entry.anything, said.name, said.id, said.email or said.login or said.github or said.canvas or said.moodle)
    return one_line(", ".join(dict.fromkeys(text for text in texts if text))) or "a row without a name"


def _merged(known: Student | None, entry: Entry) -> Student:
    """The student `known` with the values of a row, or a new student with these values if `known` is None.

    The alias in the row is not used.
    """
    said = entry.student
    if known is None:
        return replace(said, alias="")
    news = {name: text for name in SINGLE if (text := getattr(said, name)) and text != getattr(known, name)}
    news["moodle"] = " ".join(sorted({*known.moodle.split(), *said.moodle.split()}))
    for name in ("name", "email", "login", "github"):  # of two spellings, keeps the same one in any order of the rows
        if name in news and name_key(news[name]) == name_key(getattr(known, name)):
            news[name] = max(news[name], getattr(known, name))
    if entry.alone:
        news["group"] = ""
    merged = replace(known, **news)
    if not said.has_own_id() or composed(said.id) in (composed(known.id), composed(known.login)):
        merged = replace(merged, id=known.id)
    if not merged.has_own_id() and merged.stand_in():
        merged = replace(merged, id=merged.stand_in())
    return replace(merged, former=" ".join(_former(known, said, merged)))


def _former(known: Student, said: Student, merged: Student) -> Iterable[str]:
    """Returns the values for the field `former` of a student whom a row changes.

    `known`: the student before the change; `said`: the row; `merged`: the student after the change.
    """
    found = dict.fromkeys(known.former.split())
    if composed(merged.id) != composed(known.id):
        found[known.id] = None
    if said.has_own_id() and composed(said.id) == composed(merged.id):
        found.pop(merged.id, None)
    elif not merged.has_own_id():
        found[merged.id] = None
    return found


def _changes(known: Student, merged: Student) -> list[str]:
    """Sentences about the values of a student that a row changed."""
    found = []
    for name in SINGLE:
        before, now = getattr(known, name), getattr(merged, name)
        if before and composed(before) != composed(now) and not (name == "name" and name_key(before) == name_key(now)):
            found.append(f"{merged.id}: the {name} was {one_line(before)}, and is {one_line(now) or 'none'} now")
    return found


def _renamed(before: Iterable[Student], now: Iterable[Student], taken: Taken) -> Iterator[str]:
    """Yields a sentence about each student whose alias has changed.

    `before` and `now`: the same students in the same order; `taken`: contains the aliases in closed assignments.
    """
    for old, new in zip(before, now, strict=True):
        if old.alias and old.alias != new.alias:
            names = old.known_as()
            closed = [one.assignment for one in taken.given if one.alias == old.alias and names & one.students]
            there = ", ".join(closed)
            stays = f"; it stays {old.alias} in {there}, and whoever compares the tables may see that" if there else ""
            yield f"{new.id}: the alias was {old.alias}, and is {new.alias} now{stays}"


def _one_spelling(students: Iterable[Student]) -> list[Student]:
    """Returns the students with one spelling for each group's name, because lists may spell a name with different
    capital letters.
    """
    groups: dict[str, str] = {}
    found = list(students)
    for student in found:
        key = student.group.casefold()
        groups[key] = min(groups.get(key, student.group), student.group)
    return [replace(student, group=groups[student.group.casefold()]) for student in found]
