"""Finds the parts of a person's name that the person's alias reveals; these parts need not be kept secret."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from arena.course.people.names import LETTERS, composed
from arena.course.people.student import Student

LONG: Final = 5
"""The minimum number of letters of a word that an alias reveals even if other letters surround the word."""
RUN: Final = re.compile(r"[^\W_]+")
PART: Final = re.compile(r"[a-z]+|[0-9]+")


def words_of(text: str) -> list[str]:
    """The words of a text, unchanged: its runs of letters and digits."""
    return RUN.findall(text)


def shown_words(alias: str, words: Iterable[str]) -> frozenset[str]:
    """Returns the words among `words` that an alias reveals.

    The parts of an alias are the texts between its hyphens, its runs of letters and its runs of digits. The alias
    reveals every word of at least LONG letters that a part contains. If a part consists only of some of the words,
    joined together, the alias reveals these words, even if they are short.
    """
    spelt: dict[str, set[str]] = {}
    for word in words:
        for spelling in _spellings(word):
            spelt.setdefault(spelling, set()).add(word)
    found: set[str] = set()
    for part in (*alias.split("-"), *PART.findall(alias)):
        pieces = _pieces(part, spelt) | {one for one in spelt if len(one) >= LONG and one in part}
        found.update(word for piece in pieces for word in spelt[piece])
    return frozenset(found)


def secrets_of(student: Student) -> tuple[str, ...]:
    """Returns the texts that identify a student, without the parts that the student's public alias reveals."""
    texts = (_hidden(text, student.alias, is_name=text == student.name) for text in student.texts())
    return tuple(text for text in texts if text)


def _hidden(text: str, alias: str, *, is_name: bool) -> str:
    """Returns a student's name or other identifying text without what the student's alias reveals.

    A name, or the part of an email address before the @, loses the words that the alias reveals. The result is empty
    if at most single letters are left before the @. Any other text stays whole, or is empty if the alias reveals all
    its words.
    """
    shown = shown_words(alias, words_of(text))
    if not shown:
        return text
    before, at, domain = text.partition("@")
    left = [word for word in words_of(before) if word not in shown]
    if is_name:
        return " ".join(left)
    if at:
        return f"{'.'.join(left)}@{domain}" if any(len(word) > 1 for word in left) else ""
    return text if left else ""


def _spellings(word: str) -> set[str]:
    """The possible spellings of a word in an alias, such as `joerg` and `jorg` for `Jörg`."""
    small = composed(word)
    return {_plain(small.translate(LETTERS)), _plain(small)} - {""}


def _plain(text: str) -> str:
    split = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in split if letter.isascii() and letter.isalnum())


def _pieces(part: str, spelt: Iterable[str]) -> set[str]:
    """Splits `part` completely into spellings from `spelt`, in all possible ways; returns the spellings that occur."""
    known, size = tuple(spelt), len(part)
    ahead, back = {0}, {size}
    for at in range(size):
        if at in ahead:
            ahead |= {at + len(one) for one in known if part.startswith(one, at)}
    for at in reversed(range(size)):
        if any(part.startswith(one, at) and at + len(one) in back for one in known):
            back.add(at)
    both = ahead & back
    return {one for one in known for at in both if part.startswith(one, at) and at + len(one) in both}
