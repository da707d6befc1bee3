"""The size and goal of a league, which show whether its table is final.

Results do not depend on it: rounds may be added, and `until` may change. So the identity of a league does not say it;
the store keeps, beside the records, what the league file said when it was played last. A mark shows whether the value
was changed, as in the row of a run.
"""

import json
from dataclasses import asdict, dataclass
from typing import Any, Final, Self

from arena.errors import ArenaError
from leaderboards.store.values.marked import marked, text_of

EXTENT: Final = "extent"
"""The key of the value in a store."""

MOST_MATCHES: Final = 1 << 62
"""In a schedule; a place in it is a number of SQLite."""


@dataclass(frozen=True, slots=True)
class Extent:
    """What a league file said of the length of its league."""

    matches: int
    """In the whole schedule; 0: it has no end."""
    until: str = ""
    """What it is played for, as the file says it; empty: to be played whole."""
    reached: bool = False
    """Whether that is known, so that the league is over before its schedule is."""

    def finished(self, played: int) -> bool:
        """Whether nothing is left to play."""
        return self.reached or 0 < self.matches <= played

    def sentence(self, played: int, different: int | None = None) -> str:
        """How many matches there are of how many, how many of them count, and how the league stands."""
        if not self.matches:
            return f"{matches_text(played, different)}, of a ladder without end"
        most = "at most " if self.until else ""
        of = f" of {most}{self.matches}" if played < self.matches else ""
        count = matches_text(f"{played}{of}", different)
        if self.reached:
            end = "ended early with" if played < self.matches else "ended with"
            return f"{count}; {end} the {self.until}"
        left = [] if self.finished(played) else ["not finished"]
        missed = [f"{self.until} not reached"] if self.until else []
        return "; ".join([count, ", ".join([*left, *missed])] if left or missed else [count])

    def to_bytes(self, commitment: bytes) -> bytes:
        """As the store of the league with this commitment keeps it."""
        return marked(EXTENT, json.dumps(asdict(self)), commitment)

    @classmethod
    def of_bytes(cls, value: bytes) -> Self:
        """What a store has kept; raises ArenaError [damaged]."""
        try:
            return cls(**_typed(json.loads(text_of(value))))
        except (AttributeError, TypeError, ValueError, RecursionError) as error:
            raise ArenaError("damaged", f"the league's extent cannot be read: {error}", "restore a copy") from error


def matches_text(played: int | str, different: int | None) -> str:
    """How many matches there are, and how many of them are different, if that is said."""
    return f"{played} matches" + ("" if different is None else f", {different} different")


def _typed(values: dict[str, Any]) -> dict[str, Any]:
    """The parts of an extent; raises TypeError if one is of another type."""
    if [type(values.get(part)) for part in ("matches", "until", "reached")] != [int, str, bool]:
        raise TypeError("its parts are of other types")
    if not 0 <= values["matches"] <= MOST_MATCHES:
        raise ValueError(f"{values['matches']} matches")
    return values
