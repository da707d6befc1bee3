"""A session: a bot's process with its stream, or a guest with its line, until it ends."""

from abc import ABC, abstractmethod

from arena.system.processes.process_table import Sight
from arena.transport.processes.excess import Excess


class Session(ABC):
    """The base of all sessions; its methods suit sessions without a process to be stopped, limited or measured."""

    @abstractmethod
    async def wait(self) -> str:
        """Waits until the session has ended; returns how it ended, in a sentence."""

    @abstractmethod
    async def end(self, grace_s: float = 0) -> None:
        """Ends the session, after at most `grace_s` seconds to end by itself, and frees its resources; may be called
        again.
        """

    @abstractmethod
    def say_goodbye(self, reason: str) -> None:
        """Sends the messages that wait, then Goodbye with the reason."""

    def there(self) -> bool:
        """Whether a match with it may begin now."""
        return True

    def begin(self, match: bytes) -> None:  # noqa: B027  # most keep no output
        """Keeps what its process prints from now on as output of the match with this id; by default does nothing."""

    async def demand_surroundings(self) -> None:  # noqa: B027  # most are not confined
        """Raises ArenaError if its process could not start because of the box that the arena put around it."""

    def terminate(self) -> None:  # noqa: B027  # most have no process to ask
        """Asks its process to end and to print where it hangs; by default does nothing."""

    def wake(self) -> None:  # noqa: B027  # most are never stopped
        """Allows its process to compute, because the bot has a turn or must end; by default does nothing."""

    def rest(self) -> None:  # noqa: B027  # most are never stopped
        """Stops its process from computing, because the bot owes no answer; by default does nothing."""

    def look(self, sight: Sight) -> Excess | None:  # noqa: ARG002  # it has no process
        """Counts what `sight` shows of its process; returns the limit that it exceeds, None if none."""
        return None

    def explained(self) -> Excess | None:
        """The limit that made it end as it did; None if that is unknown."""
        return None

    def unguarded_s(self) -> float | None:
        """When it lost its guard before its own end, in seconds of the monotonic clock; None if it did not."""
        return None

    def output(self) -> str:
        """The last lines that its process printed; empty if it has none."""
        return ""

    def cpu_us(self) -> int:
        """The CPU time that it was seen to use, in microseconds."""
        return 0

    def peak_bytes(self) -> int:
        """The most memory in bytes that it was seen to have; 0 if unknown."""
        return 0
