"""Tokens: sign-in links that work once, sessions, and addresses of feeds.

Rule 1: the database stores only the hash of a token, so a person who reads the database cannot sign in with it.
Rule 2: a link works for one sign-in. If two people use it at the same time, only one succeeds.
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
"""The minimum time in milliseconds between two recorded uses of a token; any use in between is not recorded."""
MOST_OF_A_KIND: Final = 50
"""The maximum number of valid tokens of one kind for each person; making one more revokes the oldest of that kind."""


class Kind(StrEnum):
    """The kind of a token: a sign-in link, a browser's session, a sign-in for the command line, or a feed."""

    LINK = "link"
    BROWSER = "browser"
    COMMAND = "command"
    FEED = "feed"
    """A token that only allows reading the feed of news about its owner's submissions."""


DAYS: Final = {Kind.BROWSER: 30, Kind.COMMAND: 180, Kind.FEED: 366}
"""The number of days for which a token is valid, by the kind of the token."""
SIGN_INS: Final = (Kind.BROWSER, Kind.COMMAND)


@dataclass(frozen=True, slots=True)
class SignIn:
    """A sign-in or feed in the list that its owner sees."""

    id: int
    kind: Kind
    made_ms: int
    expires_ms: int
    last_ms: int | None


def make_link(
    connection: sql.Connection, person: Person, days: int, now_ms: int, actor: str, draw: Draw = secrets.token_bytes
) -> str:
    """Makes a token for a link that signs this person in once, and returns the token.

    Only the token's hash is stored, so the token cannot be shown again later.
    """
    token = _make(connection, person.id, Kind.LINK, "", now_ms, days, draw)
    note_event(connection, now_ms, actor, "link", person.name)
    return token


def own_link(connection: sql.Connection, who: Who, now_ms: int, draw: Draw = secrets.token_bytes) -> str:
    """Makes and returns a token for a link that signs the person in once, on another device or the command line.

    The token is valid for OWN_LINK_DAYS.
    """
    who.demand(Scope.ACCOUNT)
    return _make(connection, who.person_id, Kind.LINK, "", now_ms, OWN_LINK_DAYS, draw)


def whose_link(connection: sql.Connection, token: str, now_ms: int) -> Person | None:
    """Returns the person who can sign in with this link's token; None if the token is unknown, used or expired."""
    row = connection.execute(
        sql.select(PERSON).join(TOKEN).where(*_good(token, now_ms), TOKEN.c.kind == Kind.LINK)
    ).one_or_none()
    return Person(row.id, row.name, Role(row.role)) if row else None


def exchange(
    connection: sql.Connection, token: str, kind: Kind, now_ms: int, draw: Draw = secrets.token_bytes
) -> tuple[Person, str] | None:
    """Uses up a sign-in link; returns the person and a new token of the kind `kind`.

    Returns None if the link is unknown, used or expired.
    """
    person = whose_link(connection, token, now_ms)
    if person is None:
        return None
    used = connection.execute(sql.update(TOKEN).where(*_good(token, now_ms)).values(ended_ms=now_ms))
    if used.rowcount != 1:
        return None
    scopes = COMMANDS if kind is Kind.COMMAND else RIGHTS[person.role]
    return person, _make(connection, person.id, kind, " ".join(sorted(scopes)), now_ms, DAYS[kind], draw)


def make_feed(connection: sql.Connection, who: Who, now_ms: int, draw: Draw = secrets.token_bytes) -> str:
    """Makes and returns a token for the person's feed, with which a feed reader follows the news about the person's
    submissions.
    """
    who.demand(Scope.ACCOUNT)
    who.demand(Scope.LOOK)
    return _make(connection, who.person_id, Kind.FEED, "", now_ms, DAYS[Kind.FEED], draw)


def whose_feed(connection: sql.Connection, token: str, now_ms: int) -> Person | None:
    """Returns the owner of the feed with this token; None if the token is not valid now, or the owner's role no longer
    allows seeing submissions.
    """
    row = connection.execute(
        sql.select(PERSON).join(TOKEN).where(*_good(token, now_ms), TOKEN.c.kind == Kind.FEED)
    ).one_or_none()
    return Person(row.id, row.name, Role(row.role)) if row and Scope.LOOK in RIGHTS[Role(row.role)] else None


def whose(connection: sql.Connection, token: str, now_ms: int) -> Who | None:
    """Returns the person and the rights for a sign-in token; None if the token is unknown, revoked or expired."""
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
    """Records `now_ms` as the time of a sign-in's last use."""
    connection.execute(sql.update(TOKEN).where(TOKEN.c.id == who.token_id).values(last_ms=now_ms))


def sign_ins(connection: sql.Connection, who: Who, now_ms: int) -> list[SignIn]:
    """Returns a person's own valid sign-ins and feeds, the newest first; sign-in links are left out."""
    rows = connection.execute(
        sql.select(TOKEN)
        .where(*_open(now_ms), TOKEN.c.person_id == who.person_id, TOKEN.c.kind != Kind.LINK)
        .order_by(TOKEN.c.id.desc())
    )
    return [SignIn(row.id, Kind(row.kind), row.made_ms, row.expires_ms, row.last_ms) for row in rows]


def revoke(connection: sql.Connection, who: Who, token_id: int, now_ms: int) -> None:
    """Revokes one of a person's own sign-ins or feeds; raises ArenaError [no-sign-in] if none of these has the id
    `token_id`.
    """
    ended = connection.execute(
        sql.update(TOKEN)
        .where(*_open(now_ms), TOKEN.c.id == token_id, TOKEN.c.person_id == who.person_id, TOKEN.c.kind != Kind.LINK)
        .values(ended_ms=now_ms)
    )
    if ended.rowcount != 1:
        raise ArenaError(
            "no-sign-in",
            "this sign-in does not exist, has ended already, or is not yours",
            "choose one of the sign-ins that the ladder's page lists",
        )


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
