"""Gives the students of a course accounts on a ladder, and writes a sign-in link for each student to a private file.

Rule 1: accounts on the ladder are named by the course's aliases, so no page reveals a student. A group shares one
account.
Rule 2: no student gets a link to another person's account: if an account with the student's alias exists and does not
come from this course, this is an error.
Rule 3: links are stored only in the private file. A student whose link is in the file is not invited again. If a
command is killed before it writes a student's link to the file, the next command makes a new link.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final

import sqlalchemy as sql

from arena.course.files import read_table, table_text
from arena.course.folder import Course
from arena.course.people.aliases import INVITATIONS
from arena.course.people.student import Student
from arena.errors import ArenaError
from arena.files.whole import PRIVATE, write_whole
from arena.ladder.accounts.people import add_person, find_person, name_key
from arena.ladder.accounts.rights import Role
from arena.ladder.accounts.tokens import make_link
from arena.ladder.keeping.base import Connection
from arena.ladder.keeping.tables import PERSON
from arena.ladder.ladder import Ladder

BAD_INVITATIONS: Final = "bad-invitations"


@dataclass(frozen=True, slots=True)
class Invitation:
    """The account and the sign-in link of a student, as a row in the file of invitations."""

    id: str
    name: str
    email: str
    account: str
    """The name of the account on the ladder: the alias of the student or of the student's group."""
    link: str
    """The sign-in link; empty as long as no link was made."""


def invite(course: Course, ladder: Ladder, days: int, url: str, actor: str) -> list[Invitation]:
    """Invites the students who have no link yet, and returns the new invitations; empty if all students have links.

    `days`: the days for which links are valid; `url`: the address of the ladder. Raises ArenaError [no-alias],
    [person-there], [bad-invitations], [not-written]. After an error, no student has a new link.
    """
    known = read_invitations(course)
    linked = {name for name, one in known.items() if one.link}
    new = [_planned(student) for student in course.roster.students if linked.isdisjoint(student.known_as())]
    if not new:
        return []
    now_ms = ladder.now_ms()
    with ladder.base.writing() as connection:
        _demand_own(connection, new, {one.account for one in known.values()})
        known |= {one.id.casefold(): one for one in new}
        _keep(course, known.values())  # stored before the accounts exist, so that the owner of each is known
        tokens = [_link(connection, one, days, now_ms, actor) for one in new]
    made = [
        Invitation(one.id, one.name, one.email, one.account, f"{url.rstrip('/')}/ladder/sign-in/{token}")
        for one, token in zip(new, tokens, strict=True)
    ]
    _keep(course, (known | {one.id.casefold(): one for one in made}).values())
    return made


def read_invitations(course: Course) -> dict[str, Invitation]:
    """Returns all invitations of a course, by the student's id in lower case; raises ArenaError [bad-invitations]."""
    path = course.folder / INVITATIONS
    if not path.exists():
        return {}
    try:
        rows = read_table(path, BAD_INVITATIONS)
        return {row["id"].casefold(): Invitation(**{name: row[name] for name in HEADINGS}) for row in rows}
    except KeyError as error:
        raise ArenaError(
            BAD_INVITATIONS,
            f"{path} does not have a column {error}",
            f"give the file the columns {', '.join(HEADINGS)}",
        ) from error


HEADINGS: Final = tuple(one.name for one in fields(Invitation))


def _planned(student: Student) -> Invitation:
    if not student.alias:
        raise ArenaError(
            "no-alias",
            f"the student {student.id} has no alias in roster.csv",
            "run arena course roster import roster.csv in the course's folder; this command gives an alias to each "
            "student who has none",
        )
    return Invitation(student.id, student.name, student.email, student.alias, "")


def _demand_own(connection: Connection, new: Iterable[Invitation], own: set[str]) -> None:
    """Raises ArenaError [person-there] if an account in `new` already belongs to a person from outside this course.

    `own`: the names of this course's accounts.
    """
    there: Mapping[str, str] = {row.name_key: row.name for row in connection.execute(sql.select(PERSON))}
    for one in new:
        if one.account not in own and name_key(one.account) in there:
            raise ArenaError(
                "person-there",
                f"the student {one.id} cannot get the ladder account {one.account}, because it belongs to a person "
                "outside this course",
                f"give {one.id} another alias in roster.csv; the alias becomes the name of the account",
            )


def _link(connection: Connection, one: Invitation, days: int, now_ms: int, actor: str) -> str:
    if connection.scalar(sql.select(PERSON.c.id).where(PERSON.c.name_key == name_key(one.account))):
        person = find_person(connection, one.account)
    else:
        person = add_person(connection, one.account, Role.AUTHOR, now_ms, actor)
    return make_link(connection, person, days, now_ms, actor)


def _keep(course: Course, invitations: Iterable[Invitation]) -> Path:
    path = course.folder / INVITATIONS
    write_whole({path: table_text(HEADINGS, map(asdict, invitations))}, PRIVATE)
    return path
