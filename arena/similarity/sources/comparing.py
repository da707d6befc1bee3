"""Compares sources by the share of common fingerprints."""

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
"""Of the fingerprints of the bot that has fewer: from here on it is a hint. docs/similarity.md tells what was seen."""
FEWEST_SHARED: Final = 15
"""Fingerprints; each stands for about five tokens."""
MANY: Final = 6
"""Bots, from which on what more than half of them have is nobody's."""
NONE: Final[Mapping[str, Iterable[Source]]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class AlikeSources:
    """What two bots have in common."""

    one: str
    other: str
    shared: int
    """Fingerprints."""
    share: float
    """Of those of the bot that has fewer."""
    passages: tuple[Passage, ...]
    """The longest of them; `one` and `other` are its sides."""

    @property
    def hint(self) -> bool:
        """Whether somebody should look."""
        return self.share >= LEAST_SHARE and self.shared >= FEWEST_SHARED


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What was not compared, because it cannot show copying."""

    why: str
    """As a clause."""
    bots: int
    """That have some of it."""
    files: tuple[str, ...]
    """The names of files in which it stands, the most frequent first."""
    fingerprints: int
    """0 where they are not counted: what all were given parts a text before it is winnowed."""


class Compared(NamedTuple):
    """What came of comparing."""

    pairs: list[AlikeSources]
    """Those that share any fingerprint, the most alike first."""
    left_out: tuple[LeftOut, ...]


def compare_sources(
    bots: Mapping[str, Iterable[Source]],
    template: Iterable[Source] = (),
    earlier: Mapping[str, Iterable[Source]] = NONE,
) -> Compared:
    """The pairs of bots that are alike, and what was left out.

    `template`: what all were given, beside the starters and kits of the house; `earlier`: other bots, by other names,
    that are compared with these, and not among themselves. They change nothing of what is found of the others.
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
        _left_out(
            "the starters and kits have it, or what was named as a template", [*marked.values(), *before.values()]
        ),
        _left_out(f"more than half of the {len(marked)} bots have it", marked.values(), nobodys),
        _left_out(f"more than half of the {len(before)} earlier bots have it", before.values(), of_earlier),
    )
    return Compared(found, tuple(filter(None, left_out)))


def _pair(
    these: Mapping[str, Fingerprints], one: str, those: Mapping[str, Fingerprints], other: str, nobodys: frozenset[int]
) -> AlikeSources | None:
    """What two bots share; None if that is nothing."""
    first, second = these[one].places.keys() - nobodys, those[other].places.keys() - nobodys
    shared = first & second
    if not shared:
        return None
    passages = shared_passages(these[one], those[other], shared)
    return AlikeSources(one, other, len(shared), len(shared) / min(len(first), len(second)), tuple(passages))


def _left_out(why: str, marked: Iterable[Fingerprints], grams: frozenset[int] | None = None) -> LeftOut | None:
    """What was left out as these fingerprints, or as the template's; None if there is nothing of it."""
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
    """The fingerprints of more than half of the bots, if they are many."""
    all_of_them = list(marked)
    if len(all_of_them) < MANY:
        return frozenset()
    counted = Counter(gram for found in all_of_them for gram in found.places)
    return frozenset(gram for gram, bots in counted.items() if 2 * bots > len(all_of_them))
