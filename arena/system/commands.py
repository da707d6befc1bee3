"""Words of commands that people copy, as the shell of this system takes them."""

import re
import shlex
from collections.abc import Iterable
from typing import Final

from arena.system.kinds import FORKS

PLAIN: Final = re.compile(r"[\w\\/:.,@+=#-]+")
"""What the shells of Windows take as it is; they know no quotes but double ones, which no file name there has."""


def quoted(word: str) -> str:
    """A word that a shell takes for one."""
    if FORKS:
        return shlex.quote(word)
    return word if PLAIN.fullmatch(word) else f'"{word}"'


def joined(words: Iterable[str]) -> str:
    """A command to copy."""
    return " ".join(map(quoted, words))
