"""A bot process that answers one turn after another; a failure of the bot becomes an ArenaError with an explanation."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Final, NamedTuple, Self

from arena.asking.harness.harness import Harness
from arena.asking.harness.instance import Instance, Silence, Trouble
from arena.errors import ArenaError
from arena.match.record import MOST_NOTE
from arena.protocol.turns import Wants
from arena.transport import Launch
from arena.transport.crew.crew import LAST_WORDS_S

STARTUP_S: Final = 30.0
GRACE_S: Final = 1.0
NS_PER_MS: Final = 1_000_000


class Reply(NamedTuple):
    """The reply of a bot to a turn."""

    action: int
    """The action that the bot chose, which may be illegal."""
    took_ms: float
    note: str = ""


class Respondent:
    """Runs a bot's process and sends it turns; an async context manager.

    If the bot fails, methods raise ArenaError [bot-failed] with the bot's output.
    """

    _instance: Instance

    def __init__(self, launch: Launch) -> None:
        self._launch = launch
        self._harness = Harness(launch)

    async def __aenter__(self) -> Self:
        await self._harness.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._harness.__aexit__(kind, error, trace)

    async def start(self) -> None:
        """Starts the process, and waits until it is ready for turns."""
        async with self._telling("before the first turn"):
            self._instance = await self._harness.start()
            await self._instance.introduction(STARTUP_S)

    def process(self) -> int:
        """Returns the id of the bot's process, for a debugger."""
        return self._instance.process.own_number()

    def ready(self) -> bool:
        """Returns whether the process is running, was not dismissed, and has not failed."""
        return self._instance.running()

    def wants(self) -> Wants:
        """Returns the optional parts of messages that the bot requested in its Hello."""
        return self._instance.wants()

    def next_match(self) -> int:
        """Returns an unused number for a match on the bot's stream."""
        return self._instance.next_match()

    def begin(self, match: bytes, start: bytes) -> None:
        """Queues the start of the match with the id `match`; the queue is sent with the next turn."""
        self._instance.process.begin(match)
        self._instance.tell_start(start)

    async def ask(self, turn_id: int, turn: bytes, limit_s: float | None, when: str) -> Reply:
        """Sends a turn and returns the bot's reply.

        Raises ArenaError [bot-failed] if the bot fails or does not answer within `limit_s` seconds (None: no limit).
        `when` names the turn in the error, such as "at step 3".
        """
        async with self._telling(when):
            self._instance.tell_turn(turn_id, turn)
            self._instance.flush()
            heard = await self._instance.hear(limit_s)
            return Reply(
                heard.actions[0], heard.spent_ns / NS_PER_MS, heard.notes[0][:MOST_NOTE] if heard.notes else ""
            )

    def end(self, end: bytes) -> None:
        """Queues the end of a match; the queue is sent with the next turn or the Goodbye."""
        self._instance.tell_end(end)

    async def dismiss(self, reason: str) -> None:
        """Sends the bot Goodbye, and ends its process if it still runs after GRACE_S seconds."""
        self._harness.say_goodbye(self._instance, reason)
        await self._instance.end(GRACE_S)

    @asynccontextmanager
    async def _telling(self, when: str) -> AsyncIterator[None]:
        try:
            yield
        except Trouble as trouble:
            sentence = f"{self._launch.name} failed {when}: {trouble.sentence}"
            output = await self._last_words(trouble)
            raise ArenaError(
                "bot-failed", f"{sentence}\n{output}" if output else sentence, "test the bot alone with arena check"
            ) from trouble

    async def _last_words(self, trouble: Trouble) -> str:
        """Ends the bot's process and returns its output.

        A bot that hangs is asked to end before it is killed, so that it can print the place where it hangs.
        """
        instance = next(iter(self._harness.instances()), None)
        if instance is None:
            return ""
        if isinstance(trouble, Silence):
            instance.process.terminate()
        await instance.end(LAST_WORDS_S if isinstance(trouble, Silence) else 0)
        return instance.process.output()
