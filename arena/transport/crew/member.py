"""What a crew needs of those it keeps, whatever they are: who may hold a slot, and what is there while one does."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from arena.transport.clocks.clock import Clock
from arena.transport.crew.conduct import MOST_FAILURES
from arena.transport.machine.sight import Sight
from arena.transport.processes.excess import Excess
from arena.transport.streams.pump import Switchboard


class Session(Protocol):
    """Who answers from a slot now, until it has ended."""

    async def wait(self) -> str:
        """Waits until it has ended; says how."""

    def there(self) -> bool:
        """Whether a match may begin with it now."""

    async def end(self, grace_s: float = 0) -> None:
        """Ends it and all it holds of the arena, after some time to leave by itself; may be said again."""

    def say_goodbye(self, reason: str) -> None:
        """Sends what waits and the last message."""

    async def demand_surroundings(self) -> None:
        """Complains where it could not begin for what the arena has put around it: ArenaError."""

    def terminate(self) -> None:
        """Asks it to end, and to say where it hangs."""

    def wake(self) -> None:
        """It has a turn, or is to end."""

    def rest(self) -> None:
        """It owes nothing."""

    def look(self, sight: Sight) -> Excess | None:
        """Counts what `sight` shows of it; whether that is more than it may use."""

    def explained(self) -> Excess | None:
        """The limit that made it end as it did, where that is known."""

    def unguarded_s(self) -> float | None:
        """When it lost its guard without having ended, in the time of the system's clock; None if it did not."""

    def output(self) -> str:
        """The last lines it wrote."""

    def cpu_us(self) -> int:
        """CPU time it has used, in microseconds, as far as that was seen."""

    def peak_bytes(self) -> int:
        """The most memory it was seen to have; 0 if unknown."""


@dataclass(frozen=True, slots=True)
class Member:
    """Who may hold slots, one session after another."""

    name: str
    """What matches call it."""
    clock: Clock
    """What it is granted."""
    enter: Callable[[str, Path, int, Switchboard], Awaitable[Session]]
    """A new session, who is about to say hello, for the slot of this name; its socket may lie in this folder, named
    by this number. Raises OSError if there can be none, ArenaError where that is the arena's failure.
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
    """Who is no program of this machine, and plays all the same."""

    def member(self) -> Member:
        """As a host keeps it."""
