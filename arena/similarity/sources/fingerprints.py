"""Fingerprints of sources, computed by winnowing (Schleimer, Wilkerson, Aiken 2003) over grams, which are sequences of
GRAM tokens.

A window is WINDOW neighbouring grams. In each window, the gram with the smallest hash is kept as a fingerprint. A
passage of GRAM + WINDOW - 1 tokens that two bots share therefore gives both a common fingerprint, whatever surrounds
it.
Rule: two sorts of grams are removed before winnowing: those of the template, which is code that every bot may contain,
and those with few different tokens. Otherwise such a gram could have the smallest hash of a window, and be kept in
place of a gram that could reveal copying.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple
from zlib import crc32

from arena.similarity.sources.lexing import Token, tokens
from arena.similarity.sources.source_files import Source

GRAM: Final = 20
"""The number of consecutive tokens in a gram."""
WINDOW: Final = 8
"""The number of neighbouring grams, which are sequences of tokens, from which one is kept as a fingerprint."""
FEWEST_KINDS: Final = 7
"""The minimum number of different tokens in a gram, which is a sequence of tokens. Grams with fewer, as in tables of
numbers and lists of names, are ignored.
"""
BASE: Final = 0x2545F4914F6CDD1D
MODULUS: Final = (1 << 61) - 1
LEADING: Final = pow(BASE, GRAM - 1, MODULUS)


class Place(NamedTuple):
    """The position of a gram, a sequence of tokens, in a bot's sources: the index of its file, and the index of its
    first token in the file.
    """

    file: int
    token: int
    """The index of the gram's first token."""


@dataclass(frozen=True, slots=True)
class Text:
    """A file of a bot, split into tokens."""

    name: str
    tokens: Sequence[Token]


@dataclass(frozen=True, slots=True)
class Fingerprints:
    """The fingerprints of a bot's sources, with the positions at which they occur."""

    texts: tuple[Text, ...]
    places: dict[int, list[Place]]
    """The positions of each fingerprint in the sources, by fingerprint."""
    given: tuple[str, ...] = ()
    """The names of the bot's files that contain a part of the template, which is code that every bot may contain."""


def template_grams(files: Iterable[Source]) -> frozenset[int]:
    """Returns the hashes of all grams, which are sequences of tokens, in the files of a template. A template is code
    that every bot may contain.
    """
    return frozenset(gram for source in files for gram in _grams(tokens(source.name, source.text)) if gram is not None)


def fingerprints(files: Iterable[Source], template: frozenset[int] = frozenset()) -> Fingerprints:
    """Returns the fingerprints of a bot's files, without the grams in `template`, which are from code that every bot
    may contain.
    """
    texts = tuple(Text(source.name, tokens(source.name, source.text)) for source in files)
    places: dict[int, list[Place]] = {}
    given: list[str] = []
    for file, text in enumerate(texts):
        there = list(_grams(text.tokens))
        grams = [None if gram in template else gram for gram in there]
        if grams != there:
            given.append(text.name)
        for first, run in _runs(grams):
            for place in _winnowed(run):
                places.setdefault(run[place], []).append(Place(file, first + place))
    return Fingerprints(texts, places, tuple(given))


def _grams(found: Sequence[Token]) -> Iterator[int | None]:
    """Yields the hash of each gram (a sequence of GRAM tokens) in order; None for a gram with fewer than FEWEST_KINDS
    different tokens.
    """
    kinds: Counter[str] = Counter()
    rolling = 0
    for place, (kind, _) in enumerate(found):
        if place >= GRAM:
            leaving = found[place - GRAM].kind
            rolling -= _number(leaving) * LEADING
            kinds[leaving] -= 1
            if not kinds[leaving]:
                del kinds[leaving]
        rolling = (rolling * BASE + _number(kind)) % MODULUS
        kinds[kind] += 1
        if place >= GRAM - 1:
            yield rolling if len(kinds) >= FEWEST_KINDS else None


@cache
def _number(kind: str) -> int:
    return crc32(kind.encode("utf-8", "surrogatepass")) + 1


def _runs(grams: Sequence[int | None]) -> Iterator[tuple[int, list[int]]]:
    """Yields each run of consecutive grams that are not None, with the index of its first gram."""
    run: list[int] = []
    for place, gram in enumerate([*grams, None]):
        if gram is not None:
            run.append(gram)
        elif run:
            yield place - len(run), run
            run = []


def _winnowed(run: Sequence[int]) -> Iterator[int]:
    """Yields the indices of the grams that winnowing keeps, each index once: the gram with the smallest hash in each
    window of the run.

    Of equal grams, the last is kept. A run shorter than a window is treated as one window.
    """
    last = -1
    for first in range(max(1, len(run) - WINDOW + 1)):
        window = range(first, min(first + WINDOW, len(run)))
        least = min(window, key=lambda place: (run[place], -place))
        if least != last:
            yield least
            last = least
