"""The bot, its harness and its current process, which all steps of a check share."""

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
"""How many seconds a bot may think about one turn in steps that do not check the time."""
CHECK_S: Final = 300.0
"""How many seconds a whole check may take: enough for a bot that thinks for a second about each choice."""
PATIENCE_S: Final = 0.5
"""How many seconds processes that must end may take to disappear."""
LOOK_S: Final = 0.02

Files = dict[str, bytes]
"""Content hashes of files, by file name."""

ANY_GAME: Final = (*BUILT_IN, EXAMPLES[0])
"""The games in which a bot that plays any game is tried; the last of them has no messages of its own."""


def delays_of(found: list[Process]) -> dict[int, int]:
    """The nanoseconds that each thread of these processes has waited for processors, by thread."""
    return delays_ns(process.number for process in found)


class Failed(Trouble):
    """A step failed; its `advice` replaces the advice of the step."""

    def __init__(self, sentence: str, advice: str) -> None:
        super().__init__(sentence)
        self.advice = advice


class Skipped(Exception):  # noqa: N818  # no error
    """Raised by a step that does not apply to this bot; the text says why."""


class First(NamedTuple):
    """The process and the match of the first turn that was sent in a step, with the open turns."""

    instance: Instance
    rehearsal: Rehearsal
    turns: dict[int, Rehearsal]
    """The match of each turn that is not answered yet, by the turn's id."""


class Bench:
    """The bot under check, with its harness and its state."""

    def __init__(
        self,
        reference: str,
        base: Path,
        box: Box = UNCONFINED,
        network: str = REGISTRIES,
        limit_s: float = CHECK_S,
    ) -> None:
        """`reference`: a path from `base` or the name of a house bot; `box`: how it is confined; `network`: what its
        build may reach; `limit_s`: how long all steps together may take, from the first process on.
        """
        self.reference = reference
        self.box = box
        self.network = network
        self.base = base
        self.obstacle = ""
        """Why no later step is possible, as a sentence; empty while steps are possible."""
        self.out_of_time = ""
        """The sentence that says why no later step is tried; empty while the check has time left."""
        self.manifest: Manifest | None = None
        self.games: list[Game[Any, Any]] = []
        """The games in which the bot is tried."""
        self.instance: Instance | None = None
        """The process that was started last."""
        self.refusal: Trouble | None = None
        """Why the arena refused the bot's Hello; None if it did not."""
        self.first: First | None = None
        self.early: Trouble | None = None
        """What the bot did wrong in its first turn; None if nothing."""
        self.stumbled = False
        """Whether the bot failed in ordinary decisions; then a later failure may have the same cause."""
        self.silence = ""
        """A sentence that says what the bot did not answer in time; empty if it has answered so far."""
        self.pace_s = 0.0
        """Seconds the bot takes for a choice; 0 until this is measured."""
        self.stays = False
        """Whether the bot's process keeps running after Goodbye; then later processes are killed without one."""
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
        """The bot's name, or its reference until the manifest is read."""
        return self.manifest.name if self.manifest else self.reference

    async def open(self) -> None:
        """Sets the harness up for the bot, whose manifest is known."""
        bot = self.bot()
        self.games = [create_game(key) for key in bot.games or ANY_GAME]
        self._files = await asyncio.to_thread(bot.file_hashes)  # it may take long, and the loop serves others meanwhile
        self._harness = await self._closing.enter_async_context(Harness(bot.launch(self.box)))
        self._began_s = time.monotonic()

    def bot(self) -> Manifest:
        """The manifest of the bot, which must have been read before."""
        assert self.manifest
        return self.manifest

    def harness(self) -> Harness:
        """The harness, which must have been set up by `open` before."""
        assert self._harness
        return self._harness

    async def present(self) -> Instance:
        """The running process, or a newly started one if none runs; raises Trouble if it does not start."""
        return self.instance if self.instance and self.instance.running() else await self.fresh()

    async def fresh(self, addition: bytes = b"") -> Instance:
        """A new process, in place of the one before; raises Trouble if it does not start."""
        await self.dismiss()
        self.instance = await self.harness().start(addition)
        await self.instance.introduction(STARTUP_S)
        return self.instance

    async def dismiss(self) -> None:
        """Says goodbye to the current process, and kills it if it does not end."""
        if self.instance:
            if self.instance.running() and self.instance.player and not self.stays:
                self.harness().say_goodbye(self.instance)
                self.stays = await self.instance.exit(GRACE_S) is None
            await self.instance.end()

    def turns_in(self, budget_s: float, least: int, most: int) -> int:
        """How many choices the bot can make in `budget_s` at its pace, but at least `least` and at most `most`."""
        return max(least, min(most, int(budget_s / self.pace_s) if self.pace_s else most))

    def limit_s(self, turns: int = 1) -> float:
        """How many seconds the answer to a batch of `turns` turns may take in steps that do not check the time."""
        return ANSWER_S + 3 * turns * self.pace_s

    def left_s(self) -> float:
        """How many seconds the check has left; waiting for processors extends it, at most to twice its length."""
        left_s = self._limit_s + min(self._limit_s, self._waited_s()) - (time.monotonic() - self._began_s)
        return max(0.0, left_s)

    def too_long(self) -> Failed | Untried:
        """Notes that the time is up, so that no further step is tried, and returns the reason."""
        self.out_of_time = f"the check as a whole took longer than {self._limit_s:g} s"
        if self._waited_s() >= self._limit_s > self._used_s():
            return Untried(self.out_of_time)
        pace = f"; it takes {self.pace_s:.1f} s for a choice" if self.pace_s else ""
        return Failed(self.out_of_time + pace, "think for less than a second about each choice")

    def _waited_s(self) -> float:
        """The sum, over all processes of the bot, of the seconds that each has waited for processors."""
        instances = self._harness.instances() if self._harness else ()
        for instance in instances:
            if instance is self.instance:
                instance.notice()
        return sum(instance.waited_ns for instance in instances) / NS_PER_S

    def _used_s(self) -> float:
        """The processor time of all processes of the bot, in seconds."""
        instances = self._harness.instances() if self._harness else ()
        return sum(instance.used_ns() for instance in instances) / NS_PER_S

    async def left_running(self) -> list[Process]:
        """The processes that the bot started and that still run after some patience; the bot's own processes must have
        ended before.
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
        """The new or changed files in the bot's folder, and the files in the folder for temporary files."""
        return await asyncio.to_thread(self._left_files)

    def _left_files(self) -> list[str]:
        temporary = self.harness().temporary()
        new = [name for name, content in self.bot().file_hashes().items() if self._files.get(name) != content]
        return new + [f"$TMPDIR/{path.relative_to(temporary)}" for path in temporary.rglob("*") if path.is_file()]
