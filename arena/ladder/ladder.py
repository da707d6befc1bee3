"""A ladder: a folder with a database and archives, opened by a server or by an organiser's command.

Rule: only one server may serve a ladder at a time; an organiser's commands may run at the same time as the server.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

import sqlalchemy as sql

from arena.building.building import CACHE
from arena.errors import ArenaError
from arena.files.folders import remove
from arena.files.locks import Lock
from arena.files.whole import write_whole
from arena.ladder.examining.examining import Means
from arena.ladder.examining.worker import Worker
from arena.ladder.keeping.blobs import Blobs
from arena.ladder.keeping.database import open_base
from arena.ladder.keeping.server import in_use
from arena.ladder.keeping.tables import CHALLENGE, SUBMISSION
from arena.ladder.keeping.upgrading import is_current, upgrade
from arena.ladder.playing.contests import played_files, sweep_challenges
from arena.ladder.playing.files import load_game, make_ladders, name_of
from arena.ladder.playing.players import Players
from arena.ladder.submissions.copies import forget_uses, sweep_copies
from arena.ladder.submissions.queue import release_all
from arena.sandbox.box import UNCONFINED, Box
from arena.tls.server_certificate import Tls

BLOBS: Final = "archives"
UNPACKED: Final = "unpacked"
ADDRESS: Final = "address"
"""The name of the file with the server's last address, from which commands build links."""
SERVING: Final = "serving.lock"


def clock_ms() -> int:
    """Returns the present time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Ladder:
    """An open ladder: its folder, database and archives."""

    def __init__(self, folder: Path, now_ms: Callable[[], int] = clock_ms, database: str | None = None) -> None:
        """Opens the ladder in a folder; makes the folder if it is missing, and upgrades the tables to this release.

        `database`: for a new ladder, the address of a database server, or None for a file; for an existing ladder, None
        or its unchanged address. Raises ArenaError [ladder-in-use], [later-ladder], [ladder-failed], [no-room],
        [no-server], OSError, and the errors of `open_base`.
        """
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = folder.resolve()
        self.folder, self.now_ms = folder, now_ms
        self.copies = CACHE.with_name(f"{CACHE.name}-{blake2b(bytes(folder), digest_size=8).hexdigest()}")
        """The folder in which bots are built and run. It is outside the ladder's folder, because a sandboxed bot may
        run as another user, who cannot enter the ladder's folder.
        """
        self.base = open_base(folder, database)
        self.copy: str | None = None
        """The path or address of the copy of the database from before the upgrade; None if no copy was made."""
        self._lock: Lock | None = None
        with ExitStack() as undo:
            undo.callback(self.close)
            self.base.demand_there()
            if not is_current(self.base):
                self._hold()
                try:
                    if not is_current(self.base):
                        self.copy = upgrade(self.base)
                finally:
                    self._let_go()
            self.blobs = Blobs(folder / BLOBS)
            undo.pop_all()

    def close(self) -> None:
        """Closes the database, and releases the lock on the ladder's folder."""
        self.base.close()
        self._let_go()

    def serve(self, address: str) -> None:
        """Reserves the ladder for this server at this address, and removes the leftovers of a killed server.

        Raises ArenaError [ladder-in-use], OSError.
        """
        self._hold()
        self.base.claim()
        write_whole({self.folder / ADDRESS: address})
        with self.base.reading() as connection:
            known = set(connection.scalars(sql.select(SUBMISSION.c.digest)))
            challenges = set(connection.scalars(sql.select(CHALLENGE.c.id)))
        self.blobs.sweep(known.__contains__)
        sweep_challenges(self.folder, challenges)
        with self.base.writing() as connection:
            release_all(connection)
        forget_uses(self.copies, {name_of(file) for file in played_files(self.folder)})
        sweep_copies(self.base, self.copies)
        remove(self.folder / UNPACKED)
        (self.folder / UNPACKED).mkdir(mode=0o711)
        make_ladders(self.folder)
        for file in played_files(self.folder):  # examinations need the games before the ladders are played
            with suppress(ArenaError):  # reported when the ladder should be played
                load_game(file)

    def address(self) -> str:
        """The last address at which the ladder was served; empty if it was never served."""
        with suppress(OSError):
            return (self.folder / ADDRESS).read_text("utf-8").strip()
        return ""

    def _hold(self) -> None:
        try:
            self._lock = Lock(self.folder / SERVING)
        except BlockingIOError as error:
            raise in_use(self.folder) from error

    def _let_go(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None


class Service:
    """A running ladder service: the workers that examine submissions, and the processes that play the matches."""

    def __init__(
        self,
        ladder: Ladder,
        box: Box = UNCONFINED,
        network: str = "none",
        examiners: int = 1,
        cluster: str | None = None,
        tls: Tls | None = None,
    ) -> None:
        """Prepares a service that examines submissions and plays matches.

        `box`: the sandbox in which bots are built, checked and run; `network`: the network that builds may use;
        `examiners`: the number of submissions examined at the same time; `cluster`: the address of a Dask scheduler
        with machines for the examinations; `tls`: the certificate for connections of remote bots.
        """
        self.ladder = ladder
        unpacked = ladder.folder / UNPACKED
        self._threads = ThreadPoolExecutor(examiners, "examiner")
        means = Means(unpacked, ladder.copies, box, network, self._threads, cluster)
        self.tls = tls
        self._players = Players(ladder.folder, ladder.folder / BLOBS, unpacked, ladder.copies, box.level, network, tls)
        self.there = self._players.there
        self._workers = [Worker(ladder.base, ladder.blobs, means, ladder.now_ms) for _ in range(examiners)]
        self._working: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Starts the workers and players; must be called inside a running event loop."""
        running = (self._players.run(), *(worker.run() for worker in self._workers))
        self._working = [asyncio.create_task(one) for one in running]

    def wake(self) -> None:
        """Makes the workers check for new jobs at once; must be called in the event loop's thread."""
        for worker in self._workers:
            worker.wake()

    def is_working(self) -> bool:
        """Whether all workers that examine submissions are running."""
        return all(worker.is_running for worker in self._workers)

    async def stop(self) -> None:
        """Ends the workers and players, and closes the ladder; the next start repeats unfinished jobs."""
        for task in self._working:
            task.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)
        await self._players.stop()
        self._threads.shutdown(wait=False)
        self.ladder.close()
