"""Finds anything in a text that identifies a person, as people or programs write it.

Rule 1: case and accents do not count; `Müller`, `Mueller` and `MULLER` are one name, and `ß` is `ss`.
Rule 2: each part of a name counts, also within identifiers and the names of files; a long one within any word.
Rule 3: a part that is a common word, too, as `max`, is a name where it is written as one or joined to something else;
one of two letters only where it is written as one.

What is found by mistake costs the output of one bot; so in doubt it is found.
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
"""A part with as many letters is looked for within words."""
LEAST_DIGITS: Final = 4
"""A number of fewer stands everywhere by chance."""
OWN_DIGITS: Final = 5
"""A number of as many counts also where it stands alone, if it is all there is of an id."""
SHORT_WORDS: Final = """
an art at bill bot card case dan day deck den der die do don du game go hand he ho jack king la lang le line long low
main mark may move my new no ok old on pat ray red rich rob so son sun ten test tom top turn val van von will win
"""
COMMON: Final = frozenset((*SHORT_WORDS.split(), "self", *keyword.kwlist, *dir(builtins)))
"""Words of programs and messages, of which some are names, too."""
LETTERS: Final = str.maketrans(WHOLE)
SPELT_OUT: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
SPELT_SHORT: Final = re.compile("(?<=[aou])e")
HASH: Final = re.compile(r"(?<![^\W_])[0-9a-f]{16,}(?![^\W_])")
"""Ids of matches and hashes, which can have names in them by chance."""
RUN: Final = re.compile(r"[^\W_]+")
WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+")
"""Of what is written together, `AnnaWeber2` in parts."""
ALONE: Final = (r"(?<![^\W_])", r"(?![^\W_])")
BETWEEN: Final = r"[\W_]{0,3}"
BEHIND: Final = re.compile(r"(?<=[^\W\d])|(?<=[/\\@])|(?<=\w-)")
BEFORE: Final = re.compile(r"(?=[^\W\d]|[/\\@]|[.-][^\W\d])")
"""Where letters or signs of an identifier, a path or an address stand on the other side: what is there is joined."""


class Names:
    """What says who the students of a course are."""

    def __init__(self, texts: Iterable[str]) -> None:
        """`texts`: names, addresses, ids and accounts."""
        self._patterns: dict[str, str] = {}
        """How something is looked for, and what has to be there for that when signs and blanks are left out."""
        self._words: set[str] = set()
        for text in texts:
            for spelling in _spellings(text):
                self._take(spelling)

    def found(self, text: str) -> str:
        """The first thing found that says who somebody is; empty if nothing does."""
        text = HASH.sub(" ", _plain(text))
        folded = text.casefold()
        dense = "".join(RUN.findall(folded))
        there = [pattern for pattern, needed in self._patterns.items() if needed in dense]
        if hits := [hit.span() for pattern in there if (hit := re.search(pattern, folded))]:
            begin, end = min(hits, key=lambda span: (span[0], -span[1]))
            return f"{_last_run(folded[:begin])}{folded[begin:end]}{_first_run(folded[end:])}"
        return next((word[0] for word in chain(RUN.finditer(text), WORD.finditer(text)) if self._means(word)), "")

    def _means(self, word: re.Match[str]) -> bool:
        """Whether this is somebody's."""
        said, small = word[0], word[0].casefold()
        if small not in self._words:
            return False
        if len(said) <= 2:  # as Li
            return said[0].isupper() and small not in COMMON
        return small not in COMMON or said != small or _is_joined(word)

    def _take(self, text: str) -> None:
        """Takes a text, in small letters; of a name and of what stands before the `@` also the parts."""
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
        """Takes what consists of these pieces, with or without signs between them."""
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
    """What has to hold at an edge of what stands within a word: a number is whole."""
    return digits if letter.isdecimal() else ""


def _joinings(parts: list[str]) -> Iterator[str]:
    """Two parts of a name as one word, also with the first letter of one alone."""
    for first, second in permutations(parts, 2):
        yield first + second
        if len(first) > 1 and len(second) > 1:
            yield first[0] + second
            yield first + second[0]


def _first_run(text: str) -> str:
    """What of a text belongs to the word before it."""
    run = RUN.match(text)
    return run[0] if run else ""


def _last_run(text: str) -> str:
    return _first_run(text[::-1])[::-1]


def _is_long(said: str) -> bool:
    """Whether it is looked for within words."""
    if not said.isalpha():
        return len(said) >= LEAST_DIGITS
    return len(said) >= LONG or _caseless(said)


def _is_joined(word: re.Match[str]) -> bool:
    return bool(BEHIND.match(word.string, word.start()) or BEFORE.match(word.string, word.end()))


def _caseless(text: str) -> bool:
    """Whether it is of a script with no capitals, in which few letters are a name."""
    return text.isalpha() and text.upper() == text.lower()


def _spellings(text: str) -> set[str]:
    """How a text can be spelt, in small letters without accents."""
    small = unicodedata.normalize("NFC", text).casefold()
    plain = _plain(small)
    return {plain, _plain(small.translate(SPELT_OUT)), SPELT_SHORT.sub("", plain)}


def _plain(text: str) -> str:
    """The text without accents, and letters that nobody sees."""
    split = unicodedata.normalize("NFKD", INVISIBLE.sub("", text).translate(LETTERS))
    return "".join(letter for letter in split if not unicodedata.combining(letter))
