"""Whether a hand-in is valid: its bot builds, starts, and answers every kind of decision from every seat.

Rule 1: what is tried are steps of `arena check`, so every author can try them at home.
Rule 2: what is our fault (no room, no sandbox) ends the command, and is never told of a hand-in.
Rule 3: what was found of a content is kept, and not tried again; but a program that it needs may be installed.
"""

import asyncio
import json
import re
import tempfile
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from arena.authoring.conformance.bench import Bench
from arena.authoring.conformance.check import Outcome, Verdict, perform, prepare
from arena.course.files import write_whole
from arena.course.handins.content import clean, hash_of, packed, unpack_bot
from arena.errors import ArenaError
from arena.league.building import build_copy
from arena.league.builds.terms import Terms
from arena.league.manifest import Manifest
from arena.sandbox.box import Box

LAST: Final = "seats"
"""The last step a hand-in has to pass."""
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

    def known(self, content: str) -> Checked | None:
        """What was found of a content before."""
        try:
            return Checked(**json.loads(self._place(content).read_text("utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def of(self, path: Path, alias: str) -> Checked:
        """What came of trying a hand-in as `alias`, now or before; raises ArenaError for what is our fault."""
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
                if missing := bot.missing():
                    return Checked(f"it needs {' and '.join(missing)}, which is not installed here", "ask for it")
                found = self._tried(bot)
        found = Checked(*(_clean(text, folder, alias) for text in (found.broken, found.advice, found.output)))
        write_whole({self._place(content): json.dumps(asdict(found), indent=1) + "\n"})
        return found

    def _place(self, content: str) -> Path:
        return self._kept / f"{content}-{self._game}.json"

    def _tried(self, bot: Manifest) -> Checked:
        try:
            build_copy(bot, terms=self._terms)
        except ArenaError as error:
            if error.code not in THEIRS:
                raise
            sentence, _, output = error.message.partition("\n")
            return Checked(sentence, error.hint or "", output)
        return asyncio.run(_first_failure(Bench(str(bot.folder), Path(), self._box), self._game))


class _EnoughError(Exception):
    """Nothing more need be tried."""


async def _first_failure(bench: Bench, game: str) -> Checked:
    """What came of the steps up to the last one that counts."""
    failed: list[Outcome] = []

    def told(outcome: Outcome) -> None:
        if outcome.verdict is Verdict.FAIL:
            failed.append(outcome)
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


def _clean(text: str, folder: Path, alias: str) -> str:
    """A text for the author, without the paths of folders on this machine that the bot was in."""
    return re.sub(rf"[^\s\"']*/{re.escape(alias)}/", "", clean(text, folder))
