"""The state that the steps of a bot's conformance check share: the bot, its current process and the results of earlier
steps.
"""

import asyncio
import time
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

from arena.asking.harness.harness import Harness
from arena.asking.harness.instance import Instance, Trouble
from arena.asking.harness.patience import NS_PER_S, Patience, Untried
from arena.authoring.conformance.rehearsal import Rehearsal
from arena.building.builds.build_limits import REGISTRIES
from arena.building.manifest import Manifest
from arena.games.contract import Game
from arena.games.registry import BUILT_IN, EXAMPLES, create_game
from arena.sandbox.box import UNCONFINED, Box
from arena.system.processes import leftovers
from arena.system.processes.delays import delays_ns
from arena.system.processes.leftovers import Process
from arena.transport.processes.process import GRACE_S

STARTUP_S: Final = 10.0
ANSWER_S: Final = 10.0
"""The time limit in seconds for a bot's answer to one turn, in the steps that do not check the bot's timing."""
CHECK_S: Final = 300.0
"""How many seconds a whole check may take: enough for a bot that thinks for a second about each choice. When the time
is up, the remaining steps are not tried.
"""
PATIENCE_S: Final = 0.5
"""How many seconds the check waits for processes to end before it reports them as left running."""
LOOK_S: Final = 0.02

Files = dict[str, bytes]
"""The hash of each file's content, by the file's name."""

ANY_GAME: Final = (*BUILT_IN, EXAMPLES[0])
"""The games in which the check tests a bot that can play any game. The built-in games have their own Protobuf message
types; the example game has none, so its views are sent as rows (named lists of values).
"""


def delays_of(found: list[Process]) -> dict[int, int]:
    """Returns how many nanoseconds each thread of the processes in `found` has waited for a processor, by the thread's
    id.
    """
    return delays_ns(process.number for process in found)


class Failed(Trouble):
    """The error of a failed step; its `advice` to the author is shown instead of the step's own advice."""

    def __init__(self, sentence: str, advice: str) -> None:
        super().__init__(sentence)
        self.advice = advice


class Skipped(Exception):  # noqa: N818  # not an error
    """The exception that a step raises if it does not apply to the bot, or leaves the verdict to another step; its text
    gives the reason.
    """


class First(NamedTuple):
    """The first turn that the check sent to the bot, the turn's match, and the process that received the turn."""

    instance: Instance
    rehearsal: Rehearsal
    turns: dict[int, Rehearsal]
    """The match of each turn that the bot has not answered yet, by the turn's id."""


class Bench:
    """The bot under check, the harness that runs its processes, and the results of steps that later steps need."""

    def __init__(
        self,
        reference: str,
        base: Path,
        box: Box = UNCONFINED,
        network: str = REGISTRIES,
        limit_s: float = CHECK_S,
    ) -> None:
        """Stores how the check runs the bot.

        `reference`: the name of a bot that comes with the arena, or the path of the bot relative to `base`. `box`: how
        the bot's processes are confined. `network`: the network addresses that the bot's build may use. `limit_s`: the
        time limit in seconds for all steps together, counted from the start of the bot's first process.
        """
        self.reference = reference
        self.box = box
        self.network = network
        self.base = base
        self.obstacle = ""
        """The reason, as a sentence, why the remaining steps cannot run; empty while they can."""
        self.out_of_time = ""
        """The sentence that reports that the whole check has run out of time; empty while time is left. Once it is set,
        no further step runs.
        """
        self.manifest: Manifest | None = None
        self.games: list[Game[Any, Any]] = []
        """The games in which the bot is tested."""
        self.instance: Instance | None = None
        """The bot's process that was started last; None before the first start."""
        self.refusal: Trouble | None = None
        """The reason why the arena refused the bot's Hello message; None if the arena accepted it."""
        self.first: First | None = None
        self.early: Trouble | None = None
        """The bot's mistake in its first turn; None if it made none. A later step reports the mistake."""
        self.stumbled = False
        """Whether the bot failed the step `decisions`, which plays ordinary matches. If a later step fails too, both
        failures may have the same cause.
        """
        self.silence = ""
        """The failure, as a sentence, if the bot exceeded the time limit for an answer in the step `decisions`; empty
        if it did not.
        """
        self.pace_s = 0.0
        """The bot's average time for a choice, in seconds; 0 until a step has measured it."""
        self.stays = False
        """Whether the bot's process kept running after a Goodbye message. If so, the check kills later processes
        without a Goodbye, because they would not end by themselves either.
        """
        self._limit_s = limit_s
        self._began_s = time.monotonic()
        self._harness: Harness | None = None
        self._files: Files = {}
        self._closing = AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await self._closing.aclose()
        finally:
            leftovers.end(await self.left_running())

    def name(self) -> str:
        """Returns the bot's name from its manifest; until the manifest is read, returns the name or path by which the
        user named the bot.
        """
        return self.manifest.name if self.manifest else self.reference

    async def open(self) -> None:
        """Starts the harness, and creates the games in which the bot is tested. The first step must have read the bot's
        manifest before.
        """
        bot = self.bot()
        self.games = [create_game(key) for key in bot.games or ANY_GAME]
        # hashing may take long and must not block the event loop
        self._files = await asyncio.to_thread(bot.file_hashes)
        self._harness = await self._closing.enter_async_context(Harness(bot.launch(self.box)))
        self._began_s = time.monotonic()

    def bot(self) -> Manifest:
        """The bot's manifest; the first step must have read it before."""
        assert self.manifest
        return self.manifest

    def harness(self) -> Harness:
        """The harness, which runs the bot's processes; `open` must have been called before."""
        assert self._harness
        return self._harness

    async def present(self) -> Instance:
        """Returns the bot's running process, or starts one if none runs; raises Trouble if the process
        does not start.
        """
        return self.instance if self.instance and self.instance.running() else await self.fresh()

    async def fresh(self, addition: bytes = b"") -> Instance:
        """Ends the current process, starts a new one, and returns it; raises Trouble if the new process does not start.

        `addition`: encoded fields that are appended to the arena's first message to the process.
        """
        await self.dismiss()
        self.instance = await self.harness().start(addition)
        await self.instance.introduction(STARTUP_S)
        return self.instance

    async def dismiss(self) -> None:
        """Sends Goodbye to the current process, and kills it if it has not ended after GRACE_S seconds.

        Kills it at once if it has not sent Hello, or if `stays` is set.
        """
        if self.instance:
            if self.instance.running() and self.instance.player and not self.stays:
                self.harness().say_goodbye(self.instance)
                self.stays = await self.instance.exit(GRACE_S) is None
            await self.instance.end()

    def turns_in(self, budget_s: float, least: int, most: int) -> int:
        """Returns how many choices the bot makes in `budget_s` seconds at its average pace, but at least `least` and at
        most `most`.
        """
        return max(least, min(most, int(budget_s / self.pace_s) if self.pace_s else most))

    def limit_s(self, turns: int = 1) -> float:
        """Returns the time limit in seconds for the answer to a batch of `turns` turns, in steps that do not test the
        bot's speed.
        """
        return ANSWER_S + 3 * turns * self.pace_s

    def left_s(self) -> float:
        """Returns how many seconds are left for the whole check.

        The check's limit grows by the time that the bot's processes wait for a processor, but at most to its double.
        """
        left_s = self._limit_s + min(self._limit_s, self._waited_s()) - (time.monotonic() - self._began_s)
        return max(0.0, left_s)

    def too_long(self) -> Failed | Untried:
        """Records that the whole check has run out of time, so that no further step runs, and returns the error to
        raise.

        The error is Untried (the machine was too busy to judge the bot) if the bot mostly waited for processors, and
        otherwise Failed.
        """
        self.out_of_time = f"the check as a whole took longer than {self._limit_s:g} s"
        if self._waited_s() >= self._limit_s > self._used_s():
            return Untried(self.out_of_time)
        pace = f"; it takes {self.pace_s:.1f} s for a choice" if self.pace_s else ""
        return Failed(self.out_of_time + pace, "think for less than a second about each choice")

    def _waited_s(self) -> float:
        """Returns how many seconds the bot's processes have waited for processors, all added up."""
        instances = self._harness.instances() if self._harness else ()
        for instance in instances:
            if instance is self.instance:
                instance.notice()
        return sum(instance.waited_ns for instance in instances) / NS_PER_S

    def _used_s(self) -> float:
        """Returns how many seconds of processor time the bot's processes have used, all added up."""
        instances = self._harness.instances() if self._harness else ()
        return sum(instance.used_ns() for instance in instances) / NS_PER_S

    async def left_running(self) -> list[Process]:
        """Returns the processes that the bot started and that are still running after PATIENCE_S seconds.

        Call this only after the bot's own processes have ended.
        """
        if not self._harness:
            return []
        instances = self._harness.instances()
        sessions = {instance.process.number for instance in instances}
        marks = [instance.token for instance in instances]
        noticed = set[Process]().union(*(instance.noticed for instance in instances))
        found = leftovers.left(sessions, marks, noticed)
        patience = Patience(PATIENCE_S, lambda: delays_of(found), self._harness.heartbeat.late_ns)
        while found and patience.more_s():
            await asyncio.sleep(LOOK_S)
            found = leftovers.left(sessions, marks, noticed)
        return found

    async def left_files(self) -> list[str]:
        """Returns the names of files that the bot has left: new or changed files in its own folder, and all files in
        its folder for temporary files.
        """
        return await asyncio.to_thread(self._left_files)

    def _left_files(self) -> list[str]:
        temporary = self.harness().temporary()
        new = [name for name, content in self.bot().file_hashes().items() if self._files.get(name) != content]
        return new + [f"$TMPDIR/{path.relative_to(temporary)}" for path in temporary.rglob("*") if path.is_file()]
