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
    """A bot, a guest or a remote as a crew keeps it: it may hold slots, in each one session after another."""

    name: str
    """What matches call it."""
    clock: Clock
    """What it is granted."""
    enter: Callable[[str, Path, int, Switchboard], Awaitable[Session]]
    """Begins a session, in which Hello is due, in the slot of this name; its socket may lie in this folder, named by
    this number. Raises OSError if there can be none, ArenaError where that is the arena's failure.
    """
    at_once: bool = True
    """Whether it is to be there before a match wants it."""
    most_failures: int = MOST_FAILURES
    """After so many in a row it no longer takes part."""
    unfit: str = ""
    """Why it cannot take part, in a sentence; empty if it can. `output` says more."""
    output: str = ""
    """What is told of it while it has no session."""


class Visitor(Protocol):
    """Players that are not programs of this machine."""

    def member(self) -> Member:
        """As a host keeps it."""
