"""The log of a submission; `moved` makes every change of a submission's state, and adds a line to the log."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sql

from arena.ladder.keeping.tables import NOTE, SUBMISSION
from arena.ladder.submissions.states import WAITING, State

LONGEST: Final = 4_000
LONGEST_OUTPUT: Final = 20_000
"""The maximum number of letters of a bot's output in the log; of a longer output, only the last letters are stored."""


@dataclass(frozen=True, slots=True)
class Note:
    """One line in the log of a submission: its new state, the time, and the reason."""

    at_ms: int
    state: State
    sentence: str = ""
    hint: str = ""
    output: str = ""


def moved(connection: sql.Connection, number: int, note: Note, before: Iterable[State]) -> bool:
    """Moves a submission to the note's state and logs the note; returns False, without any change, if the submission's
    present state is not one of `before`.
    """
    changed = connection.execute(
        sql.update(SUBMISSION)
        .where(SUBMISSION.c.id == number, SUBMISSION.c.state.in_(list(before)))
        .values(state=note.state, changed_ms=note.at_ms)
    )
    if changed.rowcount != 1:
        return False
    write_note(connection, number, note)
    return True


def write_note(connection: sql.Connection, number: int, note: Note) -> None:
    """Writes a line to a submission's log.

    During the examination, writes nothing if the last line of the same state has the same text.
    """
    if note.state in WAITING and _said(connection, number, note):
        return
    sentence, hint, output = _texts(note)
    connection.execute(
        sql.insert(NOTE).values(
            submission_id=number, at_ms=note.at_ms, state=note.state, sentence=sentence, hint=hint, output=output
        )
    )


def _said(connection: sql.Connection, number: int, note: Note) -> bool:
    last = connection.execute(
        sql.select(NOTE)
        .where(NOTE.c.submission_id == number, NOTE.c.state == note.state)
        .order_by(NOTE.c.id.desc())
        .limit(1)
    ).one_or_none()
    return last is not None and (last.sentence, last.hint, last.output) == _texts(note)


def _texts(note: Note) -> tuple[str, str, str]:
    """Returns the sentence, hint and output of a note in the shortened and cleaned form that the database stores."""
    return _kept(note.sentence[:LONGEST]), _kept(note.hint[:LONGEST]), _kept(note.output[-LONGEST_OUTPUT:])


def notes_of(connection: sql.Connection, number: int) -> list[Note]:
    """Returns all lines of a submission's log, the oldest first."""
    rows = connection.execute(sql.select(NOTE).where(NOTE.c.submission_id == number).order_by(NOTE.c.id))
    return [Note(row.at_ms, State(row.state), row.sentence, row.hint, row.output) for row in rows]


def _kept(text: str) -> str:
    """Returns a text that the database can store: "?" replaces lone surrogates and NUL characters."""
    return text.encode("utf-8", "replace").decode().replace("\0", "?")
