"""Suggests paths with slashes for paths with backslashes, as Windows writes them."""

import json
import re
from typing import Final

BACKSLASH: Final = "\\"
WITH_SLASHES: Final = "write paths with / on every system"
ESCAPED: Final = str.maketrans({"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"})
"""Maps control characters to their escapes in TOML, each a backslash and a letter."""
RELATIVE: Final = re.compile(r"\.{1,2}[\b\t\n\f\r\\]")
"""A pattern for the beginning of a relative path that was written with backslashes."""


def slashed(said: object) -> str:
    """Returns the value, a string or a list of strings, as TOML text with `/` instead of backslashes; empty if the
    value contains no backslash.
    """
    words = [said] if isinstance(said, str) else said if isinstance(said, list) else []
    fixed = [_slashed(word) if isinstance(word, str) else word for word in words]
    if fixed == words:
        return ""
    return json.dumps(fixed[0] if isinstance(said, str) else fixed, ensure_ascii=False)


def _slashed(word: str) -> str:
    written = word.translate(ESCAPED) if RELATIVE.match(word) else word
    return written.replace(BACKSLASH, "/")
