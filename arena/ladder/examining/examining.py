"""Examines one submission: unpacks, builds and checks the bot in the sandbox, step by step.

Rule 1: a failure that is the server's fault (no disk space, a missing tool, no sandbox) says nothing about the bot. The
examination is repeated later. An archive or bot.toml that cannot be read for any other reason is rejected at once.
Rule 2: after the first failed build or check of a bot, the examination is repeated once, because the machine may have
been busy. A bot that exceeds the check's time limit is rejected at once. But if the machine was too busy to judge the
bot, the examination is repeated later, as in rule 1.
Rule 3: texts for authors never contain a path of this machine.
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
from arena.building.builds.build_limits import REGISTRIES, Terms
from arena.building.builds.command import Ending
from arena.building.manifest import Manifest
from arena.building.manifest_file import BAD_MANIFEST
from arena.errors import ArenaError
from arena.files.hindrances import is_hindrance
from arena.games.registry import GAMES
from arena.ladder.submissions.contents import unpacked
from arena.sandbox.box import Box

AUTHORS: Final = ("bad-archive", "no-manifest", BAD_MANIFEST, FAILED)
"""The codes of errors that are the author's fault; errors with any other code are the server's fault."""
LOG: Final = logging.getLogger(__name__)
BUILD_S: Final = 600
"""The maximum duration of a build in seconds."""
PATIENCE: Final = "you need not do anything; whoever runs this ladder can remove the cause"
"""The hint that an author gets when a failure is the server's fault."""


class Rejection(Exception):  # noqa: N818  # a result of the examination, not an error
    """The error for a failure that is the author's fault, with a sentence for the author.

    `again`: whether a second attempt may succeed.
    """

    def __init__(self, sentence: str, hint: str = "", output: str = "", *, again: bool = False) -> None:
        super().__init__(sentence)
        self.sentence, self.hint, self.output, self.again = sentence, hint, output, again


class Hindrance(Exception):  # noqa: N818  # the examination could not be finished
    """The error for a failure that is the server's fault; the examination is repeated later.

    `lost`: whether the process or machine that examined the submission died.
    """

    def __init__(self, sentence: str, *, lost: bool = False) -> None:
        super().__init__(sentence)
        self.sentence, self.hint, self.lost = sentence, PATIENCE, lost


def known_games(bot: Manifest) -> tuple[str, ...]:
    """Returns those games in a bot's manifest that this process knows.

    If the manifest names no games, the bot plays any game, and the result is empty. The result is also empty if this
    process knows none of the named games.
    """
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
    """The threads for long work, one for each concurrent examination; None for the default threads of the event
    loop.
    """
    cluster: str | None = None
    """The address of the Dask scheduler with the machines that build and check submissions; None if this machine builds
    and checks them itself.
    """


class Examination:
    """The examination of one submission."""

    def __init__(self, means: Means, name: str, archive: Path, ending: Ending) -> None:
        """Prepares the examination of one archive.

        `name`: the name of the submission's folder, unique among the folders in use; `ending`: an object with which
        another thread can end the build.
        """
        self._means, self._archive, self._ending = means, archive, ending
        self.folder = means.folder / name

    async def unpack(self) -> Manifest:
        """Unpacks the bot, and returns its manifest; raises Rejection, Hindrance."""
        bot = await self._judged(self._unpacked)
        if bot.games and not known_games(bot):
            raise Rejection(
                f"bot.toml names only the games {', '.join(bot.games)}, but this server has only the games "
                f"{', '.join(GAMES)}",
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
        """Checks the bot; returns a text with a line for each step of the check. Raises Rejection, Hindrance."""
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
            sentence = f"the archive or the bot.toml in the archive cannot be read: {type(error).__name__}"
            raise ArenaError(
                "bad-archive", sentence, "make the archive again with another program, and hand in the bot again"
            ) from error

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
        """Runs `work` in a thread, and returns its result; if this coroutine is cancelled, it still waits until `work`
        ends.
        """
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
                "run arena build in the bot's folder to see the same error; on this ladder, a build has only "
                "the bot's files and a network"
            )
        return (
            "put all files that the build needs into the bot's folder; on this ladder, a build cannot use the network"
        )

    def _line(self, outcome: Outcome, *, printed: bool = False) -> str:
        """Returns the text for the outcome of a step.

        `printed`: whether to add the last lines that the bot printed in this step.
        """
        parts = [f"{outcome.number:2} {outcome.name:<10} {outcome.verdict.value}", outcome.detail]
        found = "  ".join(part for part in parts if part)
        for word, text in (("expected", outcome.expected), ("happened", outcome.happened), ("do", outcome.advice)):
            found += f"\n   {word}: {text}" if text else ""
        if printed and outcome.output:
            found = "\n   ".join([found, "its last output:", *outcome.output.splitlines()])
        return self._clean(found)

    def _clean(self, text: str) -> str:
        """Returns the text without any paths of this machine's folders."""
        for folder in (self.folder, self._means.copies, CACHE):
            text = text.replace(f"{folder}/", "").replace(str(folder), ".")
        return text
