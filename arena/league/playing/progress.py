"""Counts how far a run of a league has come, and handles interrupts."""

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
    """How far a run has come, for displays; a follower of the run may also end it here."""

    total: int
    """How many matches the league has at most."""
    stored: int
    """How many matches have a record, those of earlier runs included."""
    began_with: int
    """How many matches had a record when the run began."""
    began_s: float
    draining: bool = False
    """Whether no further match may begin; a follower of the run may set it to end the run."""
    withdrawn: dict[str, str] = field(default_factory=dict)
    """Why each bot that was withdrawn no longer takes part, by the bot's name."""
    lost_workers: int = 0
    """How many workers ended with a failure; their matches are played again."""
    failure: ArenaError | None = None
    """Why the last worker or shard that failed gave up; None if none failed or none gave a reason."""
    void: set[int] = field(default_factory=set)
    """The places of matches that workers claimed but did not deliver before they died or gave up, begun or not."""
    waits: dict[int, dict[str, float]] = field(default_factory=dict)
    """For each worker, the bots it waits for, each with the seconds it has waited."""
    usage: dict[str, Usage] = field(default_factory=dict)
    """What each bot has used of the machine in this run, by its name."""
    round_trips_ms: dict[str, float] = field(default_factory=dict)
    """The median in milliseconds of the latest round trips to each remote's connector, by the remote's name."""
    there: dict[str, float | None] | None = None
    """The remotes whose connectors are connected, each with its round trip in ms, None if unknown; None if there is no
    gate.
    """
    admitted: dict[str, str] | None = None
    """The remotes that may come in from now on, by the hash of their token; None: no change. A follower of the run may
    set it.
    """
    sandboxes: set[str] = field(default_factory=set)
    """Sentences that say how bots were confined on the machines of a cluster."""
    decided: bool = False
    """Whether the league has ended before its schedule did, because its goal is reached."""

    @classmethod
    def of(cls, total: int, stored: int) -> "Progress":
        """The progress of a run that begins now, with `stored` of `total` matches recorded."""
        return cls(total, stored, stored, time.monotonic())

    def end(self, total: int, stored: int) -> None:
        """Sets the progress to that of a league that has ended early, after `total` matches."""
        self.total, self.stored, self.decided = total, stored, True
        self.began_with = min(self.began_with, stored)

    def finished(self) -> bool:
        """Whether all matches have a record, so that nothing is left to play."""
        return self.stored >= self.total

    def waiting(self) -> dict[str, float]:
        """The longest time in seconds that a worker has waited for each bot, by its name; the longest first."""
        longest: dict[str, float] = {}
        for waits in self.waits.values():
            for bot, seconds in waits.items():
                longest[bot] = max(seconds, longest.get(bot, 0))
        return dict(sorted(longest.items(), key=lambda wait: -wait[1]))

    def played(self) -> int:
        """How many matches were played in this run."""
        return self.stored - self.began_with

    def elapsed_s(self) -> float:
        """Seconds since the run began."""
        return time.monotonic() - self.began_s

    def rate(self) -> float:
        """Matches a second in this run."""
        return self.played() / max(1e-9, self.elapsed_s())

    def left_s(self) -> float | None:
        """Seconds to the end at the rate of this run; None while no match has been played in it."""
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
