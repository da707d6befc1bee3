"""Keeps the results of trying hand-ins, or of looking into them, by the hash of their content.

Rule 1: two authors may hand in the very same files, so no kept result says whose hand-in it came from.
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
"""The version of the rules for valid hand-ins; a new number makes all kept results unused. Since 2, a manifest names
nothing of this machine; since 3, builds begin with a warm home; since 4, trying may take 300 s; since 5, archives of
Windows and macOS are read as these systems read them."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of trying a hand-in, or of looking into it without starting it."""

    broken: str = ""
    """What is wrong with the hand-in, in a sentence; empty if it is valid."""
    advice: str = ""
    output: str = ""
    """The last output of the bot or of its build."""


class Kept:
    """Keeps results in a folder, by content; another release, game or other value has results of its own."""

    def __init__(self, folder: Path, game: str, *others: object) -> None:
        """`others`: further values on which the results depend."""
        self._folder = folder
        where = repr((__version__, RULES, game, find_game(game).files, *others))
        self._where = blake2b(where.encode(), digest_size=HASH_BYTES).hexdigest()

    def known(self, content: str) -> Checked | None:
        """The kept result for the content with this hash; None if there is none."""
        try:
            return Checked(**json.loads(self._place(content).read_text("utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def keep(self, content: str, found: Checked) -> None:
        """Keeps a result for the content with this hash; raises ArenaError [not-written]."""
        write_whole({self._place(content): json.dumps(asdict(found), indent=1) + "\n"})

    def _place(self, content: str) -> Path:
        return self._folder / f"{content}-{self._where}.json"
