"""Quotes commands for the shell of this system, so that people can copy them."""

import re
import shlex
from collections.abc import Iterable
from typing import Final

from arena.system.kinds import FORKS

PLAIN: Final = re.compile(r"[\w\\/:.,@+=#-]+")
"""Matches words that need no quotes in the shells of Windows. For all other words double quotes are enough, because no
file name contains a double quote.
"""


def quoted(word: str) -> str:
    """Returns the word, in quotes if the shell would otherwise split or change it."""
    if FORKS:
        return shlex.quote(word)
    return word if PLAIN.fullmatch(word) else f'"{word}"'


def joined(words: Iterable[str]) -> str:
    """The words as one command that people can copy."""
    return " ".join(map(quoted, words))
