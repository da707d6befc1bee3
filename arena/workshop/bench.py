"""What the steps of a check share: the bot, its stage, the process that plays now, and what is known of it by now."""

import asyncio
import time
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

from arena.games.contract import Game
from arena.games.registry import GAMES, create_game
from arena.league.manifest import Manifest
from arena.transport.process import GRACE_S
from arena.workshop import processes
from arena.workshop.life import Life, Trouble
from arena.workshop.processes import Process
from arena.workshop.rehearsal import Rehearsal
from arena.workshop.stage import Stage

STARTUP_S: Final = 10.0
ANSWER_S: Final = 10.0
"""How long a bot may think about one turn where time is not what is checked."""
PATIENCE_S: Final = 0.5
"""How long processes that must end may take to be gone."""
LOOK_S: Final = 0.02

Files = dict[str, bytes]
"""Hashes of files by name."""


class Failed(Trouble):
    """A step failed, and there is a better advice than the step's own."""

    def __init__(self, sentence: str, advice: str) -> None:
        super().__init__(sentence)
        self.advice = advice


class Skipped(Exception):  # noqa: N818  # no error
    """A step does not apply; the text says why."""


class First(NamedTuple):
    """The match the first turn is of."""

    life: Life
    rehearsal: Rehearsal
    turns: dict[int, Rehearsal]
    """Those that are not answered."""


class Bench:
    """The bot under check."""

    def __init__(self, reference: str, base: Path) -> None:
        """`reference`: a path from `base` or the name of a house bot."""
        self.reference = reference
        self.base = base
        self.obstacle = ""
        """Why no further step can be taken; empty while they can."""
        self.manifest: Manifest | None = None
        self.games: list[Game[Any, Any]] = []
        """Those it plays."""
        self.life: Life | None = None
        """The process that was started last."""
        self.refusal: Trouble | None = None
        """Why the arena refused its Hello."""
        self.first: First | None = None
        self.early: Trouble | None = None
        """What it did wrong in its first turn."""
        self.stumbled = False
        """Whether it failed in ordinary decisions, which every later step asks for, too."""
        self.silence = ""
        """What it did not answer in time; empty if it answers."""
        self.pace_s = 0.0
        """How long it takes for a choice."""
        self.stays = False
        """Whether it does not leave when it is told to."""
        self._stage: Stage | None = None
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
            processes.end(await self.left_running())

    def name(self) -> str:
        """What the bot is called, as far as that is known."""
        return self.manifest.name if self.manifest else self.reference

    async def open(self) -> None:
        """Sets the stage for the bot, whose manifest is known."""
        bot = self.bot()
        self.games = [create_game(key) for key in bot.games or GAMES]
        self._files = bot.file_hashes()
        self._stage = await self._closing.enter_async_context(Stage(bot.launch()))

    def bot(self) -> Manifest:
        """The manifest, which was read."""
        assert self.manifest
        return self.manifest

    def stage(self) -> Stage:
        """The stage, which was set."""
        assert self._stage
        return self._stage

    async def present(self) -> Life:
        """The process that plays, or a fresh one; raises Trouble if it does not start."""
        return self.life if self.life and self.life.running() else await self.fresh()

    async def fresh(self, addition: bytes = b"") -> Life:
        """A process started now, in place of the one before; raises Trouble if it does not start."""
        await self.dismiss()
        self.life = await self.stage().enter(addition)
        await self.life.introduction(STARTUP_S)
        return self.life

    async def dismiss(self) -> None:
        """Sends the process that plays home, and ends it if it stays."""
        if self.life:
            if self.life.running() and self.life.player and not self.stays:
                self.stage().leave(self.life)
                self.stays = await self.life.exit(GRACE_S) is None
            await self.life.end()

    def turns_in(self, budget_s: float, least: int, most: int) -> int:
        """How many choices the bot makes in this time."""
        return max(least, min(most, int(budget_s / self.pace_s) if self.pace_s else most))

    def limit_s(self, turns: int = 1) -> float:
        """How long the answer to a batch of so many turns may take where time is not what is checked."""
        return ANSWER_S + 3 * turns * self.pace_s

    async def left_running(self) -> list[Process]:
        """The processes the bot has not ended, after some patience; its own are to be gone by now."""
        if not self._stage:
            return []
        lives = self._stage.lives()
        sessions = {life.process.number for life in lives}
        marks = [life.token for life in lives]
        noticed = set[Process]().union(*(life.noticed for life in lives))
        until = time.monotonic() + PATIENCE_S
        while True:
            found = processes.left(sessions, marks, noticed)
            if not found or time.monotonic() > until:
                return found
            await asyncio.sleep(LOOK_S)

    def left_files(self) -> list[str]:
        """Files that are new or changed in the bot's folder, and those in the one for temporary files."""
        temporary = self.stage().temporary()
        new = [name for name, content in self.bot().file_hashes().items() if self._files.get(name) != content]
        return new + [f"$TMPDIR/{path.relative_to(temporary)}" for path in temporary.rglob("*") if path.is_file()]
