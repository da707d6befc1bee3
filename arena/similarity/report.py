"""The result of a similarity comparison, as values for JSON."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final

from arena.similarity.choices.agreement import AlikeChoices
from arena.similarity.sources.source_comparison import AlikeSources, LeftOut
from arena.similarity.subjects import Subject

DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class Report:
    """The compared bots, their pairs with common fingerprints (`sources`), and their pairs compared by choices.

    The hints, which are the pairs that a person should compare, come first in `sources`, and for each game in
    `choices`.
    """

    subjects: Sequence[Subject]
    sources: Sequence[AlikeSources]
    choices: Sequence[AlikeChoices] = ()
    earlier: Sequence[Subject] = ()
    """Bots of earlier courses, which were compared with the bots in `subjects` by their sources, but not with each
    other.
    """

    left_out: Sequence[LeftOut] = ()

    def values(self) -> dict[str, object]:
        """Returns the report as values that JSON can represent."""
        return {
            "bots": [{"name": subject.name, "notes": list(subject.notes)} for subject in self.subjects],
            "sources": [_rounded(asdict(pair)) | {"hint": pair.hint} for pair in self.sources],
            "left_out": [asdict(one) for one in self.left_out],
            "choices": [_rounded(asdict(pair)) | {"hint": pair.hint} for pair in self.choices],
        }


def _rounded(values: dict[str, object]) -> dict[str, object]:
    return {name: round(value, DIGITS) if isinstance(value, float) else value for name, value in values.items()}
