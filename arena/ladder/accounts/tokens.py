"""Tokens: sign-in links that work once, sessions, and addresses of feeds.

Rule 1: only the hash of a token is kept, so nobody can sign in with what the database has.
Rule 2: a link opens one sign-in. If two people try it at once, only one succeeds.
"""

import secrets
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import sqlalchemy as sql

from arena.errors import ArenaError
from arena.files.tokens import Draw, hashed, new_token
from arena.ladder.accounts.people import Person
from arena.ladder.accounts.rights import COMMANDS, RIGHTS, Role, Scope, Who, scopes_of
from arena.ladder.keeping.events import note_event
from arena.ladder.keeping.tables import PERSON, TOKEN

DAY_MS: Final = 24 * 3600 * 1000
LINK_DAYS: Final = 7
OWN_LINK_DAYS: Final = 1
USED_MS: Final = 3600 * 1000
"""The time in ms after which a token's next use is written down; uses before that are not."""
MOST_OF_A_KIND: Final = 50
"""The most open tokens of one kind that a person has; one more ends the oldest of that kind only."""


class Kind(StrEnum):
    """The kind of a token: a sign-in link, a browser's session, a sign-in for commands, or a feed."""

    LINK = "link"
    BROWSER = "browser"
    COMMAND = "command"
    FEED = "feed"
    """A token that only reads the feed about its owner's versions."""


DAYS: Final = {Kind.BROWSER: 30, Kind.COMMAND: 180, Kind.FEED: 366}
"""How many days a token of each kind lasts."""
SIGN_INS: Final = (Kind.BROWSER, Kind.COMMAND)


@dataclass(frozen=True, slots=True)
class SignIn:
    """A sign-in as its owner sees it."""

    id: int
    kind: Kind
    made_ms: int
    expires_ms: int
    last_ms: int | None


def make_link(
    connection: sql.Connection, person: Person, days: int, now_ms: int, actor: str, draw: Draw = secrets.token_bytes
) -> str:
    """Makes a token for a link that signs this person in once; returns the token, which nothing else ever shows."""
    token = _make(connection, person.id, Kind.LINK, "", now_ms, days, draw)
    note_event(connection, now_ms, actor, "link", person.name)
    return token


def own_link(connection: sql.Connection, who: Who, now_ms: int, draw: Draw = secrets.token_bytes) -> str:
    """Makes a token, valid for OWN_LINK_DAYS, for a link that signs a person in on another device or in commands."""
    who.demand(Scope.ACCOUNT)
    return _make(connection, who.person_id, Kind.LINK, "", now_ms, OWN_LINK_DAYS, draw)


def whose_link(connection: sql.Connection, token: str, now_ms: int) -> Person | None:
    """The person whose sign-in link has this token; None if the link is not valid or no longer valid."""
    row = connection.execute(
        sql.select(PERSON).join(TOKEN).where(*_good(token, now_ms), TOKEN.c.kind == Kind.LINK)
    ).one_or_none()
    return Person(row.id, row.name, Role(row.role)) if row else None


def exchange(
    connection: sql.Connection, token: str, kind: Kind, now_ms: int, draw: Draw = secrets.token_bytes
) -> tuple[Person, str] | None:
    """Uses up a link to sign in; returns the person and the new token, or None if the link is not valid (any more)."""
    person = whose_link(connection, token, now_ms)
    if person is None:
        return None
    used = connection.execute(sql.update(TOKEN).where(*_good(token, now_ms)).values(ended_ms=now_ms))
    if used.rowcount != 1:
        return None
    scopes = COMMANDS if kind is Kind.COMMAND else RIGHTS[person.role]
    return person, _make(connection, person.id, kind, " ".join(sorted(scopes)), now_ms, DAYS[kind], draw)


def make_feed(connection: sql.Connection, who: Who, now_ms: int, draw: Draw = secrets.token_bytes) -> str:
    """Makes a token with which a feed reader can follow what happens to a person's versions; returns the token."""
    who.demand(Scope.ACCOUNT)
    who.demand(Scope.LOOK)
    return _make(connection, who.person_id, Kind.FEED, "", now_ms, DAYS[Kind.FEED], draw)


def whose_feed(connection: sql.Connection, token: str, now_ms: int) -> Person | None:
    """The owner of the feed with this token; None if it is not valid now, or if the owner may see no versions now."""
    row = connection.execute(
        sql.select(PERSON).join(TOKEN).where(*_good(token, now_ms), TOKEN.c.kind == Kind.FEED)
    ).one_or_none()
    return Person(row.id, row.name, Role(row.role)) if row and Scope.LOOK in RIGHTS[Role(row.role)] else None


def whose(connection: sql.Connection, token: str, now_ms: int) -> Who | None:
    """The person and rights of the sign-in with this token; None if it is not valid or no longer valid."""
    row = connection.execute(
        sql.select(PERSON, TOKEN.c.id.label("token_id"), TOKEN.c.scopes, TOKEN.c.last_ms)
        .join(TOKEN)
        .where(*_good(token, now_ms), TOKEN.c.kind.in_(SIGN_INS))
    ).one_or_none()
    if row is None:
        return None
    role = Role(row.role)
    noted = row.last_ms is not None and row.last_ms > now_ms - USED_MS
    return Who(row.id, row.name, role, scopes_of(role, row.scopes), row.token_id, noted)


def used(connection: sql.Connection, who: Who, now_ms: int) -> None:
    """Writes down `now_ms` as the time of a sign-in's last use."""
    connection.execute(sql.update(TOKEN).where(TOKEN.c.id == who.token_id).values(last_ms=now_ms))


def sign_ins(connection: sql.Connection, who: Who, now_ms: int) -> list[SignIn]:
    """A person's own open sign-ins and feeds, the newest first; without links."""
    rows = connection.execute(
        sql.select(TOKEN)
        .where(*_open(now_ms), TOKEN.c.person_id == who.person_id, TOKEN.c.kind != Kind.LINK)
        .order_by(TOKEN.c.id.desc())
    )
    return [SignIn(row.id, Kind(row.kind), row.made_ms, row.expires_ms, row.last_ms) for row in rows]


def revoke(connection: sql.Connection, who: Who, token_id: int, now_ms: int) -> None:
    """Ends one of a person's own sign-ins or feeds; raises ArenaError [no-sign-in] if none of them has this id."""
    ended = connection.execute(
        sql.update(TOKEN)
        .where(*_open(now_ms), TOKEN.c.id == token_id, TOKEN.c.person_id == who.person_id, TOKEN.c.kind != Kind.LINK)
        .values(ended_ms=now_ms)
    )
    if ended.rowcount != 1:
        raise ArenaError("no-sign-in", "you have no such sign-in", "the page of the ladder lists what you have")


def _make(
    connection: sql.Connection, person_id: int, kind: Kind, scopes: str, now_ms: int, days: int, draw: Draw
) -> str:
    token = new_token(draw)
    connection.execute(
        sql.insert(TOKEN).values(
            person_id=person_id,
            kind=kind,
            hash=hashed(token),
            scopes=scopes,
            made_ms=now_ms,
            expires_ms=now_ms + days * DAY_MS,
        )
    )
    alike = (*_open(now_ms), TOKEN.c.person_id == person_id, TOKEN.c.kind == kind)
    newest = sql.select(TOKEN.c.id).where(*alike).order_by(TOKEN.c.id.desc()).limit(MOST_OF_A_KIND)
    connection.execute(sql.update(TOKEN).where(*alike, TOKEN.c.id.not_in(newest)).values(ended_ms=now_ms))
    return token


def _open(now_ms: int) -> tuple[sql.ColumnElement[bool], ...]:
    return TOKEN.c.ended_ms.is_(None), TOKEN.c.expires_ms > now_ms


def _good(token: str, now_ms: int) -> tuple[sql.ColumnElement[bool], ...]:
    return TOKEN.c.hash == hashed(token), *_open(now_ms)
