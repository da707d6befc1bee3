"""Finds the passages that two bots share: starts at each common fingerprint, and extends the passage in both directions
while the tokens are equal.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from arena.similarity.sources.fingerprints import Fingerprints, Place

MOST_PLACES: Final = 4
"""The maximum number of places of one fingerprint that are used in each bot; further places are ignored."""
MOST_PASSAGES: Final = 20


@dataclass(frozen=True, slots=True)
class Lines:
    """A range of lines in a file, from `first` to `last`, both included."""

    file: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of equal tokens in two bots: its length in tokens, and its lines in each bot."""

    tokens: int
    one: Lines
    other: Lines


def shared_passages(one: Fingerprints, other: Fingerprints, shared: Iterable[int]) -> list[Passage]:
    """Returns at most MOST_PASSAGES passages around the common fingerprints `shared`, the longest first.

    A passage that lies inside a longer one, in either bot, is left out.
    """
    met: dict[tuple[int, int, int], int] = {}
    """The end of the last passage on each diagonal: the index of the first token after it in the first bot's file.

    A diagonal is the indices of the two files, and the token index in the first file minus that in the second. A
    fingerprint that starts before the end on its diagonal is skipped, because it is inside that passage.
    """
    found = []
    for here, there in sorted(_pairs(one, other, shared)):
        diagonal = (here.file, there.file, here.token - there.token)
        if here.token < met.get(diagonal, 0):
            continue
        before, after = _extent(one, other, here, there)
        met[diagonal] = here.token + after
        found.append(
            (before + after, here._replace(token=here.token - before), there._replace(token=there.token - before))
        )
    found.sort(key=lambda passage: (-passage[0], passage[1:]))
    kept: list[tuple[int, Place, Place]] = []
    for passage in found:
        if len(kept) < MOST_PASSAGES and not any(_within(passage, longer) for longer in kept):
            kept.append(passage)
    return [Passage(size, _lines(one, here, size), _lines(other, there, size)) for size, here, there in kept]


def _pairs(one: Fingerprints, other: Fingerprints, shared: Iterable[int]) -> Iterator[tuple[Place, Place]]:
    for gram in shared:
        for here in one.places[gram][:MOST_PLACES]:
            for there in other.places[gram][:MOST_PLACES]:
                yield here, there


def _extent(one: Fingerprints, other: Fingerprints, here: Place, there: Place) -> tuple[int, int]:
    """Returns the number of equal tokens directly before `here` and `there`, and the number from these places on."""
    these, those = one.texts[here.file].tokens, other.texts[there.file].tokens
    before = after = 0
    while (
        before < min(here.token, there.token)
        and these[here.token - before - 1].kind == those[there.token - before - 1].kind
    ):
        before += 1
    while (
        after < min(len(these) - here.token, len(those) - there.token)
        and these[here.token + after].kind == those[there.token + after].kind
    ):
        after += 1
    return before, after


def _within(passage: tuple[int, Place, Place], longer: tuple[int, Place, Place]) -> bool:
    """Returns whether a passage of equal tokens is inside a longer passage in at least one of the two bots."""
    size, *places = passage
    return any(
        place.file == start.file and start.token <= place.token and place.token + size <= start.token + longer[0]
        for place, start in zip(places, longer[1:], strict=True)
    )


def _lines(found: Fingerprints, place: Place, size: int) -> Lines:
    text = found.texts[place.file]
    return Lines(text.name, text.tokens[place.token].line, text.tokens[place.token + size - 1].line)
