"""The description of a member of a crew, which is the set of all players of a match host."""

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
    """A member of a crew: a bot, a guest or a remote bot. It has one or more slots, and in each slot one session after
    another.
    """

    name: str
    """The member's name in matches."""
    clock: Clock
    """The member's time limits."""
    enter: Callable[[str, Path, int, Switchboard], Awaitable[Session]]
    """The function that begins a session. Its arguments are the slot's name, a folder for the session's socket, a
    number for the socket's name, and the switchboard (the part of the arena to which the session reports).

    The session's first message must be Hello. The function raises OSError if no session can begin, ArenaError if the
    arena itself is the cause.
    """
    at_once: bool = True
    """Whether the member's sessions begin at once, before a match needs the member."""
    most_failures: int = MOST_FAILURES
    """The number of failures in a row after which the member no longer takes part."""
    unfit: str = ""
    """The reason why the member cannot take part, in a sentence; empty if it can. `output` has the details."""
    output: str = ""
    """The text that is shown as the member's output while it has no session."""


class Visitor(Protocol):
    """A player that is not a program on this machine, such as a person or a remote bot."""

    def member(self) -> Member:
        """Returns the player in the form of a member of a crew."""
