"""The process that plays a ladder of remote bots, which run on their authors' machines and connect to the ladder's
gate.

Rule 1: a run is a series of matches between the bots that are seated when the run begins; `attendance.py` has the rules
for seats. When a bot gains or loses its seat, no further match of the run begins. The next run draws new matches
between the bots that are seated then. So a bot that is away can lose only matches that it had begun.
Rule 2: a gate, a server to which remote bots connect, is always open. During a run, the gate is in the worker process
that plays the matches; between runs, it is in this process.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection

from arena.building.manifest import remote_bot
from arena.errors import ArenaError
from arena.ladder.keeping.base import Base
from arena.ladder.playing.attendance import COME_S, DIAL_S, Attendance
from arena.ladder.playing.entrants import owner
from arena.ladder.playing.files import name_of
from arena.ladder.playing.process import LOOK_S, Orders, Player, Roll
from arena.ladder.remotes import entries
from arena.league.league import League
from arena.league.league_file import read_ladder
from arena.league.playing.progress import Progress
from arena.league.schedule import seatings
from arena.remote.gate import Gate
from arena.remote.gate_settings import GateTerms, demand_safe
from arena.system.signals import when_terminated
from arena.tls.listen_address import Listening, listen
from arena.tournament.league_run import Resources
from arena.transport import Clock

OPTION = "gate"


class RemotePlayer(Player):
    """Plays a ladder with the connected remote bots."""

    def __init__(self, orders: Orders, base: Base, teller: Connection) -> None:
        super().__init__(orders, base, teller)
        self._name = name_of(orders.file)
        self._attendance = Attendance()
        self._seated: frozenset[str] = frozenset()
        """The bots that take part in the current run, or in the last run if none is in progress."""
        self._at_gate = False
        """Whether the gate of the current run has already reported which bots are connected."""
        self._address = ""
        self._listening: Listening | None = None

    def run(self) -> None:
        """Plays run after run until the server ends the process; then closes the gate."""
        try:
            super().run()
        finally:
            self._close()

    def _active(self) -> Roll:
        with self._base.reading() as connection:
            return entries(connection, self._name)

    def _league(self, versions: Roll) -> League:
        """Returns the league in the ladder's file, with the seated remote bots as players.

        Raises ArenaError, OSError.
        """
        rules = read_ladder(self._orders.file)
        if not rules.gate:
            raise SystemExit  # the ladder has no gate any more, and so needs the other kind of process
        self.use([bot.content_hash.hex() for bot in rules.league.bots], more=True)
        if rules.gate != self._address:
            self._open(rules.gate)
            everybody = frozenset(entry.name for entry in versions)
            self._look_on(versions, DIAL_S + COME_S, lambda: self._attending(versions) == everybody)
        self._seated, self._at_gate = self._attending(versions), False
        there = [entry for entry in versions if entry.name in self._seated]
        bots = [replace(remote_bot(entry.name), author=owner(entry.person)) for entry in there]
        return replace(self._with(rules, bots), gate=self._terms(versions))

    def _resources(self, league: League) -> Resources:
        """Returns the resources for playing the league: one worker process, because each bot connects only once.

        The number of simultaneous matches is limited so that each bot plays in about one match at a time.
        """
        tables = max(1, len(league.bots) // league.seats)
        at_once = None if league.clock.strict() else tables * len(seatings(league))
        return Resources(1, at_once, copies=self._orders.copies)

    def _wait(self, versions: Roll | None, seconds: float) -> None:
        if self._listening is None or versions is None:
            super()._wait(versions, seconds)
        elif not self.changed(versions):
            self._look_on(versions, seconds, lambda: self.changed(versions))

    def changed(self, versions: Roll | None) -> bool:
        """Returns whether the bots entered in the ladder differ from `versions`, or the seated bots differ from the
        seated bots of the last run.
        """
        return super().changed(versions) or self._attending(versions or ()) != self._seated

    def seen(self, progress: Progress) -> None:
        """Passes the tokens of the entered bots to the gate of this run, and records the connected bots that the gate
        reports.
        """
        with suppress(ArenaError):  # if the entries cannot be read, the last tokens stay valid
            progress.admitted = _tokens(self._active())
        if progress.there is not None:
            if not self._at_gate:
                self._at_gate = True
                self._attendance.open(time.monotonic())
            self._see(progress.there)

    def moved(self, versions: Roll, game: str) -> bool:  # noqa: ARG002  # there is only one game
        """Returns `changed(versions)`; ignores `game`, because all entered bots play the ladder's game."""
        return self.changed(versions)

    def _attending(self, versions: Roll) -> frozenset[str]:
        return self._attendance.seated() & {entry.name for entry in versions}

    def _see(self, there: Mapping[str, float | None]) -> None:
        self._attendance.see(there, time.monotonic())
        self.say(dict(there))

    def _open(self, address: str) -> None:
        self._close()
        demand_safe(address, self._orders.tls, OPTION)
        self._listening, self._address = listen(address, self._orders.tls, OPTION), address

    def _close(self) -> None:
        if self._listening:
            self._listening.socket.close()
        self._listening, self._address = None, ""

    def _terms(self, versions: Roll) -> GateTerms:
        """Returns the settings of the gate: its listening socket, and the tokens that it accepts."""
        assert self._listening
        return GateTerms(self._listening, _tokens(versions), patient=True)

    def _look_on(self, versions: Roll, seconds: float, enough: Callable[[], bool]) -> None:
        """Watches the gate between runs, for at most `seconds` or until `enough()` is true.

        Raises SystemExit if the process receives a signal to terminate.
        """
        if asyncio.run(self._looked_on(versions, seconds, enough)):
            raise SystemExit

    async def _looked_on(self, versions: Roll, seconds: float, enough: Callable[[], bool]) -> bool:
        ending = asyncio.Event()
        when_terminated(asyncio.get_running_loop(), ending.set)
        until_s = time.monotonic() + seconds
        terms = self._terms(versions)
        own = terms.listening.socket.dup()  # a gate closes its socket when it ends
        async with Gate(replace(terms, listening=terms.listening._replace(socket=own)), Clock()) as gate:
            self._attendance.open(time.monotonic())
            while time.monotonic() < until_s and not enough() and not ending.is_set():
                self._see(gate.there())
                await asyncio.sleep(LOOK_S)
        return ending.is_set()


def _tokens(versions: Roll) -> dict[str, str]:
    """Returns the names of the entered bots, by the hash of each bot's token."""
    return {entry.hash: entry.name for entry in versions}
