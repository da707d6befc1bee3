"""The clock of one seat in one match."""

from arena.transport.clocks.clock import NS_PER_MS, Clock


class SeatClock:
    """The time left to one seat in one match (its bank) and the thinking time that it has used, in nanoseconds. The
    object is small so that charging touches little memory.
    """

    __slots__ = ("_increment_ns", "bank_ns", "slowest_ns", "thinking_ns")

    def __init__(self, clock: Clock) -> None:
        self.bank_ns = clock.bank_ms * NS_PER_MS
        self.thinking_ns = 0
        self.slowest_ns = 0
        self._increment_ns = clock.increment_ms * NS_PER_MS

    def charge(self, spent_ns: int) -> bool:
        """Subtracts the thinking time of a choice from the bank, then adds the increment; returns whether the bank had
        enough.
        """
        self.thinking_ns += spent_ns
        self.slowest_ns = max(self.slowest_ns, spent_ns)
        left = self.bank_ns - spent_ns
        self.bank_ns = max(0, left) + self._increment_ns
        return left >= 0

    def spend(self, spent_ns: int) -> None:
        """Subtracts from the bank the time of a turn that ended without a choice. Unlike `charge`, adds no time."""
        self.thinking_ns += spent_ns
        self.bank_ns = max(0, self.bank_ns - spent_ns)
