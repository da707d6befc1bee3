"""How much of a league there was to play, and what for: what tells a finished table from one that is not.

Results do not depend on it: rounds may be added, and `until` may change. So the identity of a league does not say it;
the store keeps, beside the records, what the league file said when it was played last. A mark shows whether the value
was changed, as in the row of a run.
"""

import json
from dataclasses import asdict, dataclass
from typing import Any, Final, Self

from arena.errors import ArenaError
from arena.match.rerun import Difference
from leaderboards.store.seal import MARK_BYTES, mark_of, print_row

EXTENT: Final = "extent"
"""The key of the value in a store."""


@dataclass(frozen=True, slots=True)
class Extent:
    """What a league file said of the length of its league."""

    matches: int
    """In the whole schedule."""
    until: str = ""
    """What it is played for, as the file says it; empty: to be played whole."""
    reached: bool = False
    """Whether that is known, so that the league is over before its schedule is."""

    def finished(self, played: int) -> bool:
        """Whether nothing is left to play."""
        return self.reached or played >= self.matches

    def sentence(self, played: int) -> str:
        """How many matches there are of how many, and how the league stands."""
        most = "at most " if self.until else ""
        count = f"{played} of {most}{self.matches} matches" if played < self.matches else f"{played} matches"
        if self.reached:
            end = "ended early with" if played < self.matches else "ended with"
            return f"{count}; {end} the {self.until}"
        left = [] if self.finished(played) else ["not finished"]
        missed = [f"{self.until} not reached"] if self.until else []
        return "; ".join([count, ", ".join([*left, *missed])] if left or missed else [count])

    def to_bytes(self, commitment: bytes) -> bytes:
        """As the store of the league with this commitment keeps it."""
        text = json.dumps(asdict(self)).encode()
        return _mark(text, commitment) + text

    @classmethod
    def of_bytes(cls, value: bytes) -> Self:
        """What a store has kept; raises ArenaError [damaged]."""
        try:
            return cls(**_typed(json.loads(value[MARK_BYTES:])))
        except (AttributeError, TypeError, ValueError) as error:
            raise ArenaError("damaged", f"the league's extent cannot be read: {error}", "restore a copy") from error


def extent_differences(value: bytes, commitment: bytes) -> list[Difference]:
    """Where the value in a store is not as it was written."""
    there, expected = value[:MARK_BYTES], _mark(value[MARK_BYTES:], commitment)
    if there == expected:
        return []
    return [Difference("the league's extent", f"{expected.hex()}, of this value as it is", there.hex())]


def _typed(values: dict[str, Any]) -> dict[str, Any]:
    """The parts of an extent; raises TypeError if one is of another type."""
    if [type(values.get(part)) for part in ("matches", "until", "reached")] != [int, str, bool]:
        raise TypeError("its parts are of other types")
    return values


def _mark(text: bytes, commitment: bytes) -> bytes:
    return mark_of(print_row(commitment, 0, (EXTENT.encode(), text)))
