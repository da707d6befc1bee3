"""Commands that people copy, quoted for the shell of this system."""

import re
import shlex
from collections.abc import Iterable
from typing import Final

from arena.system.kinds import FORKS

PLAIN: Final = re.compile(r"[\w\\/:.,@+=#-]+")
"""Words that the shells of Windows need no quotes for; else double quotes do, which no file name there contains."""


def quoted(word: str) -> str:
    """The word, with quotes if the shell would otherwise split or change it."""
    if FORKS:
        return shlex.quote(word)
    return word if PLAIN.fullmatch(word) else f'"{word}"'


def joined(words: Iterable[str]) -> str:
    """The words as one command that people can copy."""
    return " ".join(map(quoted, words))
