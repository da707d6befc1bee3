"""Fingerprints of sources: winnowing (Schleimer, Wilkerson, Aiken 2003) over grams of tokens.

Of each WINDOW neighbouring grams the one with the least hash is kept. So a passage of GRAM + WINDOW - 1 tokens that
two bots share leaves a common fingerprint in both, whatever is around it.
Rule: the text is split at grams of the template and at grams that say little before it is winnowed, so that they
cannot hide others.
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
"""How many consecutive tokens make a gram."""
WINDOW: Final = 8
"""How many neighbouring grams there are of which one is kept as a fingerprint."""
FEWEST_KINDS: Final = 7
"""A gram with fewer different tokens is ignored: tables of numbers and lists of names have such grams."""
BASE: Final = 0x2545F4914F6CDD1D
MODULUS: Final = (1 << 61) - 1
LEADING: Final = pow(BASE, GRAM - 1, MODULUS)


class Place(NamedTuple):
    """Where a gram lies in a bot's sources: in which of its files, and where in it."""

    file: int
    token: int
    """The index of the gram's first token."""


@dataclass(frozen=True, slots=True)
class Text:
    """A file of a bot as tokens."""

    name: str
    tokens: Sequence[Token]


@dataclass(frozen=True, slots=True)
class Fingerprints:
    """The fingerprints of a bot's sources."""

    texts: tuple[Text, ...]
    places: dict[int, list[Place]]
    """The places of each fingerprint, by the fingerprint."""
    given: tuple[str, ...] = ()
    """The names of the files that contain a part of the template."""


def template_grams(files: Iterable[Source]) -> frozenset[int]:
    """The hashes of all grams in the files of a template, which every bot may contain."""
    return frozenset(gram for source in files for gram in _grams(tokens(source.name, source.text)) if gram is not None)


def fingerprints(files: Iterable[Source], template: frozenset[int] = frozenset()) -> Fingerprints:
    """The fingerprints of a bot's files, without the grams of the template."""
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
    """The hash of each gram in order; None for a gram with fewer than FEWEST_KINDS different tokens."""
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
    """The runs of consecutive grams without None, each with the index of its first gram."""
    run: list[int] = []
    for place, gram in enumerate([*grams, None]):
        if gram is not None:
            run.append(gram)
        elif run:
            yield place - len(run), run
            run = []


def _winnowed(run: Sequence[int]) -> Iterator[int]:
    """The indices of the grams that winnowing keeps of a run: the least of each window (the last of equal ones), each
    once.

    A run shorter than a window counts as one.
    """
    last = -1
    for first in range(max(1, len(run) - WINDOW + 1)):
        window = range(first, min(first + WINDOW, len(run)))
        least = min(window, key=lambda place: (run[place], -place))
        if least != last:
            yield least
            last = least
