"""What is done with a submission: unpacked, built and checked in the box; each step with what it found.

Rule 1: what is our fault (no room, a tool that is missing, no sandbox) is no verdict, and is tried again.
Rule 2: a check that fails is made once more before it counts: machines are busy, and a bot must not pay for that.
Rule 3: no path of this machine stands in what an author reads.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.authoring.conformance.bench import Bench
from arena.authoring.conformance.check import Outcome, Verdict, perform
from arena.errors import ArenaError
from arena.ladder.contents import unpacked
from arena.league.building import CACHE, FAILED, build_copy
from arena.league.builds.terms import Terms
from arena.league.manifest import BAD_MANIFEST, Manifest
from arena.sandbox.box import Box

AUTHORS: Final = ("bad-archive", "no-manifest", BAD_MANIFEST, FAILED)
"""Codes of complaints that are about the bot; all others are ours."""
CHECKS: Final = 2
PATIENCE: Final = "nothing is asked of you; who runs this ladder can mend it"
"""What an author is told of what hinders us."""


class Rejection(Exception):  # noqa: N818  # a verdict
    """The author's fault, in words for the author."""

    def __init__(self, sentence: str, hint: str = "", output: str = "") -> None:
        super().__init__(sentence)
        self.sentence, self.hint, self.output = sentence, hint, output


class Hindrance(Exception):  # noqa: N818  # no verdict
    """Our fault: it is tried again."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence, self.hint = sentence, PATIENCE


@dataclass(frozen=True, slots=True)
class Means:
    """How submissions are examined on this machine."""

    folder: Path
    """Where they are unpacked."""
    box: Box
    network: str
    """What a build may reach."""


class Examination:
    """One submission on its way."""

    def __init__(self, means: Means, number: int, archive: Path) -> None:
        self._means, self._archive = means, archive
        self.folder = means.folder / str(number)

    async def unpack(self) -> Manifest:
        """The bot; raises Rejection, Hindrance."""
        return await self._judged(lambda: unpacked(self._archive, self.folder))

    async def build(self, bot: Manifest) -> tuple[Manifest, str]:
        """The bot as it would play, and what is to be said of its build; raises Rejection, Hindrance."""
        terms = Terms.at(self._means.box.level, self._means.network)
        told: list[str] = []
        copy = await self._judged(lambda: build_copy(bot, told.append, terms))
        return copy, self._clean("\n".join(told))

    async def check(self, bot: Manifest) -> str:
        """What the steps of the check found, a line each; raises Rejection, Hindrance."""
        for _ in range(CHECKS):
            outcomes = await self._checked(bot)
            failed = [outcome for outcome in outcomes if outcome.verdict is Verdict.FAIL]
            if not failed:
                return "\n".join(map(self._line, outcomes))
        first = failed[0]
        told = [*map(self._line, outcomes), *(["", "its last output:", first.output] if first.output else [])]
        raise Rejection(
            f"the check failed in {', '.join(outcome.name for outcome in failed)}: {self._clean(first.happened)}",
            self._clean(first.advice),
            self._clean("\n".join(told)),
        )

    async def _checked(self, bot: Manifest) -> list[Outcome]:
        outcomes: list[Outcome] = []
        bench = Bench(bot.name, bot.folder, self._means.box)
        bench.manifest = bot
        try:
            await perform(bench, outcomes.append)
        except ArenaError as error:
            raise Hindrance(self._clean(error.message)) from error
        except OSError as error:
            raise Hindrance(f"this machine says: {error.strerror or error}") from error
        return outcomes

    async def _judged(self, work: Callable[[], Manifest]) -> Manifest:
        """What work in a thread of its own came to; raises Rejection, Hindrance."""
        try:
            return await asyncio.to_thread(work)
        except ArenaError as error:
            sentence, _, output = self._clean(error.message).partition("\n")
            if error.code in AUTHORS:
                hint = "arena build, in its folder, shows the same" if error.code == FAILED else error.hint or ""
                raise Rejection(sentence, self._clean(hint), output) from error
            raise Hindrance(sentence) from error
        except OSError as error:
            raise Hindrance(f"this machine says: {error.strerror or error}") from error

    def _line(self, outcome: Outcome) -> str:
        parts = [f"{outcome.number:2} {outcome.name:<10} {outcome.verdict.value}", outcome.detail]
        found = "  ".join(part for part in parts if part)
        for word, text in (("expected", outcome.expected), ("happened", outcome.happened), ("do", outcome.advice)):
            found += f"\n   {word}: {text}" if text else ""
        return self._clean(found)

    def _clean(self, text: str) -> str:
        """The text without where things lie on this machine."""
        for folder in (self.folder, CACHE):
            text = text.replace(f"{folder}/", "").replace(str(folder), ".")
        return text
