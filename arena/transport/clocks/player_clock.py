"""The clock of a player: when the time of a choice begins, and how much of it is charged.

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
    """Measures the time of one player in all its matches; the caller charges it to the `SeatClock` of a match."""

    __slots__ = ("_from_ns", "_heartbeat", "granted", "latencies", "owes_from_ns", "silent_in")

    def __init__(self, granted: Clock, heartbeat: Heartbeat) -> None:
        """`heartbeat`: the arena's, which tells how late the arena was."""
        self.granted = granted
        self.latencies = [0] * BUCKETS
        """How many choices took how long, by bucket (see `latencies`)."""
        self.owes_from_ns = 0
        """When the bot last sent something, or was sent a batch while it owed nothing (ns); a turn that runs out does
        not change it.
        """
        self.silent_in: str | None = None
        """The id of the match in which a turn ran out, until the bot sends choices again; else None."""
        self._heartbeat = heartbeat
        self._from_ns = 0
        """When the time of the next choice began, minus the arena's total delay up to then, in nanoseconds."""

    def start(self) -> None:
        """Starts the time of the next choice: a batch is being sent to a bot that owed nothing."""
        self.owes_from_ns = time.monotonic_ns()
        self._lap(self.owes_from_ns)

    def restart(self) -> None:
        """Starts the time of the next choice again, for a bot that owes turns only because it does not read."""
        self._lap(time.monotonic_ns())

    def hear(self, choices: int = 1) -> int:
        """Records that `choices` choices have arrived; returns the nanoseconds that each of them is charged."""
        self.owes_from_ns = time.monotonic_ns()
        elapsed_ns = self._lap(self.owes_from_ns)
        if self.silent_in is None:
            return elapsed_ns // choices
        self.silent_in = None
        return 0

    def withdraw(self) -> int:
        """Records that the first open turn was taken back; returns the nanoseconds that it is charged."""
        return self._lap(time.monotonic_ns()) if self.silent_in is None else 0

    def expire(self, match: str) -> int:
        """Records that the first open turn ran out in the match with this id; returns the nanoseconds that it is
        charged.
        """
        self.silent_in = match
        return self._lap(time.monotonic_ns())

    def used_up(self, bank_ns: int) -> bool:
        """Whether the first open turn has run out, if its seat has `bank_ns` nanoseconds left."""
        return self.silent_in is None and self._elapsed_ns(time.monotonic_ns()) > bank_ns + NS_PER_MS

    def hung(self) -> bool:
        """Whether the bot, which must owe an answer, has been silent for too long since a turn ran out."""
        most_ns = self.most_silent_ms() * NS_PER_MS
        return self.silent_in is not None and self._elapsed_ns(time.monotonic_ns()) > most_ns

    def most_silent_ms(self) -> int:
        """How many milliseconds the bot may be silent after a turn ran out."""
        return SILENT_BANKS * self.granted.bank_ms

    def _elapsed_ns(self, now_ns: int) -> int:
        return max(0, now_ns - self._heartbeat.late_ns(now_ns) - self._from_ns)

    def _lap(self, now_ns: int) -> int:
        """Starts the time of the next choice; returns how many nanoseconds the one before took."""
        from_ns, self._from_ns = self._from_ns, now_ns - self._heartbeat.late_ns(now_ns)
        return max(0, self._from_ns - from_ns)
