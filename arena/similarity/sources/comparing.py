"""Which bots have sources alike: the share of fingerprints two have in common, and where they stand."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

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


def compare_sources(bots: Mapping[str, Iterable[Source]], template: Iterable[Source] = ()) -> list[AlikeSources]:
    """The pairs of bots that share any fingerprint, the most alike first.

    `template`: what all were given, beside the starters and kits of the house.
    """
    grams = house_grams() | template_grams(template)
    marked = {name: fingerprints(files, grams) for name, files in sorted(bots.items())}
    nobodys = _of_most(marked.values()) if len(marked) >= MANY else frozenset()
    marks = {name: found.places.keys() - nobodys for name, found in marked.items()}
    pairs = []
    for one, other in combinations(marked, 2):
        if shared := marks[one] & marks[other]:
            share = len(shared) / min(len(marks[one]), len(marks[other]))
            passages = shared_passages(marked[one], marked[other], shared)
            pairs.append(AlikeSources(one, other, len(shared), share, tuple(passages)))
    return sorted(pairs, key=lambda pair: (not pair.hint, -pair.share, pair.one, pair.other))


def _of_most(marked: Iterable[Fingerprints]) -> frozenset[int]:
    """The fingerprints of more than half of the bots."""
    all_of_them = list(marked)
    counted = Counter(gram for found in all_of_them for gram in found.places)
    return frozenset(gram for gram, bots in counted.items() if 2 * bots > len(all_of_them))
