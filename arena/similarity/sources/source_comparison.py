"""Compares the sources of bots by their share of common fingerprints."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import Final, NamedTuple

from arena.similarity.sources.fingerprints import Fingerprints, fingerprints, template_grams
from arena.similarity.sources.passages import Passage, shared_passages
from arena.similarity.sources.source_files import Source
from arena.similarity.sources.template import house_grams

LEAST_SHARE: Final = 0.2
"""The least `share` (see AlikeSources) that is a hint of copying, if two bots also have at least FEWEST_SHARED common
fingerprints. docs/similarity.md gives the reason for the value.
"""
FEWEST_SHARED: Final = 15
"""The least number of common fingerprints that is a hint of copying, if their share is also at least LEAST_SHARE. There
is one fingerprint for about five tokens.
"""
MANY: Final = 6
"""If there are at least this many bots, code that is part of more than half of them is not compared."""
NONE: Final[Mapping[str, Iterable[Source]]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class AlikeSources:
    """The common parts of the sources of two bots, `one` and `other`."""

    one: str
    other: str
    shared: int
    """The number of fingerprints that both bots have."""
    share: float
    """The number of common fingerprints divided by the number of fingerprints of the bot with fewer, from 0 to 1."""
    passages: tuple[Passage, ...]
    """The longest shared passages, each with its lines in the bot `one` and in the bot `other`."""

    @property
    def hint(self) -> bool:
        """Whether a person should compare the two bots, because they share many fingerprints."""
        return self.share >= LEAST_SHARE and self.shared >= FEWEST_SHARED


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Code that was not compared, because many bots may contain it without copying from each other."""

    why: str
    """The reason why the code was not compared, as a clause."""
    bots: int
    """The number of bots that contain at least a part of the code."""
    files: tuple[str, ...]
    """The names of the files with some of this code. The name that occurs in the most bots comes first."""
    fingerprints: int
    """The number of fingerprints of the code that was left out; 0 for a template, whose code is removed before
    fingerprints are made.
    """


class Compared(NamedTuple):
    """The result of comparing bots' sources: the similar pairs, and the code that was not compared."""

    pairs: list[AlikeSources]
    """The pairs of bots with at least one common fingerprint. The hints, which are the pairs that a person should
    compare, come first. Hints and other pairs are each in order of similarity, the most similar pair first.
    """
    left_out: tuple[LeftOut, ...]


def compare_sources(
    bots: Mapping[str, Iterable[Source]],
    template: Iterable[Source] = (),
    earlier: Mapping[str, Iterable[Source]] = NONE,
) -> Compared:
    """Compares the sources of all pairs of bots, without the template's code and without common code (see MANY).

    `template`: files that all authors were given, in addition to the arena's starter bots and libraries. `earlier`:
    more bots, which are compared with `bots` but not with each other, and do not affect the comparisons among `bots`.
    """
    grams = house_grams() | template_grams(template)
    marked, before = (
        {name: fingerprints(files, grams) for name, files in sorted(group.items())} for group in (bots, earlier)
    )
    nobodys, of_earlier = _of_most(marked.values()), _of_most(before.values())
    pairs = [_pair(marked, one, marked, other, nobodys) for one, other in combinations(marked, 2)]
    both = nobodys | of_earlier
    pairs += [_pair(marked, one, before, other, both) for one in marked for other in before]
    found = sorted(filter(None, pairs), key=lambda pair: (not pair.hint, -pair.share, pair.one, pair.other))
    left_out = (
        _left_out("it is part of a starter, a kit or a named template", [*marked.values(), *before.values()]),
        _left_out(f"it is part of more than half of the {len(marked)} bots", marked.values(), nobodys),
        _left_out(f"it is part of more than half of the {len(before)} earlier bots", before.values(), of_earlier),
    )
    return Compared(found, tuple(filter(None, left_out)))


def _pair(
    these: Mapping[str, Fingerprints], one: str, those: Mapping[str, Fingerprints], other: str, nobodys: frozenset[int]
) -> AlikeSources | None:
    """Compares bot `one` of `these` with bot `other` of `those`; None if they have no common fingerprints.

    The fingerprints in `nobodys` do not count.
    """
    first, second = these[one].places.keys() - nobodys, those[other].places.keys() - nobodys
    shared = first & second
    if not shared:
        return None
    passages = shared_passages(these[one], those[other], shared)
    return AlikeSources(one, other, len(shared), len(shared) / min(len(first), len(second)), tuple(passages))


def _left_out(why: str, marked: Iterable[Fingerprints], grams: frozenset[int] | None = None) -> LeftOut | None:
    """Describes the code in the bots `marked` that was not compared for the reason `why`; None if there is none.

    This is the code with the fingerprints `grams`, or the template's code if `grams` is None.
    """
    names = [
        set(found.given)
        if grams is None
        else {found.texts[place.file].name for gram in grams & found.places.keys() for place in found.places[gram]}
        for found in marked
    ]
    counted = Counter(name for those in names for name in sorted(those))
    files = tuple(name for name, _ in counted.most_common())
    return LeftOut(why, sum(map(bool, names)), files, len(grams or ())) if files else None


def _of_most(marked: Iterable[Fingerprints]) -> frozenset[int]:
    """Returns the fingerprints that more than half of the bots contain; empty if there are fewer than MANY bots."""
    all_of_them = list(marked)
    if len(all_of_them) < MANY:
        return frozenset()
    counted = Counter(gram for found in all_of_them for gram in found.places)
    return frozenset(gram for gram, bots in counted.items() if 2 * bots > len(all_of_them))
