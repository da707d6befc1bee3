"""A session: one connection of a player, which is a bot's process with its stream or a guest with its line."""

from abc import ABC, abstractmethod

from arena.system.processes.process_table import Sight
from arena.transport.processes.excess import Excess


class Session(ABC):
    """The base class of all sessions. Its methods that are not abstract suit a session without a process."""

    @abstractmethod
    async def wait(self) -> str:
        """Waits until the session has ended; returns the reason, in a sentence."""

    @abstractmethod
    async def end(self, grace_s: float = 0) -> None:
        """Ends the session, after giving it at most `grace_s` seconds to end by itself, and frees its resources; may be
        called again.
        """

    @abstractmethod
    def say_goodbye(self, reason: str) -> None:
        """Sends the player the waiting messages, then the message Goodbye with the reason."""

    def there(self) -> bool:
        """Returns whether a match with this session's player may begin now."""
        return True

    def begin(self, match: bytes) -> None:  # noqa: B027  # most sessions store no output
        """Assigns all further output of the session's process to the match with this id; by default does nothing."""

    async def demand_surroundings(self) -> None:  # noqa: B027  # most sessions are not confined
        """Raises ArenaError if the session's process could not start because of its box (the arena's sandbox); by
        default does nothing.
        """

    def terminate(self) -> None:  # noqa: B027  # most sessions have no process to end
        """Asks the session's process to end and to print where it hangs; by default does nothing."""

    def wake(self) -> None:  # noqa: B027  # most processes are never suspended
        """Lets the session's process compute until `rest` is called; by default does nothing."""

    def rest(self) -> None:  # noqa: B027  # most processes are never suspended
        """Suspends the session's process until `wake` is called; by default does nothing."""

    def look(self, sight: Sight) -> Excess | None:  # noqa: ARG002  # by default a session has no process
        """Measures the resources of the session's process, from a snapshot of the machine; returns the limit that the
        process exceeds, else None.
        """
        return None

    def explained(self) -> Excess | None:
        """Returns the limit because of which the session has ended; None if no limit is known to be the cause."""
        return None

    def unguarded_s(self) -> float | None:
        """Returns the time at which the guard ended, in seconds of the monotonic clock; the guard runs the session's
        process. Returns None unless the guard ended before the process.
        """
        return None

    def output(self) -> str:
        """Returns the last lines that the session's process printed; empty if there is no process."""
        return ""

    def cpu_us(self) -> int:
        """Returns the CPU time of the session's process as far as it was measured, in microseconds."""
        return 0

    def peak_bytes(self) -> int:
        """Returns the most memory in bytes that was measured for the session's process; 0 if unknown."""
        return 0
