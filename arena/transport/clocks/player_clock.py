"""The clock of a player (a bot's process): when the time for a choice starts, and how much of it is charged.

An open turn is a turn that the bot has not answered. A player may have open turns in several matches at once. Each
match gives the bot's seat a bank, which is its thinking time for that match; a turn that uses up the bank runs out of
time and loses the match.

Rule 1: time runs for one turn at a time, the player's oldest open turn; only this turn can run out of time. Its time
starts when the turn was sent, or when the bot's previous choices arrived, whichever is later. A turn that waits
because the bot does not read its stream counts as sent.
Rule 2: if the bot's next message answers several turns, each of them is charged an equal share of this time.
Rule 3: time by which the arena itself was late is not charged.
Rule 4: after a turn has run out of time, no match is charged and no other turn runs out of time until the bot's next
message, because the bot may still be thinking about the lost match. If the bot owes an answer and sends nothing for the
length of two full banks after the turn ran out of time, it counts as hung.
"""

import time
from typing import Final

from arena.transport.clocks.clock import NS_PER_MS, Clock, Heartbeat
from arena.transport.clocks.latencies import BUCKETS

SILENT_BANKS: Final = 2
"""The maximum time, in whole banks (a bank is a seat's thinking time for a match), for which a bot may send nothing
after one of its turns ran out of time. A bot's process that is silent for longer counts as hung.
"""


class PlayerClock:
    """Measures the time that one player uses in all its matches. The caller charges each choice's time to a
    `SeatClock`, the clock of a seat in one match.
    """

    __slots__ = ("_from_ns", "_heartbeat", "granted", "latencies", "owes_from_ns", "silent_in")

    def __init__(self, granted: Clock, heartbeat: Heartbeat) -> None:
        """`granted`: the time that the player has. `heartbeat`: measures the delays of the arena, which are subtracted
        from the player's time.
        """
        self.granted = granted
        self.latencies = [0] * BUCKETS
        """The number of choices in each bucket of thinking time (see the module `latencies`)."""
        self.owes_from_ns = 0
        """The time in nanoseconds since which the bot has owed an answer: when its last message arrived or, if no turn
        was open after this message, when the next turn became open. A turn that runs out of time does not change this.
        """
        self.silent_in: str | None = None
        """The id of the match in which a turn of the bot ran out of time; None again as soon as the bot sends choices.
        """
        self._heartbeat = heartbeat
        self._from_ns = 0
        """The start of the time for the next choice, in nanoseconds, minus the arena's total delay up to then."""

    def start(self) -> None:
        """Starts the time for the next choice of a bot that owed no answer.

        Called when messages are sent to the bot, and when waiting turns count as open although they were not sent,
        because the bot does not read its stream.
        """
        self.owes_from_ns = time.monotonic_ns()
        self._lap(self.owes_from_ns)

    def hear(self, choices: int = 1) -> int:
        """Records that a message with this number of choices has arrived; returns the nanoseconds to charge for each
        choice.
        """
        self.owes_from_ns = time.monotonic_ns()
        elapsed_ns = self._lap(self.owes_from_ns)
        if self.silent_in is None:
            return elapsed_ns // choices
        self.silent_in = None
        return 0

    def withdraw(self) -> int:
        """Records that the oldest open turn was withdrawn, because another player takes the seat; returns the
        nanoseconds to charge for the turn.
        """
        return self._lap(time.monotonic_ns()) if self.silent_in is None else 0

    def expire(self, match: str) -> int:
        """Records that the oldest open turn, in the match with this id, ran out of time; returns the nanoseconds to
        charge for the turn.
        """
        self.silent_in = match
        return self._lap(time.monotonic_ns())

    def used_up(self, bank_ns: int) -> bool:
        """Returns whether the oldest open turn has used over a millisecond more than `bank_ns`, the nanoseconds that
        its seat has left. Always False between a time-out and the bot's next choices.
        """
        return self.silent_in is None and self._elapsed_ns(time.monotonic_ns()) > bank_ns + NS_PER_MS

    def hung(self) -> bool:
        """Returns whether the bot has been silent for too long since a turn ran out of time; call it only if the bot
        owes an answer.
        """
        most_ns = self.most_silent_ms() * NS_PER_MS
        return self.silent_in is not None and self._elapsed_ns(time.monotonic_ns()) > most_ns

    def most_silent_ms(self) -> int:
        """Returns how many milliseconds the bot may be silent after a turn ran out of time."""
        return SILENT_BANKS * self.granted.bank_ms

    def _elapsed_ns(self, now_ns: int) -> int:
        return max(0, now_ns - self._heartbeat.late_ns(now_ns) - self._from_ns)

    def _lap(self, now_ns: int) -> int:
        """Starts the time for the next choice; returns the nanoseconds that passed since the last start, without delays
        of the arena.
        """
        from_ns, self._from_ns = self._from_ns, now_ns - self._heartbeat.late_ns(now_ns)
        return max(0, self._from_ns - from_ns)
