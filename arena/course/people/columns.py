"""Rosters as other systems write them: plain, of Moodle, of GitHub Classroom."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from arena.course.files import read_table
from arena.course.people.roster import BAD_ROSTER, HEADINGS, Roster
from arena.errors import ArenaError
from arena.text import one_line

Row = Mapping[str, str]
PARTICIPANT: Final = re.compile(r"\D*(\d+)")


class Imported(NamedTuple):
    """Rows of a file, with the headings of a roster."""

    system: str
    rows: list[dict[str, str]]
    strangers: list[str]
    """Who is in the file and cannot be said to be anybody, each in words."""


def import_rows(path: Path, roster: Roster) -> Imported:
    """What a file says of students, those of the roster among them; raises ArenaError [bad-roster]."""
    rows = [{heading.casefold(): cell for heading, cell in row.items()} for row in read_table(path, BAD_ROSTER)]
    if not rows:
        raise ArenaError(BAD_ROSTER, f"{path} has no rows", "name a CSV file with a heading and a row for each student")
    if {"identifier", "github_username"} <= rows[0].keys():
        return _github(rows, roster)
    if "id" in rows[0]:
        plain = [{str(name): row[name] for name in HEADINGS if name in row} for row in rows]
        return Imported("plain", plain, [])
    if rows[0].keys() & MOODLE_IDS:
        return _moodle(rows, roster)
    raise ArenaError(
        BAD_ROSTER,
        f"{path} is no roster: its columns are {one_line(', '.join(rows[0]))}",
        "expected a column id; or GitHub Classroom's identifier and github_username; or Moodle's ID number",
    )


MOODLE_IDS: Final = frozenset({"id number", "email address", "identifier"})


def _moodle(rows: Sequence[Row], roster: Roster) -> Imported:
    """Moodle's participants or its grading worksheet, whose identifier is in the names of downloaded folders."""
    found, strangers = [], []
    known = _finder(roster)
    for row in rows:
        last = row.get("last name") or row.get("surname", "")
        name = row.get("full name") or " ".join(filter(None, (row.get("first name", ""), last)))
        email = row.get("email address", "")
        identity = row.get("id number") or known(email) or known(name) or email
        if not identity:
            strangers.append(one_line(name) or "a row without a name")
            continue
        number = PARTICIPANT.fullmatch(row.get("identifier", ""))
        handle = number[1] if number else ""
        group = (row.get("groups") or row.get("group", "")).replace(" ", "-")
        found.append({"id": identity, "name": name, "email": email, "group": group, "handle": handle})
    return Imported("Moodle", found, strangers)


def _github(rows: Sequence[Row], roster: Roster) -> Imported:
    """GitHub Classroom's roster: its identifier is whatever the teacher typed, so it is looked for everywhere."""
    found, strangers = [], []
    known = _finder(roster)
    for row in rows:
        said, handle = row["identifier"], row["github_username"]
        identity = known(said) or known(row.get("name", "")) or ("" if roster.students else said)
        if identity:
            new = {} if known(identity) else {"name": row.get("name", "")}
            found.append({"id": identity, "handle": handle, **new})
        else:
            strangers.append(one_line(said or handle))
    return Imported("GitHub Classroom", found, strangers)


def _finder(roster: Roster) -> Callable[[str], str]:
    """Finds the id of the one student whom a text names: by id, address or name; empty if there is none, or two."""
    ids: dict[str, set[str]] = {}
    for student in roster.students:
        for text in (student.id, student.email, student.name):
            if text:
                ids.setdefault(text.casefold(), set()).add(student.id)

    def found(text: str) -> str:
        those = ids.get(text.casefold(), set())
        return next(iter(those)) if len(those) == 1 else ""

    return found
