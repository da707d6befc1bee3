"""Inspects a hand-in without starting its bot: unpacks it and reads its bot.toml.

Rule 1: if this machine lacks a program that the bot needs, the hand-in is not at fault. The lack is never stored as the
hand-in's result, because the program may be installed later.
"""

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.building.manifest import Manifest
from arena.course.handins.content import clean, packed, unpack_bot
from arena.course.handins.trial_cache import Checked, Kept
from arena.errors import ArenaError
from arena.text import without_folders

NAMELESS: Final = "the bot"
"""The words that replace a bot's alias in stored messages about a hand-in, so that the messages name no author."""
STAND_IN: Final = "bot-without-alias"
"""The alias of every bot during its inspection; if the author has no alias, also during the test."""
NOTHING: Final = Checked()


class Looking:
    """Inspects hand-ins for a game without starting them, and stores the results, so that each content is inspected
    once.
    """

    def __init__(self, folder: Path, game: str) -> None:
        self._game, self._kept = game, Kept(folder, game, "looked into")

    def of(self, path: Path, content: str) -> tuple[Checked, str]:
        """Returns the problem of a hand-in, and a sentence about a program that the hand-in needs but this machine
        lacks.

        Each of the two is empty if nothing of its kind was found. `content`: the hash of the hand-in.
        """
        if found := self._kept.known(content):
            return found, ""
        try:
            archive = packed(path)
        except ArenaError as error:
            return refused(error), ""
        with unpacked(archive, STAND_IN, self._game) as opened:
            if opened.bot and (lacking := lacks(opened.bot)):
                return Checked(), f"it {lacking}"
        with suppress(ArenaError):  # a user who may only read the course gets the result, too
            self._kept.keep(content, opened.wrong)
        return opened.wrong, ""


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A hand-in that was unpacked into a temporary folder."""

    folder: Path
    alias: str
    bot: Manifest | None
    """The hand-in's bot; None if the hand-in was refused."""
    wrong: Checked = NOTHING

    def plain(self, found: Checked) -> Checked:
        """A copy of a result whose texts contain neither paths on this machine nor the author's alias."""

        def text(said: str) -> str:
            without = without_folders(clean(said, self.folder), f"/{self.alias}/", str)
            return re.sub(rf"(?<![\w-]){re.escape(self.alias)}(?![\w-])", NAMELESS, without)

        return Checked(text(found.broken), text(found.advice), text(found.output))


@contextmanager
def unpacked(archive: bytes, alias: str, game: str) -> Iterator[Unpacked]:
    """Unpacks a hand-in into a temporary folder, which exists during the `with` block; its bot is named `alias`."""
    with tempfile.TemporaryDirectory(prefix="arena-course-") as beside:
        folder = Path(beside) / "hand-in"
        try:
            found = Unpacked(folder, alias, unpack_bot(archive, folder, alias, game))
        except ArenaError as error:
            found = Unpacked(folder, alias, None, Unpacked(folder, alias, None).plain(refused(error)))
        yield found


def refused(error: ArenaError) -> Checked:
    """Returns the test result of a hand-in that was refused with this error."""
    return Checked(error.message, error.hint or "")


def lacks(bot: Manifest) -> str:
    """Returns a clause about the bot's missing programs; empty if none is missing.

    An example is "needs java, which is not installed here".
    """
    missing = bot.missing()
    verb = "is" if len(missing) == 1 else "are"
    return f"needs {' and '.join(missing)}, which {verb} not installed here" if missing else ""
