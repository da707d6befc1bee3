"""The history of a submission; every change of state goes through here."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sql

from arena.ladder.keeping.tables import NOTE, SUBMISSION
from arena.ladder.submissions.states import WAITING, State

LONGEST: Final = 4_000
LONGEST_OUTPUT: Final = 20_000
"""Letters; of what was printed, the end is kept."""


@dataclass(frozen=True, slots=True)
class Note:
    """One line of the log of a submission."""

    at_ms: int
    state: State
    sentence: str = ""
    hint: str = ""
    output: str = ""


def moved(connection: sql.Connection, number: int, note: Note, before: Iterable[State]) -> bool:
    """Brings a submission into the state of the note if it is in one of those before, and says whether it was."""
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
    """Writes a line; one that says of a submission on its way what the last of its kind said is written once."""
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
    """Its words, as they are kept."""
    return _kept(note.sentence[:LONGEST]), _kept(note.hint[:LONGEST]), _kept(note.output[-LONGEST_OUTPUT:])


def notes_of(connection: sql.Connection, number: int) -> list[Note]:
    """All lines, in order."""
    rows = connection.execute(sql.select(NOTE).where(NOTE.c.submission_id == number).order_by(NOTE.c.id))
    return [Note(row.at_ms, State(row.state), row.sentence, row.hint, row.output) for row in rows]


def _kept(text: str) -> str:
    """What a stranger's words become in a database: half letters and the character 0 are not kept."""
    return text.encode("utf-8", "replace").decode().replace("\0", "?")
