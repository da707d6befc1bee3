"""The built copies of bots for playing and examining, and the removal of copies that are no longer in use.

Rule: a copy is never removed while a version may play from it or is examined in it. A process first records that it
uses a copy, and only then looks for the copy. Recording and removing exclude each other by a lock, and a removal begins
by reading all records. So a copy that a process has found is not removed.
"""

import re
from collections.abc import Container, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

import sqlalchemy as sql

from arena.building.bundle import locked
from arena.errors import ArenaError
from arena.files.folders import remove
from arena.files.whole import write_whole
from arena.ladder.keeping.base import Base
from arena.ladder.keeping.tables import JOB, SUBMISSION
from arena.ladder.submissions.states import State

CONTENT: Final = re.compile("[0-9a-f]{32}")
LOCKS: Final = ".lock"
USES: Final = ".plays"
"""The ending of the files that record which built copies each ladder uses; they contain the copies' content hashes."""
SWEEPING: Final = "sweeping.lock"


def sweep_copies(base: Base, copies: Path) -> None:
    """Removes the copies of versions that are not active, not in use by a ladder, and not being examined."""
    with suppress(OSError, ArenaError), locked(copies, SWEEPING):
        taken = sql.select(JOB.c.submission_id).where(JOB.c.done_ms.is_(None), JOB.c.lease_ms > 0)
        with base.reading() as connection:
            stays = sql.or_(SUBMISSION.c.state == State.ACTIVE, SUBMISSION.c.id.in_(taken))
            kept = set(connection.scalars(sql.select(SUBMISSION.c.content_hash).where(stays)))
        for path in copies.glob(f"*{USES}"):
            kept.update(path.read_text("ascii").split())
        for path in copies.iterdir():
            name = path.name.removesuffix(LOCKS)
            if not CONTENT.fullmatch(name) or name in kept:
                continue
            if path.is_dir():
                remove(path)
            elif name != path.name:
                path.unlink()


def let_sweep(copies: Path) -> None:
    """Waits while copies are being removed.

    Called after a new use of a copy is recorded, because a removal that began earlier may not know this use.
    Raises ArenaError [foreign-cache], [no-room].
    """
    with locked(copies, SWEEPING):
        pass


def use_copies(copies: Path, ladder: str, contents: Iterable[str], *, more: bool = False) -> None:
    """Records the content hashes of the copies that a ladder uses; raises ArenaError, OSError.

    `more`: whether to add the hashes to the ladder's record instead of replacing the record.
    """
    with locked(copies, SWEEPING):
        place = copies / f"{ladder}{USES}"
        before = place.read_text("ascii").split() if more and place.exists() else ()
        write_whole({place: "".join(f"{content}\n" for content in sorted({*before, *contents}))})


def forget_use(copies: Path, ladder: str) -> None:
    """Removes the record of the copies that a ladder used; called when the ladder is no longer played."""
    (copies / f"{ladder}{USES}").unlink(missing_ok=True)


def forget_uses(copies: Path, ladders: Container[str]) -> None:
    """Removes the records of the copies that ladders used, except the records of `ladders`.

    May be called only while no other ladder is played.
    """
    for path in copies.glob(f"*{USES}"):
        if path.name.removesuffix(USES) not in ladders:
            path.unlink()
