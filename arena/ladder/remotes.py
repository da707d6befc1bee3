"""Remote bots, which run on their authors' machines; each bot belongs to one ladder for remote bots.

Rule 1: the database stores only the hash of a bot's token. The token is shown once; a new token replaces it.
Rule 2: in a ladder, a name belongs forever to the person who first entered a bot with this name. A bot's rating belongs
to its name, and another person's bot must not take over the rating.
Rule 3: after an organiser has withdrawn a bot, only an organiser can bring it back.
"""

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, NamedTuple

import sqlalchemy as sql

from arena.building.manifest_file import LONGEST_NAME
from arena.errors import ArenaError
from arena.files.tokens import Draw, hashed, new_token
from arena.ladder.accounts.people import alike_among, name_key
from arena.ladder.accounts.rights import Scope, Who
from arena.ladder.keeping.events import note_event
from arena.ladder.keeping.tables import PERSON, REMOTE
from arena.ladder.submissions.contents import NUMBERED, house_bot_like
from arena.ladder.submissions.submissions import WITHDRAW, TakenOut, is_among, taken_out
from arena.names import BAD_NAME, demand_name, shown

MOST_EACH: Final = 10
"""The maximum number of entered remote bots of one person in all ladders together; withdrawn bots do not count."""
MOST_NAMES: Final = 30
"""The maximum number of remote bots of one person, including withdrawn bots.

Withdrawn bots count because a name belongs to its first owner forever.
"""


@dataclass(frozen=True, slots=True)
class Remote:
    """A remote bot with the data that its owner may see."""

    number: int
    person_id: int
    author: str
    ladder: str
    name: str
    made_ms: int
    """The time when the token was made, in milliseconds since 1970."""
    entered: bool
    """Whether the bot plays while it is connected; False for a withdrawn bot."""
    taken_out: bool = False
    """Whether an organiser has withdrawn the bot; False if the bot is not withdrawn, or if its author has withdrawn it.
    """


class Entry(NamedTuple):
    """A remote bot with the data that its ladder needs: its owner, its name and the hash of its token."""

    person: int
    name: str
    hash: str
    """The hash of the bot's token."""


def enter(
    connection: sql.Connection,
    who: Who,
    ladder: str,
    name: str,
    ladders: Collection[str],
    now_ms: int,
    draw: Draw = secrets.token_bytes,
) -> tuple[Remote, str]:
    """Enters a bot with a new token, or replaces the token of an earlier entry; returns the bot and the token.

    Only the token's hash is stored, so the token cannot be shown again later. `ladders`: the names of all ladders for
    remote bots. Raises ArenaError [not-allowed], [no-remote-ladder], [bad-name], [name-taken], [not-now],
    [too-many-remotes].
    """
    who.demand(Scope.HAND_IN)
    if ladder not in ladders:
        raise ArenaError(
            "no-remote-ladder",
            f"this server does not have a ladder {ladder!r} for bots that run on their authors' machines",
            f"choose one of the ladders for such bots: {', '.join(sorted(ladders))}"
            if ladders
            else "hand in the bot's files instead, or ask whoever runs this server to set up such a ladder",
        )
    _demand_name(name)
    token = new_token(draw)
    own = (REMOTE.c.ladder == ladder, REMOTE.c.name_key == name_key(name))
    there = connection.execute(sql.select(REMOTE).where(*own)).one_or_none()
    if there and there.person_id != who.person_id:
        raise ArenaError(
            "name-taken",
            f"the name {name} belongs to another person's bot in the ladder {ladder}",
            "enter the bot under another name",
        )
    others = sql.select(REMOTE.c.name).where(REMOTE.c.ladder == ladder, REMOTE.c.person_id != who.person_id)
    if not there and (like := alike_among(name, connection.scalars(others))) is not None:
        raise ArenaError(
            "name-taken",
            f"the name {name} looks like {like}, another person's bot in the ladder {ladder}",
            "enter the bot under another name",
        )
    if there and not who.may(Scope.ORGANISE):
        _demand_not_taken_out(find_remote(connection, who, there.id))
    if not there or there.ended_ms is not None:
        _demand_few(connection, who, ladders, new=not there)
    said = {"hash": hashed(token), "made_ms": now_ms, "ended_ms": None}
    if there:
        connection.execute(sql.update(REMOTE).where(*own).values(said))
    else:
        new = {"person_id": who.person_id, "ladder": ladder, "name": name, "name_key": name_key(name)}
        connection.execute(sql.insert(REMOTE).values(new | said))
    number = connection.execute(sql.select(REMOTE.c.id).where(*own)).scalar_one()
    return find_remote(connection, who, number), token


def withdraw_remote(connection: sql.Connection, who: Who, number: int, now_ms: int) -> None:
    """Withdraws a remote bot and ends its token; raises ArenaError [not-allowed], [no-remote-bot], [not-now]."""
    who.demand(Scope.HAND_IN)
    found = find_remote(connection, who, number)
    if not found.entered:
        raise ArenaError("not-now", f"the bot {found.name} is withdrawn already", "there is nothing to withdraw")
    connection.execute(sql.update(REMOTE).where(REMOTE.c.id == number).values(ended_ms=now_ms))
    if found.person_id != who.person_id:
        note_event(connection, now_ms, who.name, WITHDRAW, f"{found.name} of {found.author} in {found.ladder}")


def readmit(connection: sql.Connection, who: Who, number: int, now_ms: int) -> None:
    """Cancels an organiser's withdrawal of a bot, so that the bot's author may enter it again.

    Raises ArenaError [not-allowed], [no-remote-bot], [not-now].
    """
    who.demand(Scope.ORGANISE)
    found = find_remote(connection, who, number)
    if not found.taken_out:
        raise ArenaError(
            "not-now", f"the bot {found.name} was not withdrawn by an organiser", "there is nothing to undo"
        )
    connection.execute(sql.update(REMOTE).where(REMOTE.c.id == number).values(ended_ms=now_ms))
    note_event(connection, now_ms, who.name, "readmit", f"{found.name} of {found.author} in {found.ladder}")


def own_remotes(connection: sql.Connection, who: Who) -> list[Remote]:
    """Returns a person's own remote bots, the newest first; for an organiser, everybody's remote bots."""
    who.demand(Scope.LOOK)
    query, log = _query().order_by(REMOTE.c.id.desc()), taken_out(connection)
    if not who.may(Scope.ORGANISE):
        query = query.where(REMOTE.c.person_id == who.person_id)
    return [_remote(row, log) for row in connection.execute(query)]


def find_remote(connection: sql.Connection, who: Who, number: int) -> Remote:
    """Returns the remote bot with this number, if the person may see it; raises ArenaError [not-allowed],
    [no-remote-bot].
    """
    who.demand(Scope.LOOK)
    row = connection.execute(_query().where(REMOTE.c.id == number)).one_or_none()
    if row is None or not (row.person_id == who.person_id or who.may(Scope.ORGANISE)):
        raise ArenaError(
            "no-remote-bot",
            f"the remote bot {number} does not exist or is not yours",
            "choose one of the remote bots that the ladder's page lists",
        )
    return _remote(row, taken_out(connection, row.ended_ms or 0))


def entries(connection: sql.Connection, ladder: str) -> tuple[Entry, ...]:
    """Returns the remote bots of a ladder that are not withdrawn, in the order in which they were first entered."""
    rows = connection.execute(
        sql.select(REMOTE.c.person_id, REMOTE.c.name, REMOTE.c.hash)
        .where(REMOTE.c.ladder == ladder, REMOTE.c.ended_ms.is_(None))
        .order_by(REMOTE.c.id)
    )
    return tuple(Entry(*row) for row in rows)


def move_entries(connection: sql.Connection, before: str, after: str) -> None:
    """Moves a ladder's remote bots to the next season: from the ladder's present name `before` to its next name
    `after`.
    """
    connection.execute(sql.update(REMOTE).where(REMOTE.c.ladder == before).values(ladder=after))


def _demand_name(name: str) -> None:
    demand_name(name, LONGEST_NAME)
    if NUMBERED.fullmatch(name) or house_bot_like(name) is not None:
        raise ArenaError(
            BAD_NAME,
            f"{shown(name, LONGEST_NAME)} cannot be the name of a bot on this ladder",
            "give a name that does not end in a space and a number, and does not look like the name of a bot that "
            "comes with the arena",
        )


def _demand_not_taken_out(one: Remote) -> None:
    if one.taken_out:
        raise ArenaError(
            "not-now",
            f"an organiser has withdrawn the bot {one.name} from the ladder {one.ladder}",
            "ask whoever runs this ladder to let you enter the bot again",
        )


def _demand_few(connection: sql.Connection, who: Who, ladders: Collection[str], *, new: bool) -> None:
    """Raises ArenaError [too-many-remotes] if a person may not enter one more bot.

    `new`: whether the person has not used the bot's name before.
    """
    own = (REMOTE.c.person_id == who.person_id, REMOTE.c.ladder.in_(ladders))
    count = sql.select(sql.func.count()).select_from(REMOTE).where(*own)
    names = connection.execute(count).scalar_one()
    entered = connection.execute(count.where(REMOTE.c.ended_ms.is_(None))).scalar_one()
    if entered >= MOST_EACH:
        raise ArenaError(
            "too-many-remotes",
            f"you have entered {entered} remote bots already, which is the limit",
            "withdraw one of these bots first",
        )
    if new and names >= MOST_NAMES:
        raise ArenaError(
            "too-many-remotes",
            f"you have {names} remote bots, including withdrawn bots, on this server; at most {MOST_NAMES} are allowed",
            "enter the bot under a name that you have used in the same ladder before",
        )


def _query() -> sql.Select[tuple[object, ...]]:
    return sql.select(REMOTE, PERSON.c.name.label("author")).join(PERSON, PERSON.c.id == REMOTE.c.person_id)


def _remote(row: sql.Row[tuple[object, ...]], log: TakenOut) -> Remote:
    ended = row.ended_ms is not None
    return Remote(
        row.id,
        row.person_id,
        row.author,
        row.ladder,
        row.name,
        row.made_ms,
        not ended,
        ended and is_among(log, row.ended_ms, row.name),
    )
