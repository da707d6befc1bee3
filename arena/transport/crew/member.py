"""The interface of a crew's members."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from arena.transport.clocks.clock import Clock
from arena.transport.crew.conduct import MOST_FAILURES
from arena.transport.crew.session import Session
from arena.transport.streams.pump import Switchboard


@dataclass(frozen=True, slots=True)
class Member:
    """A bot, a guest or a remote as a crew keeps it: it may have several slots, each with one session after another."""

    name: str
    """Its name in matches."""
    clock: Clock
    """The time it is granted."""
    enter: Callable[[str, Path, int, Switchboard], Awaitable[Session]]
    """Begins a session in the slot of this name; its first message must be Hello. Its socket may lie in this folder,
    named by this number. Raises OSError if no session can begin, ArenaError if that is the arena's failure.
    """
    at_once: bool = True
    """Whether it starts before a match wants it."""
    most_failures: int = MOST_FAILURES
    """After so many failures in a row it no longer takes part."""
    unfit: str = ""
    """Why it cannot take part, in a sentence; empty if it can. `output` says more."""
    output: str = ""
    """The text shown as its output while it has no session."""


class Visitor(Protocol):
    """A player that is no program of this machine."""

    def member(self) -> Member:
        """The player as a member of a crew."""
