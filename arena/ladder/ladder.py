"""A ladder: a folder with a database and archives, opened by its server or by an organiser's command.

Rule: one server has it at a time; commands of the organiser may come beside it.
"""

import asyncio
import fcntl
import os
import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

import sqlalchemy as sql

from arena.errors import ArenaError
from arena.ladder.examining import Means
from arena.ladder.keeping.base import FILE, Base
from arena.ladder.keeping.blobs import PRIVATE, Blobs
from arena.ladder.keeping.tables import SUBMISSION
from arena.ladder.keeping.upgrading import is_current, upgrade
from arena.ladder.queue import release_all
from arena.ladder.worker import Worker, sweep_copies
from arena.league.building import CACHE
from arena.league.builds.seal import remove
from arena.sandbox.box import UNCONFINED, Box

BLOBS: Final = "archives"
UNPACKED: Final = "unpacked"
ADDRESS: Final = "address"
"""Where the server was last; commands print links with it."""
SERVING: Final = "serving.lock"


def clock_ms() -> int:
    """The time of day."""
    return time.time_ns() // 1_000_000


class Ladder:
    """An open ladder."""

    def __init__(self, folder: Path, now_ms: Callable[[], int] = clock_ms) -> None:
        """Makes the folder if there is none, and brings its tables to this release.

        Raises ArenaError [ladder-in-use], [later-ladder], [ladder-failed], [no-room], OSError.
        """
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = folder.resolve()
        self.folder, self.now_ms = folder, now_ms
        self.copies = CACHE.with_name(f"{CACHE.name}-{blake2b(bytes(folder), digest_size=8).hexdigest()}")
        """Where bots are built and play: beside those of leagues, where boxes let them pass."""
        (folder / FILE).touch(PRIVATE)
        (folder / FILE).chmod(PRIVATE)
        self.base = Base(folder / FILE)
        self.copy: Path | None = None
        """Of the database as it was before an upgrade; None if there was none."""
        self._lock: int | None = None
        if not is_current(self.base):
            self._hold()
            try:
                if not is_current(self.base):
                    self.copy = upgrade(self.base)
            finally:
                self._let_go()
        self.blobs = Blobs(folder / BLOBS)

    def close(self) -> None:
        """Lets go of everything."""
        self.base.close()
        self._let_go()

    def serve(self, address: str) -> None:
        """Takes the ladder for a server that is found there; raises ArenaError [ladder-in-use], OSError."""
        self._hold()
        draft = self.folder / f"{ADDRESS}.new"
        draft.write_text(address, "utf-8")
        draft.replace(self.folder / ADDRESS)
        with self.base.reading() as connection:
            known = set(connection.scalars(sql.select(SUBMISSION.c.digest)))
        self.blobs.sweep(known.__contains__)
        with self.base.writing() as connection:
            release_all(connection)
        sweep_copies(self.base, self.copies)
        remove(self.folder / UNPACKED)
        (self.folder / UNPACKED).mkdir(mode=0o711)

    def address(self) -> str:
        """Where its server is, or was last."""
        with suppress(OSError):
            return (self.folder / ADDRESS).read_text("utf-8").strip()
        return ""

    def _hold(self) -> None:
        lock = os.open(self.folder / SERVING, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(lock)
            raise ArenaError(
                "ladder-in-use", f"another arena serves the ladder in {self.folder}", "end it first, or use its page"
            ) from error
        self._lock = lock

    def _let_go(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


class Service:
    """A ladder that is served: its worker runs while it does."""

    def __init__(self, ladder: Ladder, box: Box = UNCONFINED, network: str = "none") -> None:
        """`box`: how submissions are confined when they are built and checked; `network`: what builds may reach."""
        self.ladder = ladder
        self._means = Means(ladder.folder / UNPACKED, ladder.copies, box, network)
        self._worker: Worker | None = None
        self._working: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins to work; called in a loop."""
        ladder = self.ladder
        self._worker = Worker(ladder.base, ladder.blobs, self._means, ladder.now_ms)
        self._working = asyncio.create_task(self._worker.run())

    def wake(self) -> None:
        """There is something to do; called in the loop's thread."""
        if self._worker:
            self._worker.wake()

    async def stop(self) -> None:
        """Ends the work; what is under way is done again after the next start."""
        if self._working:
            self._working.cancel()
            with suppress(asyncio.CancelledError):
                await self._working
        self.ladder.close()
