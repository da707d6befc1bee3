"""The clock of a player: from when and how much it is charged.

Rule 1: time runs for the turn first in line, from the later of: its batch was sent, the bot's previous choices arrived.
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
    """One for each player, in however many matches; what is charged goes to the `SeatClock` of one of them."""

    __slots__ = ("_from_ns", "_heartbeat", "granted", "latencies", "owes_from_ns", "silent_in")

    def __init__(self, granted: Clock, heartbeat: Heartbeat) -> None:
        """`heartbeat`: the arena's, which tells how late it was."""
        self.granted = granted
        self.latencies = [0] * BUCKETS
        """How many choices took how long, in the buckets of `latencies`."""
        self.owes_from_ns = 0
        """When the bot was last sent a batch while it owed nothing, or spoke; no turn that runs out changes it."""
        self.silent_in: str | None = None
        """The id of the match in which a turn ran out, as long as the bot has not spoken since."""
        self._heartbeat = heartbeat
        self._from_ns = 0
        """When the time of the next choice began, less how late the arena had been in total by then."""

    def start(self) -> None:
        """A batch is sent to a bot that owed nothing: the time of its next choice begins."""
        self.owes_from_ns = time.monotonic_ns()
        self._lap(self.owes_from_ns)

    def restart(self) -> None:
        """The bot owes turns it has not read, because it does not read: the time of its next choice begins."""
        self._lap(time.monotonic_ns())

    def hear(self, choices: int = 1) -> int:
        """The bot has sent so many choices: what each of them is charged, in nanoseconds."""
        self.owes_from_ns = time.monotonic_ns()
        elapsed_ns = self._lap(self.owes_from_ns)
        if self.silent_in is None:
            return elapsed_ns // choices
        self.silent_in = None
        return 0

    def withdraw(self) -> int:
        """The turn first in line was taken back: what it is charged, in nanoseconds."""
        return self._lap(time.monotonic_ns()) if self.silent_in is None else 0

    def expire(self, match: str) -> int:
        """The turn first in line, in the match of this id, has run out: what it is charged, in nanoseconds."""
        self.silent_in = match
        return self._lap(time.monotonic_ns())

    def used_up(self, bank_ns: int) -> bool:
        """Whether the turn first in line has run out, if that is what its seat has left."""
        return self.silent_in is None and self._elapsed_ns(time.monotonic_ns()) > bank_ns + NS_PER_MS

    def hung(self) -> bool:
        """Whether the bot has been silent for too long since a turn ran out, if it owes an answer."""
        most_ns = self.most_silent_ms() * NS_PER_MS
        return self.silent_in is not None and self._elapsed_ns(time.monotonic_ns()) > most_ns

    def most_silent_ms(self) -> int:
        """How long the bot may be silent after a turn ran out."""
        return SILENT_BANKS * self.granted.bank_ms

    def _elapsed_ns(self, now_ns: int) -> int:
        return max(0, now_ns - self._heartbeat.late_ns(now_ns) - self._from_ns)

    def _lap(self, now_ns: int) -> int:
        """Begins the time of the next choice; how long that of the one before was."""
        from_ns, self._from_ns = self._from_ns, now_ns - self._heartbeat.late_ns(now_ns)
        return max(0, self._from_ns - from_ns)
