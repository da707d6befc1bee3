"""A cache of what trying or looking into hand-ins has shown, by the hash of their content.

Rule 1: two authors may hand in the very same files: nothing that is kept says which of them it was found of.
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
"""Raised when other hand-ins are valid than before: since 2, a manifest names nothing of this machine; since 3, builds
begin with a warm home; since 4, what is tried may take 300 s; since 5, archives of Windows and macOS are read as
these systems read them.
"""


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of trying a hand-in, or of looking into it."""

    broken: str = ""
    """What is wrong with it, in a sentence; empty if it is valid."""
    advice: str = ""
    output: str = ""
    """What it printed last."""


class Kept:
    """What was found of contents, kept in a folder for this release and game, and for what else it depends on."""

    def __init__(self, folder: Path, game: str, *others: object) -> None:
        """`others`: what else it depends on."""
        self._folder = folder
        where = repr((__version__, RULES, game, find_game(game).files, *others))
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

    def _place(self, content: str) -> Path:
        return self._folder / f"{content}-{self._where}.json"
