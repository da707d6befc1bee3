"""One process of the bot in the harness, from its start to its end."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from arena.asking.harness.patience import Patience
from arena.protocol.conversation import Refusal
from arena.protocol.turns import Wants, encode_batch
from arena.system.processes.delays import delays_ns
from arena.system.processes.leftovers import Process, descendants
from arena.system.processes.process_table import Sight
from arena.transport.clocks.clock import Heartbeat
from arena.transport.machine.watch import Watch
from arena.transport.processes.process import GRACE_S, BotProcess
from arena.transport.streams.player import Player
from arena.transport.streams.server import Server

NS_PER_US: Final = 1_000
UNWATCHED_S: Final = 1.0
"""The seconds for which the harness waits for an answer before it measures how long the bot waits for processors. The
measurement is slow, and a quick answer avoids it.
"""


class Trouble(Exception):  # noqa: N818  # a failure of the bot, not of the arena
    """The error for a bot that failed and cannot continue; its text describes the failure."""

    def __init__(self, sentence: str, status: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status
        """The gRPC status with which the arena refused the bot's message; empty if the failure was no refusal."""


class EndOfStream(Trouble):
    """The error for a bot whose stream has ended."""


class Silence(Trouble):
    """The error for a bot that did not send its Hello or its choices within the time limit."""


class Heard(NamedTuple):
    """A message from the bot with its choices for one or more turns."""

    turn_ids: tuple[int, ...]
    actions: tuple[int, ...]
    spent_ns: int
    """The time in nanoseconds charged to the bot for all these turns together."""
    notes: tuple[str, ...] = ()
    """The bot's notes: one for each turn in `turn_ids`, or none at all."""


class Instance:
    """A process of the bot that the harness has started, with its stream to the arena once the bot has sent Hello."""

    process: BotProcess
    _exit: asyncio.Task[str]
    _watch: Watch

    def __init__(self, server: Server, token: str, addition: bytes, heartbeat: Heartbeat) -> None:
        self.server = server
        self.token = token
        self.addition = addition
        self.player: Player | None = None
        self.dismissed = False
        """Whether the script has ended the conversation with the process; the harness then ignores its messages and its
        silence.
        """
        self.failure: BaseException | None = None
        """The error with which the process failed, set when the script receives the error; None before."""
        self.encode: Callable[[Sequence[bytes]], bytes] = encode_batch
        """A function that encodes the parts of a batch as one message; a script may replace it."""
        self.open_turns: set[int] = set()
        self.noticed: set[Process] = set()
        """The child processes of the bot that the harness has observed so far."""
        self.waited_ns = 0
        """The longest time, in nanoseconds, that a single thread of the bot has waited for processors, updated by
        `notice`.
        """
        self._heartbeat = heartbeat
        self._introduced = asyncio.Event()
        self._heard: asyncio.Queue[Heard | BaseException] = asyncio.Queue()
        self._parts: list[bytes] = []
        self._matches = self._ends = self._last_match = self._last_turn = 0

    # Methods that the script calls to watch the process.

    def begin(self, process: BotProcess) -> None:
        """Takes over a newly started process, and begins to watch its resource use. The bot may have sent Hello
        already.
        """
        self.process = process
        self._exit = asyncio.create_task(process.wait())
        self._watch = Watch(self._look)
        self._watch.start()

    async def introduction(self, limit_s: float) -> None:
        """Waits for the bot's Hello.

        Raises Trouble if the arena refuses the Hello or none arrives within `limit_s` seconds, ArenaError [box-failed]
        if the sandbox failed, and Untried if the machine was too busy to judge the bot.
        """
        introduced = asyncio.create_task(self._introduced.wait())
        patience = self._patience(limit_s, fresh=True)
        try:
            while not (introduced.done() or self._exit.done()) and (more_s := patience.more_s()):
                await asyncio.wait((introduced, self._exit), timeout=more_s, return_when=asyncio.FIRST_COMPLETED)
        finally:
            introduced.cancel()
        self.notice()
        if self._introduced.is_set():
            if not self.player:
                await self.hear(limit_s)
        elif self._exit.done():
            await self.process.demand_box()
            raise Trouble(f"{self._exit.result()} before it said hello")
        else:
            patience.demand_calm("the bot could not be waited for to say hello")
            raise Silence(f"it did not say hello within {limit_s:g} s")

    async def hear(self, limit_s: float | None) -> Heard:
        """Returns the bot's next message with choices.

        Raises Trouble if the bot breaks the protocol, ends, or sends nothing for `limit_s` seconds (None: no limit),
        and Untried if the machine was too busy to judge the bot.
        """
        if self.failure:
            raise self.failure
        try:
            word = self._heard.get_nowait() if self._heard.qsize() else await self._next(limit_s)
        except TimeoutError:
            raise Silence(f"it did not answer within {limit_s:g} s") from None
        if isinstance(word, Heard):
            return word
        if isinstance(word, EndOfStream):  # often just because the process has ended
            word = Trouble(await self.exit(GRACE_S) or word.sentence)
        self.failure = word
        raise word

    async def quiet(self, limit_s: float) -> Heard | None:
        """Returns a message with choices that the bot sends within `limit_s` seconds although it got no turn; None if
        it sends none.

        Raises Trouble if the bot breaks the protocol or ends.
        """
        try:
            return await self.hear(limit_s)
        except Silence:
            return None

    async def exit(self, limit_s: float) -> str | None:
        """Waits for the process to end by itself; returns a description of its end, or None if it still runs after
        `limit_s` seconds.

        The limit is extended by the time in which the bot waited for a processor; this extension is at most four times
        the limit.
        """
        patience = self._patience(limit_s)
        while not self._exit.done() and (more_s := patience.more_s()):
            await asyncio.wait((self._exit,), timeout=more_s)
        if not self._exit.done():
            return None
        found = self.process.explained()
        return f"{self._exit.result()}; {found.sentence}" if found else self._exit.result()

    async def end(self, grace_s: float = 0) -> None:
        """Gives the process `grace_s` seconds to end by itself, then ends it and its process group, and stops the gRPC
        server to which the process was connected.
        """
        self.dismissed = True
        self.notice()
        self._watch.stop()
        try:
            await self.process.end(grace_s)
            await asyncio.wait((self._exit,))
        finally:
            await self.server.stop()

    def notice(self) -> None:
        """Records the bot's present child processes, and how long the bot's threads have waited for processors; does
        nothing once the bot has ended.
        """
        if not self._exit.done():
            self.noticed |= descendants(self.process.number)
            self.waited_ns = max((self.waited_ns, *self.delays_ns().values()))

    def delays_ns(self) -> dict[int, int]:
        """Returns for each thread of the bot the nanoseconds for which it has waited for processors since its start."""
        return delays_ns(process.number for process in Sight.now().below(self.process.guard))

    def used_ns(self) -> int:
        """Returns the processor time, in nanoseconds, of the bot's process and all processes that it started."""
        self._look(Sight.now())
        return self.process.cpu_us() * NS_PER_US

    def owes(self) -> bool:
        """Returns whether the bot still has to send its Hello or the answer to a turn."""
        return not self.player or bool(self.open_turns)

    def running(self) -> bool:
        """Returns whether the process is running without an error and was not dismissed."""
        return not (self.failure or self.dismissed or self._exit.done())

    # Methods that the script calls to send messages.

    def next_match(self) -> int:
        """Returns an unused number for a match on the bot's stream."""
        self._last_match += 1
        return self._last_match

    def next_turn(self) -> int:
        """Returns an unused number for a turn on the bot's stream."""
        self._last_turn += 1
        return self._last_turn

    def max_matches(self) -> int:
        """Returns the number of matches that the bot can play at the same time, from its Hello; 1 before its Hello."""
        return self.player.max_matches if self.player else 1

    def wants(self) -> Wants:
        """Returns the optional parts of messages that the bot requested in its Hello; none before its Hello."""
        return self.player.wants if self.player else Wants()

    def tell_start(self, part: bytes) -> None:
        """Adds the start of a match to the next batch.

        If the bot already has as many matches as it can play, the method first sends the collected batch, which may end
        some of them.
        """
        if self._matches >= self.max_matches():
            self.flush()
        self._matches += 1
        self._parts.append(part)

    def tell_turn(self, turn_id: int, part: bytes) -> None:
        """Adds a turn to the next batch, which is a message with several parts."""
        self.open_turns.add(turn_id)
        self._parts.append(part)

    def tell_end(self, part: bytes) -> None:
        """Adds the end of a match to the next batch, which is a message with several parts."""
        self._ends += 1
        self._parts.append(part)

    def flush(self) -> None:
        """Sends the collected starts, turns and ends of matches as one message; sends nothing if there are none."""
        if self._parts:
            self.say(self.encode(self._parts))
            self._parts = []
        self._matches -= self._ends
        self._ends = 0

    def say(self, message: bytes) -> None:
        """Sends the bot these bytes as one message without checking them; does nothing before the bot's Hello."""
        if self.player:
            self.player.say(message)

    # Methods that the harness calls.

    def connect(self, player: Player) -> None:
        """Records that the bot has introduced itself with Hello."""
        self.player = player
        self._introduced.set()

    def take(self, turn_ids: Iterable[int]) -> None:
        """Removes answered turns from the open turns. Like the arena, raises Refusal if the list is empty or names a
        turn that is not open.
        """
        turn_ids = list(turn_ids)
        if not turn_ids:
            raise Refusal("INVALID_ARGUMENT", "choices is empty; send choices only when there is a choice to send")
        for turn_id in turn_ids:
            if turn_id not in self.open_turns:
                raise Refusal(
                    "INVALID_ARGUMENT", f"choices answers turn {turn_id}, which is not open; answer each turn once"
                )
            self.open_turns.discard(turn_id)

    def refuse(self, refusal: Refusal) -> None:
        """Records that the bot broke the protocol."""
        self.hear_of(Trouble(refusal.sentence, refusal.status))
        self._introduced.set()

    def lose_stream(self, sentence: str) -> None:
        """Queues an EndOfStream for `hear`; `sentence` describes how the bot's stream ended."""
        self.hear_of(EndOfStream(sentence))

    def hear_of(self, word: Heard | BaseException) -> None:
        """Queues the bot's message, or an error, for `hear`; does nothing after the bot was dismissed."""
        if not self.dismissed:
            self._heard.put_nowait(word)

    def _look(self, sight: Sight) -> None:
        """Kills the bot if it exceeds a limit of resources, and queues Trouble for the script; called regularly while
        the bot runs.
        """
        if found := self.process.look(sight):
            self.hear_of(Trouble(found.sentence))
            self._introduced.set()
            self.process.kill()

    async def _next(self, limit_s: float | None) -> Heard | BaseException:
        """Returns the next message or error from the queue.

        Raises TimeoutError if none arrives within `limit_s` seconds (None: no limit), and Untried if the machine was
        too busy to judge the bot.
        """
        if limit_s is None or limit_s <= UNWATCHED_S:
            return await self._heard_within(limit_s)
        with suppress(TimeoutError):
            return await self._heard_within(UNWATCHED_S)
        patience = self._patience(limit_s - UNWATCHED_S)
        while more_s := patience.more_s():
            with suppress(TimeoutError):
                return await self._heard_within(more_s)
        patience.demand_calm("the bot could not be waited for to answer")
        raise TimeoutError

    async def _heard_within(self, limit_s: float | None) -> Heard | BaseException:
        async with asyncio.timeout(limit_s):  # asyncio.wait_for may lose a cancellation that arrives with the message
            return await self._heard.get()

    def _patience(self, limit_s: float, *, fresh: bool = False) -> Patience:
        return Patience(limit_s, self.delays_ns, self._heartbeat.late_ns, self.used_ns, fresh=fresh)
