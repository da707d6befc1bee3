"""The limits of disk space and queue length for accepting submissions, and warnings before a limit is reached.

Rule: if the server refuses an upload, it does so before reading it, and tells the sender when to try again.
"""

import shutil
from typing import Final

import sqlalchemy as sql

from arena.errors import ArenaError
from arena.ladder.keeping.base import Connection
from arena.ladder.keeping.tables import JOB
from arena.ladder.ladder import Ladder
from arena.ladder.playing.disk_space import PLAYED_FREE
from arena.ladder.status import Status
from arena.ladder.submissions.drafts import Coming

LEAST_FREE: Final = 500_000_000
"""The minimum number of free bytes on a disk for accepting submissions and challenges.

It applies to the disk of the ladder's folder and to the disk on which bots are built.
"""
WARNED_FREE: Final = 5 * LEAST_FREE
MOST_QUEUED: Final = 1_000
WARNED_QUEUED: Final = MOST_QUEUED // 2
RETRY_S: Final = {"no-room-now": 600, "queue-full": 60}
"""The seconds after which a refused person should try again, by error code."""


def demand_fit(ladder: Ladder, connection: Connection, coming: Coming) -> None:
    """Raises ArenaError [no-room-now] or [queue-full] if the ladder can accept no submission now; raises OSError.

    `coming`: the other uploads in progress.
    """
    demand_disk(ladder, coming.size)
    queued = connection.scalar(sql.select(sql.func.count()).select_from(JOB).where(JOB.c.done_ms.is_(None)))
    if (queued or 0) + coming.archives >= MOST_QUEUED:
        raise ArenaError(
            "queue-full",
            f"{queued} submissions are waiting on this server already, which is the limit",
            f"nothing was stored; try again in {RETRY_S['queue-full']} s",
        )


def demand_disk(ladder: Ladder, size: int = 0) -> None:
    """Raises ArenaError [no-room-now] if `size` more bytes would leave too little disk space; raises OSError."""
    free = min(shutil.disk_usage(disk).free for disk in (ladder.folder, ladder.copies.parent))
    if free - size < LEAST_FREE:
        raise ArenaError(
            "no-room-now",
            "this server has too little disk space left to accept anything",
            f"nothing was stored; try again in {RETRY_S['no-room-now'] // 60} min, and tell whoever runs this server",
        )


def warnings(status: Status) -> list[str]:
    """Returns warnings for operators about limits that are nearly reached, and about held submissions.

    A held submission is not examined again until an organiser acts.
    """
    found = [
        f"{what} has {free // 1000000} MB of free space; below {PLAYED_FREE // 1000000} MB ladders are not "
        f"played, below {LEAST_FREE // 1000000} MB submissions are not accepted"
        for what, free in (
            ("the disk of the ladder", status.free_bytes),
            ("the disk where bots are built", status.copies_free_bytes),
        )
        if free < WARNED_FREE
    ]
    queued = status.waiting + status.under_way
    if queued >= WARNED_QUEUED:
        found.append(f"in the queue: {queued} submissions; at {MOST_QUEUED} no more are accepted")
    if status.held:
        found.append(f"held until an organiser withdraws them: {status.held} submissions")
    return found
