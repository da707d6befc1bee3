"""Starts one process for each ladder and contest that a server plays, and restarts processes that die."""

import asyncio
import atexit
import logging
import multiprocessing
import threading
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.ladder.playing.contests import give_up, is_over, played_files, tidy
from arena.ladder.playing.files import is_challenge, is_contest, load_game, name_of
from arena.ladder.playing.process import Orders
from arena.ladder.playing.program import play_ladder
from arena.ladder.submissions.copies import forget_use
from arena.sandbox.levels import Level
from arena.system.processes.cores import available_cores
from arena.system.processes.strays import end_strays_at_once
from arena.system.signals import interrupts_put_off
from arena.text import one_line
from arena.tls.server_certificate import Tls

LOOK_S: Final = 1.0
PATIENCE_S: Final = 5.0
"""The seconds for which running matches may continue when the server ends.

Matches that take longer are aborted, and played again after the next start.
"""
AGAIN_S: Final = 60.0
"""The maximum wait in seconds before a failed process is restarted.

A process that ran for longer than this time before it failed is restarted at once.
"""
LONGEST_S: Final = 3_600.0
"""The seconds of play after which a challenge is given up, whether or not other challenges are waiting."""
MOST_COUNTED: Final = 10
"""The number of failures in a row after which further failures are not counted."""
LOG: Final = logging.getLogger(__name__)


class Players:
    """Plays all ladders and contests in a service's folder, each in its own process, until `stop` is called."""

    def __init__(
        self,
        folder: Path,
        archives: Path,
        unpacking: Path,
        copies: Path,
        level: Level,
        network: str,
        tls: Tls | None = None,
    ) -> None:
        """Prepares to play the ladders and contests of a service; `run` starts the processes.

        `folder`: the folder of the service; `archives`: the folder of submitted archives; `unpacking`: a folder for
        unpacked bots; `copies`: the folder of built bots; `level`: the sandbox level of bots and builds; `network`: the
        network that builds may use; `tls`: the certificate for connections of remote bots.
        """
        self._folder, self._archives, self._unpacking, self._copies = folder, archives, unpacking, copies
        self._level, self._network, self._tls = level, network, tls
        self._running: dict[Path, SpawnProcess] = {}
        self._pipes: dict[Path, Connection] = {}
        self._due_s: dict[Path, float] = {}
        self._begun_s: dict[Path, float] = {}
        self._first_s: dict[Path, float] = {}
        """The time when the server began to play each challenge, in seconds of the monotonic clock, by the challenge's
        league file.
        """
        self._failures: dict[Path, int] = {}
        self._there: dict[str, dict[str, float | None]] = {}
        self._played: set[Path] = set()
        """The league files of finished finals."""
        self._looking, self._over = threading.Lock(), False
        atexit.register(self._kill)

    async def run(self) -> None:
        """Starts the processes, and restarts processes that have died, until this coroutine is cancelled."""
        while True:
            try:
                await asyncio.to_thread(self._look)
            except OSError as error:
                LOG.warning("a ladder cannot be played now: %s", error.strerror or error)
            except Exception:
                LOG.exception("a ladder cannot be played now")
            await asyncio.sleep(LOOK_S)

    async def stop(self) -> None:
        """Ends all processes; must be called after `run` was cancelled."""
        await asyncio.to_thread(self._end)

    def there(self, ladder: str) -> dict[str, float | None]:
        """Returns the remote bots connected to a ladder, as last reported by the ladder's process.

        The result maps each bot's name to its round-trip time in ms, None if the time is unknown.
        """
        return self._there.get(ladder, {})

    def _end(self) -> None:
        with self._looking:
            self._over = True
            self._stop(list(self._running.values()))
        atexit.unregister(self._kill)

    def _kill(self) -> None:
        """Kills all child processes when this process exits.

        Without this, Python would wait for the end of the child processes, while they wait for the end of this process.
        """
        for process in self._running.values():
            process.kill()

    def _look(self) -> None:
        with self._looking:
            if not self._over:
                self._see_to()

    def _see_to(self) -> None:
        files = [file for file in played_files(self._folder, self._running) if file not in self._played]
        gone = [file for file in self._running if file not in files]
        self._stop([self._running.pop(file) for file in gone])
        for file in gone:
            self._there.pop(name_of(file), None)
            if is_challenge(file):
                self._end_challenge(file)
        workers = max(1, available_cores() // max(1, len(files)))
        for file in files:
            self._hear(file)
            process = self._running.get(file)
            if process and not process.is_alive():
                self._died(file, self._running.pop(file))
            elif not process and time.monotonic() >= self._due_s.get(file, 0):
                self._running[file] = self._started(file, workers)
            if is_challenge(file) and not is_over(file):
                self._demand_end(file)

    def _demand_end(self, file: Path) -> None:
        """Gives up a challenge that has taken longer than LONGEST_S seconds; the next check of all processes then ends
        its process.
        """
        if time.monotonic() - self._first_s.setdefault(file, time.monotonic()) <= LONGEST_S:
            return
        give_up(file, f"the challenge was not over after {LONGEST_S / 60:.0f} min, so it was given up")
        LOG.warning("%s is not over after %.0f min, and is given up", name_of(file), LONGEST_S / 60)
        if file not in self._running:
            self._end_challenge(file)

    def _end_challenge(self, file: Path) -> None:
        """Closes the pipe to a challenge's process, and removes the challenge's bots; its league and results remain."""
        if pipe := self._pipes.pop(file, None):
            pipe.close()
        forget_use(self._copies, name_of(file))
        tidy(file)
        for noted in (self._first_s, self._due_s, self._begun_s, self._failures):
            noted.pop(file, None)

    def _died(self, file: Path, process: SpawnProcess) -> None:
        """Handles the end of a process: records that a contest is finished, or schedules a restart.

        A process that ran for more than AGAIN_S seconds is restarted at once. After the nth shorter run in a row, the
        restart waits for 2**n - 1 seconds, but for at most AGAIN_S seconds.
        """
        code = process.exitcode or 0
        if is_over(file) if is_challenge(file) else is_contest(file) and not code:
            LOG.info("%s is played to its end", name_of(file))
            process.close()
            if is_challenge(file):
                self._end_challenge(file)
            else:
                self._played.add(file)
            return
        played = time.monotonic() - self._begun_s[file] > AGAIN_S
        self._failures[file] = 0 if played else min(self._failures.get(file, 0) + 1, MOST_COUNTED)
        self._due_s[file] = time.monotonic() + min(AGAIN_S, 2 ** self._failures[file] - 1)
        LOG.warning("the process that plays ladder %s ended (%d), and is started again", name_of(file), code)
        process.close()
        end_strays_at_once()

    def _started(self, file: Path, workers: int) -> SpawnProcess:
        """Starts the process that plays the ladder or contest with this league file.

        Also loads the game in the server's own process, which needs it to examine submitted bots and to show pages.
        """
        try:
            load_game(file)
        except ArenaError as error:
            LOG.warning("ladder %s: its game is not known to the server: %s", name_of(file), one_line(error.message))
        unpacking = self._unpacking / f"to-play-{name_of(file)}"
        orders = Orders(
            self._folder,
            file,
            self._archives,
            self._copies,
            unpacking,
            self._level,
            self._network,
            workers,
            self._tls,
        )
        self._begun_s[file] = time.monotonic()
        context = multiprocessing.get_context("spawn")
        self._pipes[file], teller = context.Pipe(duplex=False)
        process = context.Process(target=play_ladder, args=(orders, teller))
        with teller, interrupts_put_off():
            process.start()
        return process

    def _hear(self, file: Path) -> None:
        """Reads the messages of a process: logs sentences, and stores the list of connected remote bots."""
        pipe, name = self._pipes.get(file), name_of(file)
        try:
            while pipe and pipe.poll():
                word = pipe.recv()
                if isinstance(word, str):
                    LOG.warning("ladder %s: %s", name, word)
                else:
                    self._there[name] = word
        except (EOFError, OSError):
            self._pipes.pop(file).close()
            self._there.pop(name, None)

    def _stop(self, processes: list[SpawnProcess]) -> None:
        until_s = time.monotonic() + PATIENCE_S
        for act in (SpawnProcess.terminate, SpawnProcess.terminate, SpawnProcess.kill):
            for process in processes:
                with suppress(ValueError):
                    act(process)
            for process in processes:
                process.join(max(0.0, until_s - time.monotonic()))
            until_s = time.monotonic() + PATIENCE_S
        if processes:
            end_strays_at_once()
