"""Counts the progress of a run of a league, and handles interrupts."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

from arena.errors import ArenaError
from arena.transport.crew.usage import Usage


@dataclass(slots=True)
class Progress:
    """The progress of a run of a league, for displays. The callback that receives it may also end the run by setting
    `draining`.
    """

    total: int
    """The largest number of matches that the league can have; fewer are played if it ends early."""
    stored: int
    """The number of matches that have a record, including matches of earlier runs."""
    began_with: int
    """The number of matches that had a record when the run began."""
    began_s: float
    draining: bool = False
    """Whether no further match may begin; the callback that receives the progress may set this to end the run."""
    withdrawn: dict[str, str] = field(default_factory=dict)
    """The reason for each bot's withdrawal, by the name of the withdrawn bot."""
    lost_workers: int = 0
    """The number of workers that ended with a failure; their matches are played again."""
    failure: ArenaError | None = None
    """The latest error that a worker process or, on a cluster, a shard (a group of blocks) reported; None if none."""
    void: set[int] = field(default_factory=set)
    """The places in the schedule of the matches that had no record when their worker or shard failed. Some of these
    matches had not begun. A shard is a group of blocks that a cluster plays as one unit.
    """
    waits: dict[int, dict[str, float]] = field(default_factory=dict)
    """For each worker, the bots that the worker is waiting for, each with the seconds of the wait."""
    usage: dict[str, Usage] = field(default_factory=dict)
    """The CPU time, memory and thinking time that each bot has used in this run, by the bot's name."""
    round_trips_ms: dict[str, float] = field(default_factory=dict)
    """The median of the latest round-trip times to the program that connects a remote bot, in ms, by the bot's name."""
    there: dict[str, float | None] | None = None
    """The remote bots that are connected, each with its round trip in ms, or None if that is unknown. The whole field
    is None if the league has no gate.
    """
    admitted: dict[str, str] | None = None
    """The remote bots that may connect from now on, by the hash of each bot's token; None means no change. The callback
    that receives the progress may set this.
    """
    sandboxes: set[str] = field(default_factory=set)
    """Sentences about the sandboxes that confined the bots on the machines of a cluster."""
    decided: bool = False
    """Whether the league ended before the end of its schedule because its goal has been reached."""

    @classmethod
    def of(cls, total: int, stored: int) -> "Progress":
        """Returns the progress of a run that begins now, when `stored` of `total` matches have a record."""
        return cls(total, stored, stored, time.monotonic())

    def end(self, total: int, stored: int) -> None:
        """Marks the league as ended early. The league then has `total` matches, and `stored` of them have a record."""
        self.total, self.stored, self.decided = total, stored, True
        self.began_with = min(self.began_with, stored)

    def finished(self) -> bool:
        """Whether all matches have a record, so that nothing is left to play."""
        return self.stored >= self.total

    def waiting(self) -> dict[str, float]:
        """Returns the longest time in seconds that any worker has waited for each bot, by the bot's name, longest time
        first.
        """
        longest: dict[str, float] = {}
        for waits in self.waits.values():
            for bot, seconds in waits.items():
                longest[bot] = max(seconds, longest.get(bot, 0))
        return dict(sorted(longest.items(), key=lambda wait: -wait[1]))

    def played(self) -> int:
        """Returns the number of matches that were played in this run."""
        return self.stored - self.began_with

    def elapsed_s(self) -> float:
        """Returns the seconds since the run began."""
        return time.monotonic() - self.began_s

    def rate(self) -> float:
        """Returns the number of matches per second in this run."""
        return self.played() / max(1e-9, self.elapsed_s())

    def left_s(self) -> float | None:
        """Returns the estimated seconds to the end of the run at its present rate; None while this run has played no
        match.
        """
        rate = self.rate()
        return (self.total - self.stored) / rate if rate else None


@contextmanager
def interrupts(on_interrupt: Callable[[], None]) -> Iterator[None]:
    """Makes Ctrl-C and SIGTERM call `on_interrupt` within this context; does nothing outside the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def handle(_number: int, _frame: FrameType | None) -> None:
        on_interrupt()

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
