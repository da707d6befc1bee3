"""Whether a hand-in is valid: its bot builds, starts, and answers every kind of decision from every seat.

Rule 1: what is tried are steps of `arena check`, so every author can try them at home.
Rule 2: what is our fault (no room, no sandbox, a program that is not installed) ends the command, and is never told of
a hand-in.
Rule 3: what was found of a content is kept for this release, game, sandbox, its limits and the network of builds.
Rule 4: what fails is tried once more before it is kept: machines are busy.
Rule 5: two authors may hand in the very same files: nothing that is kept says which of them it was tried for.
"""

import asyncio
import json
import re
import tempfile
from dataclasses import asdict, astuple, dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Final

from arena import __version__
from arena.asking.harness.patience import Untried
from arena.authoring.conformance.bench import Bench
from arena.authoring.conformance.check import STEPS, Outcome, Verdict, perform, prepare
from arena.building.building import NO_PACKAGES, build_copy
from arena.building.builds.terms import Terms
from arena.building.manifest import Manifest
from arena.course.handins.content import HASH_BYTES, clean, hash_of, packed, unpack_bot
from arena.errors import ArenaError
from arena.files.whole import write_whole
from arena.games.registry import find_game
from arena.sandbox.box import Box
from arena.text import one_line, without_folders

LAST: Final = "seats"
"""The last step that is tried."""
PASSED: Final = ("decisions", LAST)
"""Steps that a hand-in has to pass: one that is skipped is not passed, as by a bot that does not answer."""
TRIES: Final = 2
SILENT: Final = "answer each turn within seconds; arena check tells in the step clock how long it took"
NAMELESS: Final = "the bot"
"""What a hand-in is called where it was tried as somebody's."""
RULES: Final = 5
"""Raised when other hand-ins are valid than before: since 2, a manifest names nothing of this machine; since 3, builds
begin with a warm home; since 4, what is tried may take 300 s; since 5, archives of Windows and macOS are read as
these systems read them.
"""
LEAVE_OUT: Final = "if no bot of the course may need that, take the file out of that folder, and tell its author"
THEIRS: Final = ("build-failed", "bad-bundle")
"""What keeps a bot from being built by its author's fault."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of trying a hand-in."""

    broken: str = ""
    """What is wrong with it, in a sentence; empty if it is valid."""
    advice: str = ""
    output: str = ""
    """What it printed last."""


class Validity:
    """Tries hand-ins for a game, each content once."""

    def __init__(self, kept: Path, game: str, box: Box, network: str) -> None:
        """`kept`: where it is kept what came of it; `network`: what builds may reach."""
        self._kept, self._game, self._box = kept, game, box
        self._terms = Terms.at(box.level, network)
        where = repr((__version__, RULES, game, find_game(game).files, str(box.level), astuple(box.limits), network))
        self._where = blake2b(where.encode(), digest_size=HASH_BYTES).hexdigest()

    def known(self, content: str) -> Checked | None:
        """What was found of a content before."""
        try:
            return Checked(**json.loads(self._place(content).read_text("utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def keep(self, content: str, found: Checked) -> None:
        """Keeps what was found of a content; raises ArenaError [not-written]."""
        write_whole({self._place(content): json.dumps(asdict(found), indent=1) + "\n"})

    def of(self, path: Path, alias: str) -> Checked:
        """What came of trying a hand-in as `alias`, now or before.

        Raises ArenaError for what is our fault, among it [not-installed] and [no-packages], which name the file.
        """
        try:
            archive = packed(path)
        except ArenaError as error:
            return Checked(error.message, error.hint or "")
        content = hash_of(archive)
        if found := self.known(content):
            return found
        with tempfile.TemporaryDirectory(prefix="arena-course-") as beside:
            folder = Path(beside) / "hand-in"
            try:
                bot = unpack_bot(archive, folder, alias, self._game)
            except ArenaError as error:
                found = Checked(error.message, error.hint or "")
            else:
                _demand_installed(bot, path)
                try:
                    found = self._tried(bot)
                except ArenaError as error:
                    if error.code != NO_PACKAGES:
                        raise
                    raise _of_file(error, path) from error
        found = Checked(*(_clean(text, folder, alias) for text in (found.broken, found.advice, found.output)))
        self.keep(content, found)
        return found

    def _place(self, content: str) -> Path:
        return self._kept / f"{content}-{self._where}.json"

    def _tried(self, bot: Manifest) -> Checked:
        """What came of trying a bot; of one that fails, again."""
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


def _demand_installed(bot: Manifest, path: Path) -> None:
    """Complains of a program that is not on this machine: ArenaError [not-installed]."""
    if missing := bot.missing():
        raise ArenaError(
            "not-installed",
            one_line(f"{path} needs {' and '.join(missing)}, which is not installed here"),
            f"install it; {LEAVE_OUT}",
        )


def _of_file(error: ArenaError, path: Path) -> ArenaError:
    """The error, with the hand-in at which it came about, and a way on without that."""
    sentence = one_line(f"{path}: {error.message.partition(chr(10))[0]}")
    return ArenaError(error.code, sentence, f"{error.hint}; {LEAVE_OUT}")


class _EnoughError(Exception):
    """Nothing more need be tried."""


async def _first_failure(bench: Bench, game: str) -> Checked:
    """What came of the steps up to the last one that counts."""
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
    return Checked(f"{first.name}: {first.happened} (expected: {first.expected})", first.advice, first.output)


def _not_passed(outcome: Outcome, bench: Bench) -> Outcome:
    """A step that was skipped, as one that failed."""
    expected = next(step.expected for step in STEPS if step.name == outcome.name)
    return replace(outcome, happened=bench.silence or outcome.detail, expected=expected, advice=SILENT)


def _clean(text: str, folder: Path, alias: str) -> str:
    """A text for authors, without the paths of folders on this machine, and without whom the bot was tried for."""
    without = without_folders(clean(text, folder), f"/{alias}/", str)
    return re.sub(rf"(?<![\w-]){re.escape(alias)}(?![\w-])", NAMELESS, without)
