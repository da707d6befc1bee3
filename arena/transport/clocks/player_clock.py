"""The clock of a player: since when time runs, and how much of it is charged.

Rule 1: time runs for the first open turn, since its batch was sent or the bot's previous choices arrived, whichever
is later.
Rule 2: choices that arrive together share that time equally.
Rule 3: time in which the arena itself was late is not charged.
Rule 4: after a turn has run out nothing is charged until the bot speaks again, and no other turn can run out: that time
belongs to the match that is lost. A bot that owes an answer and stays silent for two whole banks is hung.
"""

import time
from typing import Final

from arena.transport.clocks.clock import NS_PER_MS, Clock, Heartbeat
from arena.transport.clocks.latencies import BUCKETS

SILENT_BANKS: Final = 2
"""How many whole banks a bot that let a turn run out may stay silent before its process counts as hung."""


class PlayerClock:
    """Measures the time of one player over all its matches; each charge goes to the `SeatClock` of one match."""

    __slots__ = ("_from_ns", "_heartbeat", "granted", "latencies", "owes_from_ns", "silent_in")

    def __init__(self, granted: Clock, heartbeat: Heartbeat) -> None:
        """`heartbeat`: the arena's, which knows how late the arena was."""
        self.granted = granted
        self.latencies = [0] * BUCKETS
        """How many choices fell into each bucket of time (see `latencies`)."""
        self.owes_from_ns = 0
        """When the bot last spoke, or was last sent a batch while it owed nothing; no turn that runs out changes it."""
        self.silent_in: str | None = None
        """The id of the match in which a turn ran out, until the bot speaks again; else None."""
        self._heartbeat = heartbeat
        self._from_ns = 0
        """When the time of the next choice began, minus the total delay of the arena by then."""

    def start(self) -> None:
        """Begins the time of the next choice, because a batch is sent to a bot that owed nothing."""
        self.owes_from_ns = time.monotonic_ns()
        self._lap(self.owes_from_ns)

    def restart(self) -> None:
        """Begins the time of the next choice of a bot that owes turns only because it does not read."""
        self._lap(time.monotonic_ns())

    def hear(self, choices: int = 1) -> int:
        """Takes note that the bot has sent so many choices; returns the nanoseconds that each is charged."""
        self.owes_from_ns = time.monotonic_ns()
        elapsed_ns = self._lap(self.owes_from_ns)
        if self.silent_in is None:
            return elapsed_ns // choices
        self.silent_in = None
        return 0

    def withdraw(self) -> int:
        """Takes note that the first open turn was taken back; returns the nanoseconds it is charged."""
        return self._lap(time.monotonic_ns()) if self.silent_in is None else 0

    def expire(self, match: str) -> int:
        """Takes note that the first open turn, in the match with this id, ran out; returns the nanoseconds charged."""
        self.silent_in = match
        return self._lap(time.monotonic_ns())

    def used_up(self, bank_ns: int) -> bool:
        """Whether the first open turn has run out, if its seat has `bank_ns` left."""
        return self.silent_in is None and self._elapsed_ns(time.monotonic_ns()) > bank_ns + NS_PER_MS

    def hung(self) -> bool:
        """Whether the bot has been silent for too long since a turn ran out, if it owes an answer."""
        most_ns = self.most_silent_ms() * NS_PER_MS
        return self.silent_in is not None and self._elapsed_ns(time.monotonic_ns()) > most_ns

    def most_silent_ms(self) -> int:
        """How long the bot may be silent after a turn ran out, in milliseconds."""
        return SILENT_BANKS * self.granted.bank_ms

    def _elapsed_ns(self, now_ns: int) -> int:
        return max(0, now_ns - self._heartbeat.late_ns(now_ns) - self._from_ns)

    def _lap(self, now_ns: int) -> int:
        """Begins the time of the next choice; returns how long the one before took, in nanoseconds."""
        from_ns, self._from_ns = self._from_ns, now_ns - self._heartbeat.late_ns(now_ns)
        return max(0, self._from_ns - from_ns)
