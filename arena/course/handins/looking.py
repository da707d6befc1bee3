"""Looks into a hand-in without starting it: unpacks it and reads its bot.toml.

Rule 1: a program that this machine lacks is no fault of the hand-in, and is never kept as its result.
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
from arena.course.handins.kept import Checked, Kept
from arena.errors import ArenaError
from arena.text import without_folders

NAMELESS: Final = "the bot"
"""The words that replace the alias in messages about a hand-in."""
STAND_IN: Final = "bot-without-alias"
"""The alias under which a hand-in is looked into, or tried if its author has none."""
NOTHING: Final = Checked()


class Looking:
    """Looks into hand-ins for a game, once for each content if the result can be kept."""

    def __init__(self, folder: Path, game: str) -> None:
        self._game, self._kept = game, Kept(folder, game, "looked into")

    def of(self, path: Path, content: str) -> tuple[Checked, str]:
        """The faults of a hand-in with this hash; and a sentence on what it needs that this machine lacks, if any."""
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
    """A hand-in in a folder of its own."""

    folder: Path
    alias: str
    bot: Manifest | None
    """The hand-in's bot; None if something is wrong with it."""
    wrong: Checked = NOTHING

    def plain(self, found: Checked) -> Checked:
        """A result without paths of folders on this machine, and without the author's alias."""

        def text(said: str) -> str:
            without = without_folders(clean(said, self.folder), f"/{self.alias}/", str)
            return re.sub(rf"(?<![\w-]){re.escape(self.alias)}(?![\w-])", NAMELESS, without)

        return Checked(text(found.broken), text(found.advice), text(found.output))


@contextmanager
def unpacked(archive: bytes, alias: str, game: str) -> Iterator[Unpacked]:
    """Unpacks a hand-in into a temporary folder, with its bot named `alias`."""
    with tempfile.TemporaryDirectory(prefix="arena-course-") as beside:
        folder = Path(beside) / "hand-in"
        try:
            found = Unpacked(folder, alias, unpack_bot(archive, folder, alias, game))
        except ArenaError as error:
            found = Unpacked(folder, alias, None, Unpacked(folder, alias, None).plain(refused(error)))
        yield found


def refused(error: ArenaError) -> Checked:
    """The result for a hand-in that was refused."""
    return Checked(error.message, error.hint or "")


def lacks(bot: Manifest) -> str:
    """Which programs a bot needs that this machine lacks, as words to follow its name; empty if it lacks none."""
    missing = bot.missing()
    verb = "is" if len(missing) == 1 else "are"
    return f"needs {' and '.join(missing)}, which {verb} not installed here" if missing else ""
