"""Checks that the ids, numbers, names, groups and aliases of a roster are valid and unique."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from arena.course.people.aliases import ALIAS, Taken
from arena.course.people.names import composed
from arena.course.people.student import BAD_ROSTER, ID, LONGEST, Key, Student
from arena.errors import ArenaError
from arena.lookalikes import looks
from arena.names import fault_of, shown
from arena.text import one_line


def demand_whole(students: Sequence[Student], path: Path, taken: Taken) -> None:
    """Raises ArenaError [bad-roster] if anything in a roster is invalid; `path` is the roster's file, for messages.

    `taken`: names that cannot be aliases.
    """
    for number, student in enumerate(students, start=1):
        if not ID.fullmatch(student.id):
            said = one_line(student.id[:LONGEST])
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: student {number} has the id {said!r}; expected at most 64 letters, digits, . _ @ + -",
                "give each student the id of the school's own system",
            )
        if not all(number.isdecimal() for number in (*student.moodle.split(), *student.canvas.split())):
            said = one_line(f"{student.moodle} {student.canvas}".strip()[:LONGEST])
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: moodle and canvas of {student.id} are {said!r}; expected the numbers that Moodle and "
                "Canvas give to students",
                "correct these cells, or leave them empty",
            )
        for name, text in asdict(student).items():
            if text and (fault := fault_of(text, LONGEST)):
                place = f"{path}: the {name} of {student.id} is {shown(text, LONGEST)}, and {fault}"
                raise ArenaError(BAD_ROSTER, place, "correct that cell")
    _demand_own_keys(students, path)
    _demand_accounts(students, path)
    _demand_groups(students, path)
    _demand_aliases(students, path, taken)


def _demand_own_keys(students: Sequence[Student], path: Path) -> None:
    """Raises ArenaError [bad-roster] if two students share an id, address, number or account."""
    owners: dict[Key, Student] = {}
    for student in students:
        for key in sorted(student.own_keys()):
            other = owners.setdefault(key, student)
            if other is not student:
                kind, text = key
                who = student.id if composed(other.id) == composed(student.id) else f"{other.id} and {student.id}"
                raise ArenaError(
                    BAD_ROSTER,
                    f"{path}: {who} "
                    f"{'is there twice' if who == student.id else f'have the same {kind}: {one_line(text)}'}",
                    "correct the cell that has another student's data, or remove one of the rows",
                )


def _demand_accounts(students: Sequence[Student], path: Path) -> None:
    """Raises ArenaError [bad-roster] if a student's GitHub account is another student's id.

    Hand-ins are matched with students by account and by id, so such a hand-in could belong to either student.
    """
    ids = {composed(student.id): student.id for student in students}
    for student in students:
        other = ids.get(composed(student.github), student.id)
        if other != student.id:
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: the account of {student.id} on GitHub is {student.github!r}, which is the id of another "
                "student",
                "empty that cell: what is handed in is then found by the id, the address or the group",
            )


def _demand_groups(students: Sequence[Student], path: Path) -> None:
    ids = {student.id.casefold() for student in students}
    for student in students:
        if student.group and student.group.casefold() in ids:
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: the group of {student.id} is {student.group}, which is the id of a student",
                f"give groups other names, such as group-{student.group}",
            )
        if student.group and not ID.fullmatch(student.group):
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: the group of {student.id} is {one_line(student.group)!r}; expected letters (a to z), digits, "
                ". _ @ + -",
                "give groups names as short as ids",
            )


def _demand_aliases(students: Sequence[Student], path: Path, taken: Taken) -> None:
    owners: dict[str, str] = {}
    seen: dict[str, str] = {}
    """Aliases by the texts for which they could be mistaken; two aliases with the same text look alike."""
    for student in students:
        if not student.alias:
            continue
        if not ALIAS.fullmatch(student.alias):
            expected = "small letters (a to z), digits and -"
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: the alias of {student.id} is {one_line(student.alias)!r}; expected {expected}",
                "leave this cell empty, and import the roster, which then draws an alias",
            )
        alike = next((seen[look] for look in looks(student.alias) if look in seen), student.alias)
        seen |= dict.fromkeys(looks(student.alias), student.alias)
        if alike != student.alias and owners[alike] != student.author:
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: the alias of {student.id} is {student.alias}, which looks like {alike} of {owners[alike]}",
                "leave one of these two cells empty, and import the roster, which then draws an alias",
            )
        if named := taken.like(student.alias):
            bot, whose = named
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: the alias of {student.id} is {student.alias}, and {bot} is the name of {whose}",
                "leave this cell empty, and import the roster, which then draws an alias; or rename the baseline in "
                "its bot.toml",
            )
        if owners.setdefault(student.alias, student.author) != student.author:
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: {student.id} has the alias of {owners[student.alias]}",
                "empty one of the two cells, and import the roster, which then draws an alias",
            )
