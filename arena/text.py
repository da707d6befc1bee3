"""Text of strangers, made harmless for where it is written.

Names, versions, faults, what a bot printed, what an older store holds: some of it may be meant to be obeyed.
Rule 1: text is escaped where it is written, by the function for that place, and nowhere else.
Rule 2: what can be shown stays as it is; what would be obeyed becomes `?`, or an escape where there is one.
"""

import json
import re
from collections.abc import Callable
from typing import Final

MARKDOWN: Final = re.compile(r"[\\`*\[\]<>|~&$]|(?<![^\W_])_|_(?![^\W_])")
"""What Markdown or HTML gives a meaning; `_` within a word has none."""
FORMULA: Final = re.compile(r"(^|;)(\s*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")
"""Where a spreadsheet would begin to compute: at these signs, wide or not. In some countries `;` parts cells of CSV."""
FIRST: Final = "\u2068"
LAST: Final = "\u2069"
"""Around what has a direction of its own."""
TURNING: Final = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
RIGHT_TO_LEFT: Final = re.compile(TURNING)
"""Letters that are written so, and numbers of such scripts."""
WORDS: Final = re.compile(f"{TURNING}+(?:[ _'-]{TURNING}+)*")
"""Several in a row are one name; two blanks part columns."""
WORD: Final = re.compile(r"[^\s\"']+")
"""What has neither blanks nor quotation marks, as paths mostly have none."""


def printable(text: str) -> str:
    """For a terminal: without what it would obey, or show elsewhere than it stands."""
    return "".join(letter if letter.isprintable() or letter in "\n\t" else "?" for letter in text)


def one_line(text: str) -> str:
    """For a cell of a table in a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def isolated(text: str) -> str:
    """For a sentence: between two signs nobody sees, if it would turn round what stands beside it, as Hebrew does."""
    return f"{FIRST}{text}{LAST}" if RIGHT_TO_LEFT.search(text) else text


def with_isolated_words(text: str) -> str:
    """For a terminal, when all is said: words that would turn round what stands beside them are isolated."""
    return WORDS.sub(lambda found: f"{FIRST}{found[0]}{LAST}", text) if RIGHT_TO_LEFT.search(text) else text


def without_isolates(text: str) -> str:
    """What somebody may have copied from a terminal."""
    return text.replace(FIRST, "").replace(LAST, "")


def markdown_cell(text: str) -> str:
    """For a cell of a Markdown table."""
    return MARKDOWN.sub(lambda found: f"&#{ord(found[0])};", one_line(text))


def csv_cell(text: str) -> str:
    """For a cell of CSV that a spreadsheet may open: `'` stands before what would be a formula."""
    return FORMULA.sub(r"\1\2'", one_line(text))


def json_text(values: object, indent: int | None = None) -> str:
    """Values as JSON, which may go to a terminal: what cannot be printed is escaped."""
    text = json.dumps(values, indent=indent, ensure_ascii=False)
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter == "\n" else json.dumps(letter)[1:-1] for letter in text)


def without_folders(text: str, mark: str, told: Callable[[str], str]) -> str:
    """A text in which each path with `mark` in it is told by what follows that, as `told` says it.

    The time it takes grows with the length of the text alone, whatever stands in it.
    """
    if mark not in text:
        return text
    return WORD.sub(lambda word: told(word[0].rpartition(mark)[2]) if mark in word[0] else word[0], text)
