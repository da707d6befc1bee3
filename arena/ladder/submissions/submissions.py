"""Submissions: the bots that authors hand in, and the actions that authors may take.

Rule 1: an acknowledged submission is never lost; uploads with the same key count as one submission.
Rule 2: a person gets the same answer for another person's submission as for a submission that does not exist, and so
learns nothing about other people's submissions.
Rule 3: each bot has at most one active version, which stays active until the next version becomes active.
Rule 4: after an organiser has withdrawn a submission, only an organiser can bring it back. The log of events shows
which submissions organisers have withdrawn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sql

from arena.errors import ArenaError
from arena.ladder.accounts.rights import Scope, Who
from arena.ladder.keeping.events import note_event
from arena.ladder.keeping.tables import BOT, EVENT, PERSON, SUBMISSION
from arena.ladder.submissions.drafts import Coming
from arena.ladder.submissions.notes import Note, moved, write_note
from arena.ladder.submissions.queue import add_job, cancel_jobs, places
from arena.ladder.submissions.states import WAITING, State

MOST_BYTES: Final = 20_000_000
"""The maximum size of an archive, in bytes."""
MOST_BYTES_EACH: Final = 1_000_000_000
"""The maximum total size of one person's archives, in bytes."""
MOST_WAITING: Final = 5
"""The maximum number of submissions of one person that may be uploading or in examination at the same time."""
MOST_LISTED: Final = 200
NOTHING: Final = Coming()
WITHDRAW: Final = "withdraw"
"""The word for an organiser's withdrawal in the log of events.

Later releases read old logs, so neither this word nor the format of the subjects (see `TakenOut`) may ever change.
"""
TAKEN_OUT: Final = "an organiser withdrew it"

TakenOut = Mapping[int, Sequence[str]]
"""Withdrawals by organisers, by time in ms since 1970.

Each value lists the subjects from the log of events: "submission 7 of AUTHOR", or for a remote bot "BOT of AUTHOR in
LADDER".
"""


@dataclass(frozen=True, slots=True)
class Submission:
    """A submission with the data that its owner sees."""

    number: int
    person_id: int
    author: str
    state: State
    digest: str
    size: int
    bot: str
    """The name of the bot; empty until the submission is unpacked, like `version` and `content_hash`."""
    version: str
    content_hash: str
    received_ms: int
    changed_ms: int
    checked: bool
    """Whether the submission has passed the check; if so, its author can return to this version later."""
    place: int | None
    """The place in the queue, from 1; None if the submission is not in the queue."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """The server's acknowledgement of a submission; once a receipt is sent, the server never loses the submission."""

    number: int
    digest: str
    size: int
    received_ms: int


def demand_size(size: int) -> None:
    """Raises ArenaError [too-large] if the size of an archive is above MOST_BYTES bytes."""
    if size > MOST_BYTES:
        raise ArenaError(
            "too-large",
            f"the archive has {size} bytes; at most {MOST_BYTES} are accepted",
            "hand in an archive without files that the bot's build makes, and without files that the bot does not need",
        )


def is_handed_in(connection: sql.Connection, who: Who, key: str) -> bool:
    """Returns whether the person has handed in the submission that `key` identifies."""
    own = (SUBMISSION.c.person_id == who.person_id, SUBMISSION.c.key == key)
    return connection.scalar(sql.select(SUBMISSION.c.id).where(*own)) is not None


def demand_room(connection: sql.Connection, who: Who, key: str, size: int, coming: Coming = NOTHING) -> None:
    """Raises ArenaError [too-many-waiting] or [no-room-left] if a person may not hand in an archive of this size now.

    The function is called before the upload is read. `coming`: this person's other uploads in progress. An upload with
    a `key` that already belongs to a submission is always allowed, because it repeats that submission's upload.
    """
    if is_handed_in(connection, who, key):
        return
    own = SUBMISSION.c.person_id == who.person_id
    count = sql.select(sql.func.count()).select_from(SUBMISSION)
    waiting = connection.execute(count.where(own, SUBMISSION.c.state.in_(WAITING))).scalar_one() + coming.archives
    if waiting >= MOST_WAITING:
        raise ArenaError(
            "too-many-waiting",
            f"{waiting} submissions of yours are still being processed, which is the limit",
            "wait until one of these submissions is done, or withdraw one of these submissions",
        )
    stored = connection.execute(sql.select(sql.func.coalesce(sql.func.sum(SUBMISSION.c.size), 0)).where(own))
    if stored.scalar_one() + coming.size + size > MOST_BYTES_EACH:
        raise ArenaError(
            "no-room-left",
            f"with this archive, all your archives together would have more than {MOST_BYTES_EACH} bytes, which is "
            "the limit",
            "hand in a smaller archive; the archives of withdrawn and rejected submissions count too",
        )


def receive(connection: sql.Connection, who: Who, key: str, digest: str, size: int, now_ms: int) -> Receipt:
    """Adds a submission and its job; returns the receipt.

    The caller must store the archive before it commits the transaction. A repeated upload gets the receipt of the
    first upload. Raises ArenaError [key-used] for another archive with the same key, and the errors of `demand_room`.
    """
    own = (SUBMISSION.c.person_id == who.person_id, SUBMISSION.c.key == key)
    there = connection.execute(sql.select(SUBMISSION).where(*own)).one_or_none()
    if there:
        if there.digest != digest:
            raise ArenaError(
                "key-used",
                "this upload address was already used for another archive",
                "replace the last 32 characters of the address with 32 new random hexadecimal digits, and send this "
                "archive again",
            )
        return Receipt(there.id, there.digest, there.size, there.received_ms)
    demand_room(connection, who, key, size)
    number = connection.execute(
        sql.insert(SUBMISSION)
        .values(
            person_id=who.person_id,
            key=key,
            digest=digest,
            size=size,
            state=State.RECEIVED,
            received_ms=now_ms,
            changed_ms=now_ms,
        )
        .returning(SUBMISSION.c.id)
    ).scalar_one()
    write_note(connection, number, Note(now_ms, State.RECEIVED))
    add_job(connection, f"examine {number}", number, now_ms)
    return Receipt(number, digest, size, now_ms)


def own_submissions(connection: sql.Connection, who: Who) -> list[Submission]:
    """Returns a person's submissions, or everybody's for an organiser, the newest first; at most MOST_LISTED
    submissions.
    """
    who.demand(Scope.LOOK)
    query = _query().order_by(SUBMISSION.c.id.desc()).limit(MOST_LISTED)
    if not who.may(Scope.ORGANISE):
        query = query.where(SUBMISSION.c.person_id == who.person_id)
    queue = places(connection)
    return [_submission(row, queue) for row in connection.execute(query).all()]


def active_submissions(connection: sql.Connection, person_id: int) -> list[Submission]:
    """Returns the active submissions of a person, the newest first."""
    own = _query().where(SUBMISSION.c.person_id == person_id, SUBMISSION.c.state == State.ACTIVE)
    return [_submission(row, {}) for row in connection.execute(own.order_by(SUBMISSION.c.id.desc()))]


def count_submissions(connection: sql.Connection, who: Who) -> int:
    """Returns the number of a person's submissions, or for an organiser, of everybody's submissions.

    Unlike the list of `own_submissions`, the number has no upper limit.
    """
    who.demand(Scope.LOOK)
    query = sql.select(sql.func.count()).select_from(SUBMISSION)
    if not who.may(Scope.ORGANISE):
        query = query.where(SUBMISSION.c.person_id == who.person_id)
    return int(connection.execute(query).scalar_one())


def find_submission(connection: sql.Connection, who: Who, number: int, scope: Scope = Scope.LOOK) -> Submission:
    """Returns the submission of this number.

    Raises ArenaError [not-allowed] if the person may not use `scope`, [no-submission] if the submission does not exist
    or the person may not see it.
    """
    who.demand(scope)
    row = connection.execute(_query().where(SUBMISSION.c.id == number)).one_or_none()
    if row is None or not (row.person_id == who.person_id or who.may(Scope.ORGANISE)):
        raise ArenaError(
            "no-submission",
            f"submission {number} does not exist or is not yours",
            "choose one of the submissions that the ladder's page lists",
        )
    return _submission(row, places(connection))


def another_plays(connection: sql.Connection, number: int) -> bool:
    """Returns whether the bot of submission `number` is active now with another submission."""
    bot = sql.select(SUBMISSION.c.bot_id).where(SUBMISSION.c.id == number).scalar_subquery()
    others = (SUBMISSION.c.bot_id == bot, SUBMISSION.c.id != number, SUBMISSION.c.state == State.ACTIVE)
    return connection.scalar(sql.select(SUBMISSION.c.id).where(*others)) is not None


def withdraw(connection: sql.Connection, who: Who, number: int, now_ms: int) -> None:
    """Withdraws a submission that is active or in examination.

    Raises ArenaError [not-allowed], [no-submission]; [not-now] if the submission is in another state.
    """
    found = find_submission(connection, who, number, Scope.HAND_IN)
    own = found.person_id == who.person_id
    note = Note(now_ms, State.WITHDRAWN, "" if own else TAKEN_OUT)
    if not moved(connection, number, note, (*WAITING, State.ACTIVE)):
        raise ArenaError(
            "not-now", f"submission {number} neither plays nor is being processed", "there is nothing to withdraw"
        )
    cancel_jobs(connection, number, now_ms)
    if not own:
        note_event(connection, now_ms, who.name, WITHDRAW, f"submission {number} of {found.author}")


def roll_back(connection: sql.Connection, who: Who, number: int, now_ms: int) -> None:
    """Makes an earlier version of a person's own bot active again.

    For other people's bots, only an organiser can do this, and only to undo a withdrawal by an organiser. Raises
    ArenaError [not-allowed], [no-submission], [not-now], [not-checked].
    """
    found = find_submission(connection, who, number, Scope.HAND_IN)
    own = found.person_id == who.person_id
    log = taken_out(connection, found.changed_ms)
    undoes = found.state is State.WITHDRAWN and is_among(log, found.changed_ms, f"submission {number}")
    if undoes and not who.may(Scope.ORGANISE):
        raise ArenaError(
            "not-now",
            f"submission {number} cannot play again, because an organiser has withdrawn this submission",
            "ask whoever runs this ladder for the reason",
        )
    if not (own or undoes):
        raise ArenaError(
            "not-allowed",
            "only the author of a bot can return to an earlier version of the bot",
            "ask the author of the bot; as an organiser, you can only withdraw a version, or undo an organiser's "
            "withdrawal",
        )
    if found.state not in (State.SUPERSEDED, State.WITHDRAWN):
        raise ArenaError(
            "not-now",
            f"the bot cannot return to submission {number}, because this submission plays now, is still being "
            "processed, or was rejected",
            "choose an earlier version of the bot: a submission that has played before and does not play now",
        )
    if not found.checked:
        raise ArenaError(
            "not-checked",
            f"submission {number} cannot play, because it was withdrawn or replaced before it had passed its check",
            "hand in this version as a new submission",
        )
    activate(connection, number, now_ms, (State.SUPERSEDED, State.WITHDRAWN))
    if not own:
        note_event(connection, now_ms, who.name, "roll back", f"submission {number} of {found.author}")


def taken_out(connection: sql.Connection, at_ms: int | None = None) -> TakenOut:
    """Returns all withdrawals by organisers, or if `at_ms` is given, only the withdrawals at this time, in ms since
    1970.
    """
    query = sql.select(EVENT.c.at_ms, EVENT.c.subject).where(EVENT.c.act == WITHDRAW)
    if at_ms is not None:
        query = query.where(EVENT.c.at_ms == at_ms)
    found: dict[int, list[str]] = {}
    for row in connection.execute(query):
        found.setdefault(row.at_ms, []).append(row.subject)
    return found


def is_among(log: TakenOut, at_ms: int, what: str) -> bool:
    """Returns whether the log contains a withdrawal by an organiser at this time.

    `what`: what was withdrawn, for example "submission 7" or the name of a remote bot.
    """
    return any(subject.startswith(f"{what} of ") for subject in log.get(at_ms, ()))


def activate(connection: sql.Connection, number: int, now_ms: int, before: tuple[State, ...]) -> bool:
    """Makes a version active in place of its bot's present active version.

    Returns False, without any change, if the version's state is not one of `before`.
    """
    bot_id = connection.execute(sql.select(SUBMISSION.c.bot_id).where(SUBMISSION.c.id == number)).scalar_one()
    state = connection.execute(sql.select(SUBMISSION.c.state).where(SUBMISSION.c.id == number)).scalar_one()
    if state not in before:
        return False
    supersede(connection, bot_id, now_ms, (State.ACTIVE,), f"submission {number} plays instead")
    return moved(connection, number, Note(now_ms, State.ACTIVE), before)


def supersede(
    connection: sql.Connection,
    bot_id: int,
    now_ms: int,
    states: tuple[State, ...],
    sentence: str,
    older_than: int | None = None,
) -> None:
    """Marks a bot's submissions that are in one of `states` as superseded, and ends their jobs.

    `sentence`: the reason, for the logs of these submissions; `older_than`: if given, only submissions with a lower
    number are marked.
    """
    query = sql.select(SUBMISSION.c.id).where(SUBMISSION.c.bot_id == bot_id, SUBMISSION.c.state.in_(states))
    if older_than is not None:
        query = query.where(SUBMISSION.c.id < older_than)
    for other in connection.scalars(query).all():
        moved(connection, other, Note(now_ms, State.SUPERSEDED, sentence), states)
        cancel_jobs(connection, other, now_ms)


def _query() -> Any:  # noqa: ANN401  # the type of a query of three tables is long and says nothing
    return (
        sql.select(SUBMISSION, PERSON.c.name.label("author"), BOT.c.name.label("bot"))
        .join(PERSON, PERSON.c.id == SUBMISSION.c.person_id)
        .outerjoin(BOT, BOT.c.id == SUBMISSION.c.bot_id)
    )


def _submission(row: Any, queue: Mapping[int, int]) -> Submission:  # noqa: ANN401  # a row of `_query`
    return Submission(
        row.id,
        row.person_id,
        row.author,
        State(row.state),
        row.digest,
        row.size,
        row.bot or "",
        row.version or "",
        row.content_hash or "",
        row.received_ms,
        row.changed_ms,
        row.checked_ms is not None,
        queue.get(row.id) if row.state in WAITING else None,
    )
