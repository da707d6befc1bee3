"""Checks that the ids, numbers, names, groups and aliases of a roster are valid and unique."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from arena.course.people.aliases import ALIAS, HOUSE, LONGEST_ALIAS, Taken
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
    for student in students:
        if not ID.fullmatch(student.id):
            said = one_line(student.id[:LONGEST])
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: a student has the id {said!r}; expected 1 to 64 characters: letters (A to "
                "Z, a to z), digits and . _ @ + -; the first must be a letter or digit",
                "give each student an id of this form, for example the student's login at the school",
            )
        for system, cell in (("Moodle", student.moodle), ("Canvas", student.canvas)):
            if not all(number.isdecimal() for number in cell.split()):
                raise ArenaError(
                    BAD_ROSTER,
                    f"{path}: student {student.id} has {one_line(cell[:LONGEST])!r} in the column "
                    f"{system.lower()!r}; expected the number that {system} gives to this student, or several such "
                    "numbers separated by spaces",
                    "correct this cell, or empty it",
                )
        for name, text in asdict(student).items():
            if text and (fault := fault_of(text, LONGEST)):
                place = f"{path}: the {name} of {student.id} is {shown(text, LONGEST)}, which is not valid: {fault}"
                raise ArenaError(BAD_ROSTER, place, "correct this cell in the roster")
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
                    f"{'has two rows' if who == student.id else f'have the same {kind}: {one_line(text)}'}",
                    "correct the cell with the wrong data, or remove one of the two rows",
                )


def _demand_accounts(students: Sequence[Student], path: Path) -> None:
    """Raises ArenaError [bad-roster] if a student's GitHub account is another student's id.

    A hand-in with this account or id in its name could belong to either student.
    """
    ids = {composed(student.id): student.id for student in students}
    for student in students:
        other = ids.get(composed(student.github), student.id)
        if other != student.id:
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: the account of {student.id} on GitHub is {student.github!r}, which is the id of another "
                "student",
                f"empty the cell of {student.id} in the column 'github'; the arena also finds hand-ins by id, "
                "address or group",
            )


def _demand_groups(students: Sequence[Student], path: Path) -> None:
    ids = {student.id.casefold() for student in students}
    for student in students:
        if student.group and student.group.casefold() in ids:
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: the group of {student.id} is {student.group}, which is also the id of a student",
                f"rename the group, for example to group-{student.group}",
            )
        if student.group and not ID.fullmatch(student.group):
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: the group of {student.id} is {one_line(student.group)!r}; expected at most 64 "
                "characters: letters (A to Z, a to z), digits and . _ @ + -; the first must be a letter or digit",
                "rename the group, for example to group-1",
            )


def _demand_aliases(students: Sequence[Student], path: Path, taken: Taken) -> None:
    owners: dict[str, str] = {}
    seen: dict[str, str] = {}
    """The aliases checked so far, by the skeletons that `looks` returns. Aliases with a common skeleton look alike."""
    for student in students:
        if not student.alias:
            continue
        if not ALIAS.fullmatch(student.alias):
            expected = (
                f"at most {LONGEST_ALIAS} characters: small letters (a to z), digits and -; the first must be a letter "
                "or digit"
            )
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: the alias of {student.id} is {one_line(student.alias)!r}; expected {expected}",
                f"empty the cell of this alias, then run arena course roster import {path} to draw a new alias",
            )
        alike = next((seen[look] for look in looks(student.alias) if look in seen), student.alias)
        seen |= dict.fromkeys(looks(student.alias), student.alias)
        if alike != student.alias and owners[alike] != student.author:
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: the alias of {student.id} is {student.alias}, which looks like {alike}, the alias of "
                f"{owners[alike]}",
                f"empty the alias of {student.id} or of {owners[alike]}, then run arena course roster import "
                f"{path} to draw a new alias",
            )
        if named := taken.like(student.alias):
            bot, whose = named
            rename = "" if whose == HOUSE else "; or rename the baseline in the baseline's bot.toml"
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: the alias of {student.id} is {student.alias}, which "
                f"{'is' if bot == student.alias else f'looks like {bot},'} the name of {whose}",
                f"empty the cell of this alias, then run arena course roster import {path} to draw a new alias{rename}",
            )
        if owners.setdefault(student.alias, student.author) != student.author:
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: {student.id} and {owners[student.alias]} have the same alias, {student.alias}",
                f"empty the alias of {student.id} or of {owners[student.alias]}, then run arena course roster import "
                f"{path} to draw a new alias",
            )
