"""Finds parts of a text that identify a person, whatever their spelling.

Rule 1: accents do not matter: `Müller`, `Mueller` and `MULLER` are one name, and `ß` equals `ss`. Case matters only
under rule 3.
Rule 2: each part of a name is searched for, also within identifiers and file names. A part of at least LONG letters is
found within any word.
Rule 3: a shorter part that is also a common word, such as `max`, is found only if it has a capital letter or is joined
to other letters or signs. A part of two letters is found only if it begins with a capital letter and is no common word.
Rule 4: in doubt, a text is treated as a name. By mistake, this only keeps the output of one bot unpublished.
"""

import builtins
import keyword
import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import chain, permutations
from typing import Final

from arena.course.people.names import WHOLE
from arena.lookalikes import INVISIBLE

LONG: Final = 5
"""The minimum number of letters of a name's part that is searched for even inside other words."""
LEAST_DIGITS: Final = 4
"""The minimum number of digits of an identifying number; shorter numbers occur everywhere by chance."""
OWN_DIGITS: Final = 5
"""The minimum number of digits with which a purely numeric id is found even if it stands alone.

A shorter id of at least LEAST_DIGITS digits is found only where a letter or sign is joined to it.
"""
SHORT_WORDS: Final = """
an art at bill bot card case dan day deck den der die do don du game go hand he ho jack king la lang le line long low
main mark may move my new no ok old on pat ray red rich rob so son sun ten test tom top turn val van von will win
"""
COMMON: Final = frozenset((*SHORT_WORDS.split(), "self", *keyword.kwlist, *dir(builtins)))
"""Common words of programs and messages, in small letters; some of them are also names."""
LETTERS: Final = str.maketrans(WHOLE)
SPELT_OUT: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
SPELT_SHORT: Final = re.compile("(?<=[aou])e")
HASH: Final = re.compile(r"(?<![^\W_])[0-9a-f]{16,}(?![^\W_])")
"""A pattern for a hash or the id of a match, which is ignored because it can contain a name by chance."""
RUN: Final = re.compile(r"[^\W_]+")
WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+")
"""A pattern for a part of a compound word: `AnnaWeber2` has the parts `Anna` and `Weber`."""
ALONE: Final = (r"(?<![^\W_])", r"(?![^\W_])")
BETWEEN: Final = r"[\W_]{0,3}"
BEHIND: Final = re.compile(r"(?<=[^\W\d])|(?<=[/\\@])|(?<=\w-)")
BEFORE: Final = re.compile(r"(?=[^\W\d]|[/\\@]|[.-][^\W\d])")
"""Matches at the end of a word or number that is joined to the text after it, as in an identifier, path or address.

BEHIND matches at the beginning of a word or number that is joined to the text before it.
"""


class Names:
    """The texts that identify the students of a course, compiled into patterns to search for."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Compiles the patterns; `texts` are the students' names, addresses, ids and accounts."""
        self._patterns: dict[str, str] = {}
        """Maps each pattern to the letters and digits that all its matches contain, such as `annaweber`.

        A pattern is searched for only in texts that, without their signs, contain this sequence.
        """
        self._words: set[str] = set()
        for text in texts:
            for spelling in _spellings(text):
                self._take(spelling)

    def found(self, text: str) -> str:
        """Returns the first part of a text that identifies somebody, completed to a whole word; empty if no part
        identifies anybody.
        """
        text = HASH.sub(" ", _plain(text))
        folded = text.casefold()
        dense = "".join(RUN.findall(folded))
        there = [pattern for pattern, needed in self._patterns.items() if needed in dense]
        if hits := [hit.span() for pattern in there if (hit := re.search(pattern, folded))]:
            begin, end = min(hits, key=lambda span: (span[0], -span[1]))
            return f"{_last_run(folded[:begin])}{folded[begin:end]}{_first_run(folded[end:])}"
        return next((word[0] for word in chain(RUN.finditer(text), WORD.finditer(text)) if self._means(word)), "")

    def _means(self, word: re.Match[str]) -> bool:
        """Whether a word counts as a part of somebody's name.

        A common word, such as `max`, counts only with a capital letter, or if a letter or sign is joined to it.
        """
        said, small = word[0], word[0].casefold()
        if small not in self._words:
            return False
        if len(said) <= 2:  # short names, such as Li
            return said[0].isupper() and small not in COMMON
        return small not in COMMON or said != small or _is_joined(word)

    def _take(self, text: str) -> None:
        """Adds the patterns for one spelling of a name, address, id or account, in small letters.

        The parts of a name get patterns too. In an address, the text before the `@` is treated as a name.
        """
        local, at, _ = text.partition("@")
        self._whole(RUN.findall(text))
        if at:
            self._whole(RUN.findall(local))
        if at or len(text.split()) > 1:
            parts = RUN.findall(local)
            for part in parts:
                self._whole([part])
            for part in _joinings([part for part in parts if part.isalpha() and len(part) < LONG]):
                self._whole([part])

    def _whole(self, pieces: list[str]) -> None:
        """Adds a pattern for these pieces in this order, with up to 3 signs or spaces between them.

        A single short word is added to `_words` instead. Each number of at least LEAST_DIGITS digits gets a pattern of
        its own.
        """
        said = "".join(pieces)
        for number in re.findall(rf"\d{{{LEAST_DIGITS},}}", said):
            joined = rf"(?:{BEHIND.pattern}){number}(?!\d)|(?<!\d){number}{BEFORE.pattern}"
            self._patterns[joined] = number
        if len(said) < 2 or (said.isdecimal() and len(said) < OWN_DIGITS):
            return
        if said.isalpha() and len(pieces) == 1 and not _is_long(said):
            self._words.add(said)
            return
        begin, end = (_edge(r"(?<!\d)", said[0]), _edge(r"(?!\d)", said[-1])) if _is_long(said) else ALONE
        self._patterns[begin + BETWEEN.join(map(re.escape, pieces)) + end] = said


def _edge(digits: str, letter: str) -> str:
    """Returns the condition on the character next to one end of a text; empty if any character is allowed.

    `letter`: the text's own character at this end. If it is a digit, the result is `digits`, a pattern that allows no
    further digit, so that a number is not found within a longer number.
    """
    return digits if letter.isdecimal() else ""


def _joinings(parts: list[str]) -> Iterator[str]:
    """Yields all ways of joining two parts of a name to one word; one of the two parts may be shortened to its first
    letter.
    """
    for first, second in permutations(parts, 2):
        yield first + second
        if len(first) > 1 and len(second) > 1:
            yield first[0] + second
            yield first + second[0]


def _first_run(text: str) -> str:
    """The letters and digits at the beginning of a text; empty if it begins with another sign."""
    run = RUN.match(text)
    return run[0] if run else ""


def _last_run(text: str) -> str:
    return _first_run(text[::-1])[::-1]


def _is_long(said: str) -> bool:
    """Whether a text is long enough to be searched for even inside other words."""
    if not said.isalpha():
        return len(said) >= LEAST_DIGITS
    return len(said) >= LONG or _caseless(said)


def _is_joined(word: re.Match[str]) -> bool:
    return bool(BEHIND.match(word.string, word.start()) or BEFORE.match(word.string, word.end()))


def _caseless(text: str) -> bool:
    """Whether a text is in a script without capital letters; in such scripts, even whole names have few letters."""
    return text.isalpha() and text.upper() == text.lower()


def _spellings(text: str) -> set[str]:
    """The possible spellings of a text, each in small letters without accents."""
    small = unicodedata.normalize("NFC", text).casefold()
    plain = _plain(small)
    return {plain, _plain(small.translate(SPELT_OUT)), SPELT_SHORT.sub("", plain)}


def _plain(text: str) -> str:
    """The text without accents and invisible characters."""
    split = unicodedata.normalize("NFKD", INVISIBLE.sub("", text).translate(LETTERS))
    return "".join(letter for letter in split if not unicodedata.combining(letter))
