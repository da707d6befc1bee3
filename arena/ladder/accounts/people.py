"""The people who have an account on a ladder; an organiser adds them."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sql

from arena.errors import ArenaError
from arena.ladder.accounts.rights import Role
from arena.ladder.keeping.events import note_event
from arena.ladder.keeping.tables import PERSON, TOKEN
from arena.lookalikes import looks
from arena.names import demand_name

LONGEST_NAME: Final = 40
LONGEST_KEY: Final = 160
"""The maximum number of letters in a name's key, the case-folded name.

The limit is higher than the limit for names, because case folding can turn one letter into several.
"""


@dataclass(frozen=True, slots=True)
class Person:
    """A person who may sign in to the ladder."""

    id: int
    name: str
    role: Role


def name_key(name: str) -> str:
    """Returns the case-folded form of a name, cut off at LONGEST_KEY letters; names with equal keys are treated as one
    name.
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())[:LONGEST_KEY]


def alike_among(name: str, others: Iterable[str]) -> str | None:
    """Returns the first of the names `others` that a reader could mistake for `name`; None if there is none."""
    own = looks(name)
    return next((other for other in others if not own.isdisjoint(looks(other))), None)


def add_person(connection: sql.Connection, name: str, role: Role, now_ms: int, actor: str) -> Person:
    """Adds a person with this name and role, and returns the person; raises ArenaError [bad-name], [person-there]."""
    demand_name(name, LONGEST_NAME)
    if connection.scalar(sql.select(PERSON.c.id).where(PERSON.c.name_key == name_key(name))):
        raise ArenaError(
            "person-there",
            f"the person {name} exists already",
            f"run arena admin person link {name!r} to print a new sign-in link",
        )
    if (other := alike_among(name, connection.scalars(sql.select(PERSON.c.name)))) is not None:
        raise ArenaError(
            "person-there",
            f"the name {name} looks like {other}, the name of an existing person",
            "give a name that does not look like another person's name",
        )
    made = connection.execute(
        sql.insert(PERSON).values(name=name, name_key=name_key(name), role=role, made_ms=now_ms).returning(PERSON.c.id)
    )
    note_event(connection, now_ms, actor, f"add {role}", name)
    return Person(made.scalar_one(), name, role)


def find_person(connection: sql.Connection, name: str) -> Person:
    """Returns the person with this name; raises ArenaError [no-person]."""
    row = connection.execute(sql.select(PERSON).where(PERSON.c.name_key == name_key(name))).one_or_none()
    if row is None:
        raise ArenaError(
            "no-person",
            f"the ladder does not have a person called {name}",
            "run arena admin person list to list all people",
        )
    return Person(row.id, row.name, Role(row.role))


def people(connection: sql.Connection) -> list[Person]:
    """Returns all people with an account, in order of their names."""
    rows = connection.execute(sql.select(PERSON).order_by(PERSON.c.name_key))
    return [Person(row.id, row.name, Role(row.role)) for row in rows]


def change_role(connection: sql.Connection, person: Person, role: Role, now_ms: int, actor: str) -> None:
    """Changes a person's role; each existing token of the person then allows an action only if both the new role and
    the scopes of the token allow it.
    """
    connection.execute(sql.update(PERSON).where(PERSON.c.id == person.id).values(role=role))
    note_event(connection, now_ms, actor, f"make {role}", person.name)


def revoke_all(connection: sql.Connection, person: Person, now_ms: int, actor: str) -> int:
    """Revokes all tokens of a person (sign-ins, feeds and links), and returns the number of revoked tokens."""
    ended = connection.execute(
        sql.update(TOKEN).where(TOKEN.c.person_id == person.id, TOKEN.c.ended_ms.is_(None)).values(ended_ms=now_ms)
    )
    note_event(connection, now_ms, actor, "revoke", person.name)
    return ended.rowcount
