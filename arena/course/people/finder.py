"""Finds the students that may belong to a row of a list.

Rule 1: a row belongs to the student who has an id, an address, a number or an account that the row contains. If there
is no such student, the row may belong to any student of the same name whose other values, such as the address, do not
differ from the row's.
"""

from collections import defaultdict
from collections.abc import Iterable

from arena.course.people.names import composed, name_key
from arena.course.people.student import Key, Student


class Finder:
    """Finds students by their keys (ids, addresses, numbers, accounts) and by their names."""

    def __init__(self, students: Iterable[Student]) -> None:
        self._by_key: dict[Key, Student] = {}
        self._by_name: dict[tuple[str, ...], list[Student]] = defaultdict(list)
        for student in students:
            self._by_key |= dict.fromkeys(student.own_keys(), student)
            self._by_name[name_key(student.name)].append(student)

    def by_keys(self, keys: Iterable[Key]) -> list[Student]:
        """The students that have any of these keys (ids, addresses, numbers or accounts)."""
        found = {student.id: student for key in sorted(keys) if (student := self._by_key.get(key))}
        return list(found.values())

    def by_name(self, name: str, said: Student) -> list[Student]:
        """Returns the students with this name whom the row `said` does not contradict, such as by another address."""
        key = name_key(name)
        return [one for one in self._by_name.get(key, ()) if not _differ(one, said)] if key else []

    def namesakes(self, said: Student) -> list[Student]:
        """Returns the students with the name in the row `said`, even if their ids differ from the row's id.

        A student is left out if the row has another address, login, Canvas number or GitHub account.
        """
        key = name_key(said.name)
        return [one for one in self._by_name.get(key, ()) if not _others_differ(one, said)] if key else []


def has_another_id(student: Student, said: Student) -> bool:
    """Whether a row contains an id that differs from the student's id.

    A login is compared like an id, because some lists use logins as ids.
    """
    if not (student.has_own_id() and said.has_own_id()):
        return False
    ids = ({composed(text) for text in (one.id, one.login) if text} for one in (student, said))
    return frozenset.isdisjoint(*map(frozenset, ids))


def _differ(student: Student, said: Student) -> bool:
    """Whether a row contradicts a student of the same name, by another school id, address, login, Canvas number or
    GitHub account.

    A value contradicts only if both the row and the student have one. Two school ids always count as different, because
    the callers have already found that no student has the row's id.
    """
    return (student.has_own_id() and said.has_own_id()) or _others_differ(student, said)


def _others_differ(student: Student, said: Student) -> bool:
    pairs = ((getattr(student, name), getattr(said, name)) for name in ("email", "login", "canvas", "github"))
    return any(one and other and composed(one) != composed(other) for one, other in pairs)
