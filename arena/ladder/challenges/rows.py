"""The rows of challenges in the database, and the limits on requests for challenges.

Rule: a person has at most one unfinished challenge, and at most MOST_KEPT challenges in all. A challenge's row does not
contain its state, which is read from the challenge's folder.
"""

from collections.abc import Container
from typing import Final, NamedTuple

import sqlalchemy as sql

from arena.errors import ArenaError
from arena.files.rates import Rate
from arena.ladder.accounts.allowances import Allowance, take
from arena.ladder.accounts.rights import Scope, Who
from arena.ladder.keeping.base import Connection
from arena.ladder.keeping.tables import CHALLENGE, SUBMISSION
from arena.ladder.submissions.states import State
from arena.ladder.submissions.submissions import Submission, find_submission

ALLOWED: Final = Allowance("challenge", Rate(20, 24 * 3600 / 20))
"""The rate limit for requesting challenges, for each person: 20 at once, then 20 a day."""
MOST_KEPT: Final = 5
"""The maximum number of challenges kept for one person; an additional challenge removes the oldest."""


class Rival(NamedTuple):
    """The bot to play against in a challenge: its ladder, its name and its content hash."""

    ladder: str
    name: str
    """The bot's name on the ladder."""
    content_hash: str


class Challenge(NamedTuple):
    """A challenge as its author requested it: its number, the author's submission, the rival, and the time of the
    request.
    """

    number: int
    submission: int
    rival: Rival
    at_ms: int


def own_version(connection: Connection, who: Who, number: int) -> Submission:
    """Returns the submission with this number; it must be the person's own, and active.

    Raises ArenaError [not-allowed], [no-submission], [not-now].
    """
    found = find_submission(connection, who, number, Scope.HAND_IN)
    if found.person_id != who.person_id:
        raise ArenaError(
            "not-allowed",
            "only the author of a bot can request challenges for the bot",
            "ask the author of the bot to request the challenge",
        )
    if found.state is not State.ACTIVE:
        raise ArenaError(
            "not-now",
            f"submission {number} does not play in a ladder now, so it cannot challenge a bot",
            "choose the version of your bot that plays now",
        )
    return found


def demand_none(connection: Connection, person_id: int, pending: Container[int]) -> None:
    """Raises ArenaError [one-challenge] if this person has an unfinished challenge.

    `pending`: the numbers of all unfinished challenges.
    """
    if any(number in pending for number in _numbers(connection, person_id)):
        raise ArenaError(
            "one-challenge",
            "your last challenge is not over yet",
            "wait until this challenge is over; each person may have only one challenge at a time",
        )


def add_challenge(connection: Connection, one: Submission, rival: Rival, now_ms: int) -> int:
    """Adds the row of a challenge, and returns its number; raises TooOftenError if the person asks too often."""
    take(connection, ALLOWED, one.person_id, now_ms)
    row = {"ladder": rival.ladder, "rival": rival.name, "rival_hash": rival.content_hash}
    added = sql.insert(CHALLENGE).values(row | {"submission_id": one.number, "at_ms": now_ms})
    return int(connection.execute(added.returning(CHALLENGE.c.id)).scalar_one())


def challenges_of(connection: Connection, submission: int) -> list[Challenge]:
    """Returns the challenges of this submission to other bots, the newest first."""
    own = sql.select(CHALLENGE).where(CHALLENGE.c.submission_id == submission).order_by(CHALLENGE.c.id.desc())
    return [
        Challenge(row.id, row.submission_id, Rival(row.ladder, row.rival, row.rival_hash), row.at_ms)
        for row in connection.execute(own)
    ]


def drop_challenge(connection: Connection, number: int) -> None:
    """Deletes the row of a challenge."""
    connection.execute(sql.delete(CHALLENGE).where(CHALLENGE.c.id == number))


def drop_old(connection: Connection, person_id: int) -> list[int]:
    """Keeps a person's newest MOST_KEPT challenges, deletes the rows of the others, and returns their numbers."""
    old = _numbers(connection, person_id)[MOST_KEPT:]
    for number in old:
        drop_challenge(connection, number)
    return old


def _numbers(connection: Connection, person_id: int) -> list[int]:
    """Returns the numbers of all challenges that a person has requested, the newest first."""
    query = sql.select(CHALLENGE.c.id).join(SUBMISSION, SUBMISSION.c.id == CHALLENGE.c.submission_id)
    return list(connection.scalars(query.where(SUBMISSION.c.person_id == person_id).order_by(CHALLENGE.c.id.desc())))
