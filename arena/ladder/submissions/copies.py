"""The copies of versions for playing and examining, and which of them may be removed.

Rule: no copy goes while a version may play from it or is examined in it. A process that plays or examines says so
before it looks whether the copy is there, and whoever removes copies reads that under the same lock: so a copy that was
looked at stays.
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
"""Of files that say what a ladder plays from."""
SWEEPING: Final = "sweeping.lock"


def sweep_copies(base: Base, copies: Path) -> None:
    """Removes the copies of versions that neither play nor are about to, nor are examined."""
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
    """Waits for whoever removes copies now, and has not read what was written down since; raises ArenaError."""
    with locked(copies, SWEEPING):
        pass


def use_copies(copies: Path, ladder: str, contents: Iterable[str], *, more: bool = False) -> None:
    """Says from which copies a ladder plays from now on, in place of those before or beside them.

    Raises ArenaError, OSError.
    """
    with locked(copies, SWEEPING):
        place = copies / f"{ladder}{USES}"
        before = place.read_text("ascii").split() if more and place.exists() else ()
        write_whole({place: "".join(f"{content}\n" for content in sorted({*before, *contents}))})


def forget_use(copies: Path, ladder: str) -> None:
    """Nobody plays this one any more."""
    (copies / f"{ladder}{USES}").unlink(missing_ok=True)


def forget_uses(copies: Path, ladders: Container[str]) -> None:
    """Nobody plays any ladder but these; called where that is so."""
    for path in copies.glob(f"*{USES}"):
        if path.name.removesuffix(USES) not in ladders:
            path.unlink()
