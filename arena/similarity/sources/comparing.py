"""Compares the sources of bots by the share of their fingerprints that they have in common."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import Final, NamedTuple

from arena.similarity.sources.fingerprints import Fingerprints, fingerprints, template_grams
from arena.similarity.sources.passages import Passage, shared_passages
from arena.similarity.sources.reading import Source
from arena.similarity.sources.template import house_grams

LEAST_SHARE: Final = 0.2
"""A pair is a hint if it shares at least this part of the fingerprints of the bot with fewer; docs/similarity.md says
why.
"""
FEWEST_SHARED: Final = 15
"""How many fingerprints a pair must share to be a hint; each stands for about five tokens."""
MANY: Final = 6
"""If there are at least this many bots, code that more than half of them have is not compared."""
NONE: Final[Mapping[str, Iterable[Source]]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class AlikeSources:
    """What the sources of two bots have in common."""

    one: str
    other: str
    shared: int
    """How many fingerprints they share."""
    share: float
    """The shared fingerprints as a part (0 to 1) of those of the bot that has fewer."""
    passages: tuple[Passage, ...]
    """The longest shared passages, each with its lines in the bot `one` and in the bot `other`."""

    @property
    def hint(self) -> bool:
        """Whether a person should compare the two bots."""
        return self.share >= LEAST_SHARE and self.shared >= FEWEST_SHARED


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Code that was not compared, because many bots have it for a good reason."""

    why: str
    """Why the code was not compared, as a clause."""
    bots: int
    """How many bots have some of this code."""
    files: tuple[str, ...]
    """The names of the files with some of this code, the most frequent first."""
    fingerprints: int
    """How many fingerprints this code has; 0 for a template, which is removed before fingerprints are made."""


class Compared(NamedTuple):
    """The result of a comparison."""

    pairs: list[AlikeSources]
    """The pairs that share at least one fingerprint; hints come first, the most alike first."""
    left_out: tuple[LeftOut, ...]


def compare_sources(
    bots: Mapping[str, Iterable[Source]],
    template: Iterable[Source] = (),
    earlier: Mapping[str, Iterable[Source]] = NONE,
) -> Compared:
    """Compares the sources of all pairs of bots: the pairs that share any fingerprint, and what was left out.

    `template`: files that all were given, beside the starters and kits of the house. `earlier`: bots under other
    names that are compared with these, but not with each other; they change no result between these.
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
    """What the sources of two bots have in common, without the fingerprints `nobodys`; None if nothing."""
    first, second = these[one].places.keys() - nobodys, those[other].places.keys() - nobodys
    shared = first & second
    if not shared:
        return None
    passages = shared_passages(these[one], those[other], shared)
    return AlikeSources(one, other, len(shared), len(shared) / min(len(first), len(second)), tuple(passages))


def _left_out(why: str, marked: Iterable[Fingerprints], grams: frozenset[int] | None = None) -> LeftOut | None:
    """A report on code that was left out: that with the fingerprints `grams`, or the template's if None; None if there
    is none.
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
    """The fingerprints that more than half of the bots have; empty if there are fewer than MANY bots."""
    all_of_them = list(marked)
    if len(all_of_them) < MANY:
        return frozenset()
    counted = Counter(gram for found in all_of_them for gram in found.places)
    return frozenset(gram for gram, bots in counted.items() if 2 * bots > len(all_of_them))
