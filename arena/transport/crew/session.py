"""A session: a process of a bot with its stream, or a guest's line, until it ends."""

from abc import ABC, abstractmethod

from arena.system.processes.sight import Sight
from arena.transport.processes.excess import Excess


class Session(ABC):
    """The base of all sessions; its own methods suit those without a process to be stopped, limited or counted."""

    @abstractmethod
    async def wait(self) -> str:
        """Waits until it has ended; returns how, in a sentence."""

    @abstractmethod
    async def end(self, grace_s: float = 0) -> None:
        """Ends it, within `grace_s` if it can end itself, and frees the arena's resources; may be called again."""

    @abstractmethod
    def say_goodbye(self, reason: str) -> None:
        """Sends what waits, then Goodbye with the reason."""

    def there(self) -> bool:
        """Whether a match may begin with it now."""
        return True

    def begin(self, match: bytes) -> None:  # noqa: B027  # most keep no output
        """Assigns what it prints from now on to the match with this id."""

    async def demand_surroundings(self) -> None:  # noqa: B027  # most are not confined
        """Raises ArenaError if the process could not begin because of the box that the arena put around it."""

    def terminate(self) -> None:  # noqa: B027  # most have no process to ask
        """Asks its process to end, and to print where it hangs."""

    def wake(self) -> None:  # noqa: B027  # most are never stopped
        """Lets its process compute: the bot has a turn, or must end."""

    def rest(self) -> None:  # noqa: B027  # most are never stopped
        """Keeps its process from computing: the bot owes no answer."""

    def look(self, sight: Sight) -> Excess | None:  # noqa: ARG002  # it has no process
        """Counts what `sight` shows of its process; returns the limit that it exceeds, if any."""
        return None

    def explained(self) -> Excess | None:
        """The limit that made it end as it did, if that is known; else None."""
        return None

    def unguarded_s(self) -> float | None:
        """When it lost its guard before its own end, in seconds of the monotonic clock; None if it did not."""
        return None

    def output(self) -> str:
        """The last lines it wrote."""
        return ""

    def cpu_us(self) -> int:
        """CPU time it has used, in microseconds, as far as that was seen."""
        return 0

    def peak_bytes(self) -> int:
        """The most memory it was seen to have; 0 if unknown."""
        return 0
