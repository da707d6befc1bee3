"""Compares the sources of bots by the share of their fingerprints that are the same."""

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
"""The share, of the bot with fewer fingerprints, from which on a pair is a hint; docs/similarity.md says why."""
FEWEST_SHARED: Final = 15
"""How many shared fingerprints a hint needs; each stands for about five tokens."""
MANY: Final = 6
"""The number of bots from which on code that more than half of them have is not compared."""
NONE: Final[Mapping[str, Iterable[Source]]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class AlikeSources:
    """The sources that two bots have in common."""

    one: str
    other: str
    shared: int
    """How many fingerprints they share."""
    share: float
    """These as a share of the fingerprints of the bot that has fewer."""
    passages: tuple[Passage, ...]
    """The longest shared passages; their `one` and `other` are lines of these bots."""

    @property
    def hint(self) -> bool:
        """Whether a person should look at the two bots."""
        return self.share >= LEAST_SHARE and self.shared >= FEWEST_SHARED


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Code that was not compared, because it cannot show copying."""

    why: str
    """The reason, as a clause."""
    bots: int
    """How many bots have some of it."""
    files: tuple[str, ...]
    """The names of the files that have some of it, the most frequent first."""
    fingerprints: int
    """How many fingerprints it has; 0 for a template, which is taken out before there are fingerprints."""


class Compared(NamedTuple):
    """The result of a comparison."""

    pairs: list[AlikeSources]
    """The pairs that share any fingerprint; hints first, the most alike first."""
    left_out: tuple[LeftOut, ...]


def compare_sources(
    bots: Mapping[str, Iterable[Source]],
    template: Iterable[Source] = (),
    earlier: Mapping[str, Iterable[Source]] = NONE,
) -> Compared:
    """The pairs of bots that share any fingerprint, and what was left out.

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
    """The code that was left out because of these fingerprints, or of the template's; None if there is none."""
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
    """The fingerprints that more than half of the bots have; empty for fewer than MANY bots."""
    all_of_them = list(marked)
    if len(all_of_them) < MANY:
        return frozenset()
    counted = Counter(gram for found in all_of_them for gram in found.places)
    return frozenset(gram for gram, bots in counted.items() if 2 * bots > len(all_of_them))
