"""Examines one submission: unpacks, builds and checks it in the box, step by step.

Rule 1: a failure that is our fault (no room, a missing tool, no sandbox) is no verdict, and is tried again. Any other
error from reading a stranger's files is a verdict: it would be raised again at every try.
Rule 2: a failed build or check is tried once more, later, before it counts: machines are sometimes busy, and a bot must
not pay for that. A check that took too long is not tried again, because others are waiting.
Rule 3: nothing that an author reads has a path of this machine in it.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from arena.authoring.conformance.bench import Bench
from arena.authoring.conformance.check import Outcome, Verdict, perform
from arena.building.building import CACHE, FAILED, build_copy
from arena.building.builds.command import Ending
from arena.building.builds.terms import REGISTRIES, Terms
from arena.building.manifest import Manifest
from arena.building.manifest_file import BAD_MANIFEST
from arena.errors import ArenaError
from arena.files.hindrances import is_hindrance
from arena.games.registry import GAMES
from arena.ladder.submissions.contents import unpacked
from arena.sandbox.box import Box

AUTHORS: Final = ("bad-archive", "no-manifest", BAD_MANIFEST, FAILED)
"""Codes of errors that are the bot's fault; errors with any other code are our fault."""
LOG: Final = logging.getLogger(__name__)
BUILD_S: Final = 600
"""The most seconds that a build may take on this machine, because other submissions are waiting."""
PATIENCE: Final = "you need not do anything; whoever runs this ladder can remove the cause"
"""The hint that an author gets when a failure is our fault."""


class Rejection(Exception):  # noqa: N818  # a verdict
    """A failure that is the author's fault, in words for the author.

    `again`: whether a second try may succeed.
    """

    def __init__(self, sentence: str, hint: str = "", output: str = "", *, again: bool = False) -> None:
        super().__init__(sentence)
        self.sentence, self.hint, self.output, self.again = sentence, hint, output, again


class Hindrance(Exception):  # noqa: N818  # no verdict
    """A failure that is our fault, so the examination is tried again.

    `lost`: whether the process or machine that examined the submission died.
    """

    def __init__(self, sentence: str, *, lost: bool = False) -> None:
        super().__init__(sentence)
        self.sentence, self.hint, self.lost = sentence, PATIENCE, lost


def known_games(bot: Manifest) -> tuple[str, ...]:
    """Those games of a bot that this process knows; empty for a bot that names no games because it plays any."""
    return tuple(key for key in bot.games if key in GAMES)


@dataclass(frozen=True, slots=True)
class Means:
    """The folders, sandbox, network and threads with which this machine examines submissions."""

    folder: Path
    """The folder in which submissions are unpacked."""
    copies: Path
    """The folder in which submissions are built."""
    box: Box
    network: str
    """The network that a build may use, "none" or "registries"."""
    threads: Executor | None = None
    """The threads for long work, one for each submission examined at a time; None: the loop's default threads."""
    cluster: str | None = None
    """The address of the Dask scheduler whose machines build and check submissions; None: this machine does so."""


class Examination:
    """The examination of one submission."""

    def __init__(self, means: Means, name: str, archive: Path, ending: Ending) -> None:
        """`name`: the name of the submission's folder, unique among those in use; `ending`: can end the build."""
        self._means, self._archive, self._ending = means, archive, ending
        self.folder = means.folder / name

    async def unpack(self) -> Manifest:
        """Unpacks the bot, and returns its manifest; raises Rejection, Hindrance."""
        bot = await self._judged(self._unpacked)
        if bot.games and not known_games(bot):
            raise Rejection(
                f"bot.toml names the games {', '.join(bot.games)}; the games here are {', '.join(GAMES)}",
                "name one of these games in bot.toml; if a game is missing, ask whoever runs this ladder",
            )
        return bot

    async def build(self, bot: Manifest) -> tuple[Manifest, str]:
        """Builds a copy of the bot; returns the copy and the text about its build. Raises Rejection, Hindrance."""
        terms = Terms.at(self._means.box.level, self._means.network)
        terms = replace(terms, limit_s=BUILD_S, ending=self._ending)
        told: list[str] = []
        copy = await self._judged(lambda: build_copy(bot, told.append, terms, self._means.copies))
        return copy, self._clean("\n".join(told))

    async def check(self, bot: Manifest) -> str:
        """Checks the bot; returns a line for each step of the check. Raises Rejection, Hindrance."""
        outcomes, out_of_time = await self._checked(bot)
        failed = [outcome for outcome in outcomes if outcome.verdict is Verdict.FAIL]
        untried = [outcome for outcome in outcomes if outcome.verdict is Verdict.UNTRIED]
        if untried and not failed:
            raise Hindrance(self._clean(f"{untried[0].name} could not be tried: {untried[0].detail}"))
        if not failed:
            return "\n".join(map(self._line, outcomes))
        first = failed[0]
        raise Rejection(
            f"the check failed in {', '.join(outcome.name for outcome in failed)}: {self._clean(first.happened)}",
            self._clean(first.advice),
            "\n".join(self._line(outcome, printed=outcome is first) for outcome in outcomes),
            again=not out_of_time,
        )

    def _unpacked(self) -> Manifest:
        try:
            return unpacked(self._archive, self.folder)
        except (ArenaError, OSError, MemoryError):
            raise
        except Exception as error:
            LOG.exception("an archive cannot be read, and is refused")
            sentence = f"the archive or its manifest cannot be read: {type(error).__name__}"
            raise ArenaError("bad-archive", sentence, "make the archive again with another program") from error

    async def _checked(self, bot: Manifest) -> tuple[list[Outcome], bool]:
        """Performs the steps of the check; returns their outcomes, and whether the time ran out. Raises Hindrance."""
        outcomes: list[Outcome] = []
        bench = Bench(bot.name, bot.folder, self._means.box)
        bench.manifest = replace(bot, games=known_games(bot))
        try:
            await perform(bench, outcomes.append)
        except ArenaError as error:
            raise Hindrance(self._clean(error.message)) from error
        except OSError as error:
            raise Hindrance(f"this machine reports: {error.strerror or error}") from error
        return outcomes, bool(bench.out_of_time)

    async def _judged(self, work: Callable[[], Manifest]) -> Manifest:
        """Runs `work` in a thread, and returns its result; turns its errors into Rejection or Hindrance."""
        try:
            return await self._in_a_thread(work)
        except ArenaError as error:
            sentence, _, output = self._clean(error.message).partition("\n")
            if error.code in AUTHORS and not is_hindrance(error.__cause__):
                failed = error.code == FAILED
                hint = self._advice() if failed else error.hint or ""
                raise Rejection(sentence, self._clean(hint), output, again=failed) from error
            raise Hindrance(sentence) from error
        except OSError as error:
            raise Hindrance(f"this machine reports: {error.strerror or error}") from error

    async def _in_a_thread(self, work: Callable[[], Manifest]) -> Manifest:
        """Runs `work` in a thread, and returns its result; if cancelled, waits first until the work has ended."""
        working = asyncio.get_running_loop().run_in_executor(self._means.threads, work)
        try:
            return await asyncio.shield(working)
        except asyncio.CancelledError:
            await asyncio.wait((working,))
            raise

    def _advice(self) -> str:
        """The hint for the author of a bot whose build failed."""
        if self._means.network == REGISTRIES:
            return (
                "arena build, run in the bot's folder, shows the same; "
                "here a build has only the bot's files, and a network"
            )
        return "a build here reaches no network: put what it needs beside the bot, and let it download nothing"

    def _line(self, outcome: Outcome, *, printed: bool = False) -> str:
        """The text for the outcome of a step; `printed`: adds the last lines that the bot printed in this step."""
        parts = [f"{outcome.number:2} {outcome.name:<10} {outcome.verdict.value}", outcome.detail]
        found = "  ".join(part for part in parts if part)
        for word, text in (("expected", outcome.expected), ("happened", outcome.happened), ("do", outcome.advice)):
            found += f"\n   {word}: {text}" if text else ""
        if printed and outcome.output:
            found = "\n   ".join([found, "its last output:", *outcome.output.splitlines()])
        return self._clean(found)

    def _clean(self, text: str) -> str:
        """The text without paths of folders on this machine."""
        for folder in (self.folder, self._means.copies, CACHE):
            text = text.replace(f"{folder}/", "").replace(str(folder), ".")
        return text
