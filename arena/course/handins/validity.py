"""Tests whether a hand-in is valid: whether it can be built and started, and answers a decision of every kind.

Rule 1: the tests are steps of `arena check`, so every author can run them at home.
Rule 2: a fault of the organiser's machine (a full disk, no sandbox, a program that is not installed) raises an error,
and is never recorded as a fault of the hand-in.
Rule 3: a stored result applies only to the same content, tested under the same conditions. The conditions are the
arena's release, the game, the sandbox with its limits, and the network that builds may use.
Rule 4: a hand-in that fails is tested once more before the result is stored, because a busy machine may be the cause.
"""

import asyncio
from dataclasses import astuple, replace
from pathlib import Path
from typing import Final

from arena.asking.harness.patience import Untried
from arena.authoring.conformance.bench import Bench
from arena.authoring.conformance.check import STEPS, Outcome, Verdict, perform, prepare
from arena.building.building import NO_PACKAGES, build_copy
from arena.building.builds.build_limits import Terms
from arena.building.manifest import Manifest
from arena.course.handins.content import hash_of, packed
from arena.course.handins.crashes import crash_in
from arena.course.handins.inspection import Unpacked, lacks, refused, unpacked
from arena.course.handins.trial_cache import Checked, Kept
from arena.errors import ArenaError
from arena.sandbox.box import Box
from arena.text import one_line

LAST: Final = "seats"
"""The last step of `arena check` that is run for a hand-in."""
PASSED: Final = ("decisions", LAST)
"""Steps of `arena check` that a hand-in must pass. A step that is skipped, for example because the bot never answers,
is treated as failed.
"""
TRIES: Final = 2
SILENT: Final = (
    "make the bot answer each turn within seconds; the step clock of arena check prints the time of an answer"
)
LEAVE_OUT: Final = (
    "or, if bots of this course may not need this program or package, remove the hand-in from its folder and "
    "tell its author"
)
THEIRS: Final = ("build-failed", "bad-bundle")
"""Codes of build errors that are the fault of the bot's author."""


class LackingError(ArenaError):
    """The error if this machine lacks something that a hand-in needs, so that the author is not to blame."""

    def __init__(self, code: str, message: str, hint: str | None = None, sentence: str = "") -> None:
        """Makes the error; `sentence` states for the hand-in's author what is missing, without any path of this
        machine.
        """
        super().__init__(code, message, hint)
        self.sentence = one_line(sentence)


class Validity(Kept):
    """Tests hand-ins for a game, and stores the results, so that each content is tested once."""

    def __init__(self, folder: Path, game: str, box: Box, network: str) -> None:
        """Uses `folder` for the stored results, `box` as the sandbox, and `network` as the network for builds."""
        super().__init__(folder, game, str(box.level), astuple(box.limits), network)
        self._game, self._box = game, box
        self._terms = Terms.at(box.level, network)

    def of(self, path: Path, alias: str) -> Checked:
        """Returns the stored result for a hand-in's content, or tests the hand-in under `alias`.

        Raises ArenaError for a fault of this machine. If the machine lacks something that the hand-in needs, the error
        is a LackingError [not-installed], [no-packages], with the hand-in's path in the message.
        """
        try:
            archive = packed(path)
        except ArenaError as error:
            return refused(error)
        content = hash_of(archive)
        if found := self.known(content):
            return found
        with unpacked(archive, alias, self._game) as opened:
            found = self._of_bot(opened.bot, opened, path) if opened.bot else opened.wrong
        self.keep(content, found)
        return found

    def _of_bot(self, bot: Manifest, opened: Unpacked, path: Path) -> Checked:
        if lacking := lacks(bot):
            message = one_line(f"{path} {lacking}")
            raise LackingError(
                "not-installed", message, f"install the missing program, {LEAVE_OUT}", sentence=f"it {lacking}"
            )
        try:
            return opened.plain(self._tried(bot))
        except ArenaError as error:
            if error.code != NO_PACKAGES:
                raise
            message = one_line(f"{path}: {error.message.partition(chr(10))[0]}")
            plain = opened.plain(refused(error)).broken.partition("\n")[0]
            raise LackingError(error.code, message, f"{error.hint}; {LEAVE_OUT}", sentence=plain) from error

    def _tried(self, bot: Manifest) -> Checked:
        """Returns the result of testing a bot; a failed test is repeated, with at most TRIES tests in all."""
        found = Checked()
        for _ in range(TRIES):
            found = self._tried_once(bot)
            if not found.broken:
                break
        return found

    def _tried_once(self, bot: Manifest) -> Checked:
        try:
            build_copy(bot, terms=self._terms)
        except ArenaError as error:
            if error.code not in THEIRS:
                raise
            sentence, _, output = error.message.partition("\n")
            return Checked(sentence, error.hint or "", output)
        return asyncio.run(_first_failure(Bench(str(bot.folder), Path(), self._box, self._terms.network), self._game))


class _EnoughError(Exception):
    """The exception that ends a test early, when its result is already certain."""


async def _first_failure(bench: Bench, game: str) -> Checked:
    """Runs the steps of `arena check` up to LAST; returns the first failure, or an empty result if all succeed."""
    failed: list[Outcome] = []

    def told(outcome: Outcome) -> None:
        if outcome.verdict is Verdict.FAIL:
            failed.append(outcome)
        elif outcome.verdict is Verdict.SKIPPED and outcome.name in PASSED:
            failed.append(_not_passed(outcome, bench))
        elif outcome.verdict is Verdict.UNTRIED:
            raise Untried(outcome.detail)
        if bench.manifest:
            bench.manifest = replace(bench.manifest, games=(game,))
        if failed or outcome.name == LAST:
            raise _EnoughError

    try:
        prepare(bench, told)
        await perform(bench, told)
    except _EnoughError:
        pass
    if not failed:
        return Checked()
    first = failed[0]
    place = f"; {crash}" if (crash := crash_in(first.output)) else ""
    return Checked(f"{first.name}: {first.happened}{place} (expected: {first.expected})", first.advice, first.output)


def _not_passed(outcome: Outcome, bench: Bench) -> Outcome:
    """A copy of a skipped step's outcome that describes the step as failed."""
    expected = next(step.expected for step in STEPS if step.name == outcome.name)
    return replace(outcome, happened=bench.silence or outcome.detail, expected=expected, advice=SILENT)
