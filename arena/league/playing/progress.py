"""The progress of a run, and its interruption."""

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
    """How far a run has come."""

    total: int
    """Matches in the league, at most."""
    stored: int
    """Matches with a record, those of earlier runs included."""
    began_with: int
    """Matches that had a record when the run began."""
    began_s: float
    draining: bool = False
    """Whether no further match begins; a follower of a run may set it, and so ends it."""
    withdrawn: dict[str, str] = field(default_factory=dict)
    """Bots that no longer take part, and why."""
    lost_workers: int = 0
    """Workers that ended before their time; their matches are played again."""
    failure: ArenaError | None = None
    """Why the last of them gave up, if it could say."""
    void: set[int] = field(default_factory=set)
    """The places of matches that workers had claimed and not brought when they died or gave up, begun or not."""
    waits: dict[int, dict[str, float]] = field(default_factory=dict)
    """By worker: the bots it waits for, and for how many seconds."""
    usage: dict[str, Usage] = field(default_factory=dict)
    """What each bot has used in this run."""
    round_trips_ms: dict[str, float] = field(default_factory=dict)
    """To the connectors of remotes and back, as they were lately."""
    there: dict[str, float | None] | None = None
    """The remotes whose connectors are there, with their round trips where these are known; None where nobody says."""
    admitted: dict[str, str] | None = None
    """By the hashes of their tokens, the remotes that may come in from now on; a follower of a run may set it."""
    sandboxes: set[str] = field(default_factory=set)
    """How bots were confined on the machines of a cluster."""
    decided: bool = False
    """The league has ended before its schedule, because what it is played for is known."""

    @classmethod
    def of(cls, total: int, stored: int) -> "Progress":
        """The progress of a run that begins now."""
        return cls(total, stored, stored, time.monotonic())

    def end(self, total: int, stored: int) -> None:
        """The league is over after fewer matches."""
        self.total, self.stored, self.decided = total, stored, True
        self.began_with = min(self.began_with, stored)

    def finished(self) -> bool:
        """Whether nothing is left to play."""
        return self.stored >= self.total

    def waiting(self) -> dict[str, float]:
        """The bots that are waited for, and for how many seconds; the longest first."""
        longest: dict[str, float] = {}
        for waits in self.waits.values():
            for bot, seconds in waits.items():
                longest[bot] = max(seconds, longest.get(bot, 0))
        return dict(sorted(longest.items(), key=lambda wait: -wait[1]))

    def played(self) -> int:
        """Matches played in this run."""
        return self.stored - self.began_with

    def elapsed_s(self) -> float:
        """Seconds since the run began."""
        return time.monotonic() - self.began_s

    def rate(self) -> float:
        """Matches a second in this run."""
        return self.played() / max(1e-9, self.elapsed_s())

    def left_s(self) -> float | None:
        """Seconds to the end at this rate; None while there is no rate."""
        rate = self.rate()
        return (self.total - self.stored) / rate if rate else None


@contextmanager
def interrupts(on_interrupt: Callable[[], None]) -> Iterator[None]:
    """Within it, Ctrl-C and SIGTERM call `on_interrupt` instead of raising; only the main thread hears of them."""
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
