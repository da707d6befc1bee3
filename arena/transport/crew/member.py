"""What a crew knows of each of its members."""

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
    """A bot, a guest or a remote of a crew; it may have several slots, with one session after another in each."""

    name: str
    """The member's name in matches."""
    clock: Clock
    """The time that it has to think."""
    enter: Callable[[str, Path, int, Switchboard], Awaitable[Session]]
    """Begins a session: called with the slot's name, a folder for its socket, a number for the socket's name, and the
    switchboard.

    The session's first message must be Hello. Raises OSError if no session can begin, ArenaError if that is the arena's
    failure.
    """
    at_once: bool = True
    """Whether its sessions begin before a match wants it."""
    most_failures: int = MOST_FAILURES
    """The number of failures in a row after which it no longer takes part."""
    unfit: str = ""
    """Why it cannot take part, in a sentence; empty if it can. `output` says more."""
    output: str = ""
    """The text that is shown as its output while it has no session."""


class Visitor(Protocol):
    """A player that is not a program on this machine."""

    def member(self) -> Member:
        """The player as a member of a crew."""
