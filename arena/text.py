"""Makes strangers' text safe for the place where it is written.

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
"""Matches characters that have a meaning in Markdown or HTML; `_` within a word has none."""
FORMULA: Final = re.compile(r"(^|;)(\s*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")
"""Matches where a spreadsheet would begin a formula: before such a sign, wide or not; in some countries `;` separates
cells.
"""
FIRST: Final = "\u2068"
LAST: Final = "\u2069"
"""FIRST and LAST enclose a text that has a direction of its own (Unicode's isolates)."""
TURNING: Final = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
RIGHT_TO_LEFT: Final = re.compile(TURNING)
"""Matches a letter of a script that is written from right to left, or a digit of such a script."""
WORDS: Final = re.compile(f"{TURNING}+(?:[ _'-]{TURNING}+)*")
"""Matches words of such letters; words with single blanks count as one name, but two blanks separate columns."""
WORD: Final = re.compile(r"[^\s\"']+")
"""Matches a run of characters without blanks and quotation marks, as most paths are."""


def printable(text: str) -> str:
    """The text for a terminal, with `?` for each character that would control it or move what is shown."""
    return "".join(letter if letter.isprintable() or letter in "\n\t" else "?" for letter in text)


def one_line(text: str) -> str:
    """The text for a table's cell in a terminal: like `printable`, but with `?` also for line ends and tabs."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def isolated(text: str) -> str:
    """The text for a sentence; if it would reverse the text beside it, as Hebrew does, it is put between two invisible
    signs.
    """
    return f"{FIRST}{text}{LAST}" if RIGHT_TO_LEFT.search(text) else text


def with_isolated_words(text: str) -> str:
    """A complete text for a terminal, with invisible signs around words that would reverse the text beside them."""
    return WORDS.sub(lambda found: f"{FIRST}{found[0]}{LAST}", text) if RIGHT_TO_LEFT.search(text) else text


def without_isolates(text: str) -> str:
    """A text that may have been copied from a terminal, without the invisible signs that `isolated` adds."""
    return text.replace(FIRST, "").replace(LAST, "")


def markdown_cell(text: str) -> str:
    """The text for a cell of a Markdown table: on one line, with special characters escaped."""
    return MARKDOWN.sub(lambda found: f"&#{ord(found[0])};", one_line(text))


def csv_cell(text: str) -> str:
    """The text for a cell of a CSV file, with `'` before what a spreadsheet would take for a formula."""
    return FORMULA.sub(r"\1\2'", one_line(text))


def json_text(values: object, indent: int | None = None) -> str:
    """Values as JSON that is safe in a terminal: characters that cannot be printed are escaped."""
    text = json.dumps(values, indent=indent, ensure_ascii=False)
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter == "\n" else json.dumps(letter)[1:-1] for letter in text)


def without_folders(text: str, mark: str, told: Callable[[str], str]) -> str:
    """The text with each path that contains `mark` replaced by the result of `told` for what follows the last `mark`.

    The time grows with the length of the text alone, whatever the text contains.
    """
    if mark not in text:
        return text
    return WORD.sub(lambda word: told(word[0].rpartition(mark)[2]) if mark in word[0] else word[0], text)
