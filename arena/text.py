"""Makes strangers' text harmless for the place where it is written.

Names, versions, faults, the output of a bot or the content of an older store may hold commands for a terminal,
a browser or a spreadsheet.
Rule 1: text is escaped where it is written, by the function for that place, and nowhere else.
Rule 2: what can be shown stays as it is; what would act as a command becomes `?`, or an escape if the place has one.
"""

import json
import re
from collections.abc import Callable
from typing import Final

MARKDOWN: Final = re.compile(r"[\\`*\[\]<>|~&$]|(?<![^\W_])_|_(?![^\W_])")
"""Characters that mean something in Markdown or HTML; `_` within a word does not."""
FORMULA: Final = re.compile(r"(^|;)(\s*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")
"""Where a spreadsheet would begin a formula: before these signs, wide or not. In some countries `;` parts cells."""
FIRST: Final = "\u2068"
LAST: Final = "\u2069"
"""FIRST and LAST stand around a text that has a direction of its own (Unicode's isolates)."""
TURNING: Final = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
RIGHT_TO_LEFT: Final = re.compile(TURNING)
"""Letters that are written from right to left, and digits of such scripts."""
WORDS: Final = re.compile(f"{TURNING}+(?:[ _'-]{TURNING}+)*")
"""Words of such letters; several in a row count as one name, but two blanks part columns."""
WORD: Final = re.compile(r"[^\s\"']+")
"""A run without blanks and quotation marks, which most paths are."""


def printable(text: str) -> str:
    """A text for a terminal, with `?` for each character that would control it or move what is shown."""
    return "".join(letter if letter.isprintable() or letter in "\n\t" else "?" for letter in text)


def one_line(text: str) -> str:
    """A text for a cell of a table in a terminal: like `printable`, but with `?` also for line ends and tabs."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def isolated(text: str) -> str:
    """A text for a sentence: between two invisible signs if it would reverse the text beside it, as Hebrew does."""
    return f"{FIRST}{text}{LAST}" if RIGHT_TO_LEFT.search(text) else text


def with_isolated_words(text: str) -> str:
    """A finished text for a terminal, in which words that would reverse the text beside them are isolated."""
    return WORDS.sub(lambda found: f"{FIRST}{found[0]}{LAST}", text) if RIGHT_TO_LEFT.search(text) else text


def without_isolates(text: str) -> str:
    """A text that may have been copied from a terminal, without the signs of `isolated`."""
    return text.replace(FIRST, "").replace(LAST, "")


def markdown_cell(text: str) -> str:
    """A text for a cell of a Markdown table."""
    return MARKDOWN.sub(lambda found: f"&#{ord(found[0])};", one_line(text))


def csv_cell(text: str) -> str:
    """A text for a cell of CSV that a spreadsheet may open: `'` stands before what would be a formula."""
    return FORMULA.sub(r"\1\2'", one_line(text))


def json_text(values: object, indent: int | None = None) -> str:
    """Values as JSON that is safe in a terminal: letters that cannot be printed are escaped."""
    text = json.dumps(values, indent=indent, ensure_ascii=False)
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter == "\n" else json.dumps(letter)[1:-1] for letter in text)


def without_folders(text: str, mark: str, told: Callable[[str], str]) -> str:
    """A text in which each path that contains `mark` is replaced by `told` of what follows the last `mark`.

    The time grows with the length of the text alone, whatever the text contains.
    """
    if mark not in text:
        return text
    return WORD.sub(lambda word: told(word[0].rpartition(mark)[2]) if mark in word[0] else word[0], text)
