"""Stores the results of testing or inspecting hand-ins, by the hash of their content.

Rule 1: a stored result names no author, because two authors may hand in the very same files.
"""

import json
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final

from arena import __version__
from arena.course.handins.content import HASH_BYTES
from arena.files.whole import write_whole
from arena.games.registry import find_game

RULES: Final = 5
"""The version of the rules for valid hand-ins; a higher number makes all stored results obsolete.

Since version 2, a manifest may name no file outside the hand-in, except installed programs. Since version 3, a build
may begin with a home folder that already contains packages. Since version 4, a test may take 300 s. Since version 5,
backslashes in zips separate folders, and a letter that macOS writes as two characters in a name becomes one.
"""


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of testing a hand-in, or of inspecting it without starting it."""

    broken: str = ""
    """The problem of the hand-in, as a sentence; empty if the hand-in is valid."""
    advice: str = ""
    output: str = ""
    """The last output of the bot or of its build."""


class Kept:
    """Stores results in a folder, by the hash of the hand-in's content.

    A result applies only to the same release of the arena, RULES, game and further settings (`others`).
    """

    def __init__(self, folder: Path, game: str, *others: object) -> None:
        """Uses `folder` for the results; `others` are further settings on which the results depend."""
        self._folder = folder
        where = repr((__version__, RULES, game, find_game(game).files, *others))
        self._where = blake2b(where.encode(), digest_size=HASH_BYTES).hexdigest()

    def known(self, content: str) -> Checked | None:
        """Returns the stored result for the content with this hash; None if no result is stored."""
        try:
            return Checked(**json.loads(self._place(content).read_text("utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def keep(self, content: str, found: Checked) -> None:
        """Stores a result for the content with this hash; raises ArenaError [not-written]."""
        write_whole({self._place(content): json.dumps(asdict(found), indent=1) + "\n"})

    def _place(self, content: str) -> Path:
        return self._folder / f"{content}-{self._where}.json"
