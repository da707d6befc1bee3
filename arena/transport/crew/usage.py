"""Counts the resources that bots use: processor time, memory and thinking time."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Usage:
    """The resources that a bot has used in some period; the usages of several periods can be added."""

    cpu_us: int = 0
    """The CPU time of the bot's processes, in microseconds."""
    latencies: Counter[int] = field(default_factory=Counter)
    """The number of choices in each bucket of thinking time, by the bucket's index (see
    `arena.transport.clocks.latencies`).
    """
    peak_bytes: int = 0
    """The most memory in bytes that was measured for the bot's processes together; 0 if unknown."""

    def add(self, other: "Usage") -> None:
        """Adds the usage of another period to this one."""
        self.cpu_us += other.cpu_us
        self.peak_bytes = max(self.peak_bytes, other.peak_bytes)
        self.latencies.update(other.latencies)


def add_usage(total: dict[str, Usage], more: dict[str, Usage]) -> None:
    """Adds `more`, the usage of each bot in another period, to `total`; both contain the usage by the bot's name."""
    for name, usage in more.items():
        total.setdefault(name, Usage()).add(usage)
