"""Makes strangers' text safe for its destination.

Names, versions, faults, the output of a bot or the content of an older store may contain commands for a terminal, a
browser or a spreadsheet.
Rule 1: text is stored unchanged. It is escaped only when it is written to a terminal, page or file. The function for
that destination escapes it.
Rule 2: harmless characters are kept; characters that would act as commands become `?`, or an escape if the destination
has one.
"""

import json
import re
from collections.abc import Callable
from typing import Final

MARKDOWN: Final = re.compile(r"[\\`*\[\]<>|~&$]|(?<![^\W_])_|_(?![^\W_])")
"""A pattern for characters with a meaning in Markdown or HTML; `_` within a word has none."""
FORMULA: Final = re.compile(r"(^|;)(\s*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")
"""A pattern for the position before a sign (=, +, - or @, normal or wide) that would begin a formula in a spreadsheet.

It also matches after `;`, which separates cells in some countries.
"""
FIRST: Final = "\u2068"
LAST: Final = "\u2069"
"""The invisible character that ends an isolate; FIRST begins one.

An isolate, in Unicode, is a text whose direction of writing does not affect the text around it.
"""
TURNING: Final = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
RIGHT_TO_LEFT: Final = re.compile(TURNING)
"""A pattern for a letter or digit of a script that is written from right to left."""
WORDS: Final = re.compile(f"{TURNING}+(?:[ _'-]{TURNING}+)*")
"""A pattern for words in scripts written from right to left.

Words joined by one blank, `_`, `'` or `-` are one match. Two blanks end the match, because they separate columns.
"""
WORD: Final = re.compile(r"[^\s\"']+")
"""A pattern for a run of characters without blanks and quotation marks; most paths are such runs."""


def printable(text: str) -> str:
    """The text for a terminal: characters that would control the terminal or move its output become `?`."""
    return "".join(letter if letter.isprintable() or letter in "\n\t" else "?" for letter in text)


def one_line(text: str) -> str:
    """The text for a table's cell in a terminal: like `printable`, but line ends and tabs also become `?`."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def isolated(text: str) -> str:
    """The text for use within a sentence; if it has right-to-left letters, an invisible sign at each end keeps the rest
    of the sentence in order.
    """
    return f"{FIRST}{text}{LAST}" if RIGHT_TO_LEFT.search(text) else text


def with_isolated_words(text: str) -> str:
    """The text for a terminal; invisible signs around right-to-left words keep the other text in order."""
    return WORDS.sub(lambda found: f"{FIRST}{found[0]}{LAST}", text) if RIGHT_TO_LEFT.search(text) else text


def without_isolates(text: str) -> str:
    """A text, perhaps copied from a terminal, without the invisible signs that `isolated` adds."""
    return text.replace(FIRST, "").replace(LAST, "")


def markdown_cell(text: str) -> str:
    """The text for a cell of a Markdown table: on one line, with special characters escaped."""
    return MARKDOWN.sub(lambda found: f"&#{ord(found[0])};", one_line(text))


def csv_cell(text: str) -> str:
    """The text for a cell of a CSV file: on one line, with `'` before a formula's sign at the start or after `;`."""
    return FORMULA.sub(r"\1\2'", one_line(text))


def json_text(values: object, indent: int | None = None) -> str:
    """Values as JSON that is safe in a terminal: unprintable characters are escaped."""
    text = json.dumps(values, indent=indent, ensure_ascii=False)
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter == "\n" else json.dumps(letter)[1:-1] for letter in text)


def without_folders(text: str, mark: str, told: Callable[[str], str]) -> str:
    """The text in which each path with the string `mark`, such as `/b7/`, is replaced by `told(rest)`.

    `rest` is the part of the path after the last `mark`. A path here is a run of characters without blanks and
    quotation marks. The time is linear in the length of the text.
    """
    if mark not in text:
        return text
    return WORD.sub(lambda word: told(word[0].rpartition(mark)[2]) if mark in word[0] else word[0], text)
