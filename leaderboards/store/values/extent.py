"""The size and goal of a league, which show whether its table is final.

Results do not depend on the extent: rounds may be added, and `until` may change. So it is not part of the identity of a
league. The store keeps the extent that the league file gave when the league was last played. A mark shows whether
the value was changed, as in the row of a run.
"""

import json
from dataclasses import asdict, dataclass
from typing import Any, Final, Self

from arena.errors import ArenaError
from leaderboards.store.values.marked import marked, text_of

EXTENT: Final = "extent"
"""The key of the extent in a store."""

MOST_MATCHES: Final = 1 << 62
"""The most matches in a schedule, so that SQLite can hold each place as a number."""


@dataclass(frozen=True, slots=True)
class Extent:
    """The length of a league and its goal, as the league file gave them."""

    matches: int
    """The number of matches in the whole schedule; 0 if it has no end."""
    until: str = ""
    """The goal of the league in the words of its file; empty if the whole schedule should be played."""
    reached: bool = False
    """Whether the goal has been reached, so that the league may be over before its schedule is."""

    def finished(self, played: int) -> bool:
        """Whether nothing is left to play."""
        return self.reached or 0 < self.matches <= played

    def sentence(self, played: int, different: int | None = None) -> str:
        """How many matches of how many are played, how many of them are different, and whether the league is over."""
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
        """The extent as the store of the league with this commitment keeps it."""
        return marked(EXTENT, json.dumps(asdict(self)), commitment)

    @classmethod
    def of_bytes(cls, value: bytes) -> Self:
        """The extent that a store has kept; raises ArenaError [damaged] if it cannot be read."""
        try:
            return cls(**_typed(json.loads(text_of(value))))
        except (AttributeError, TypeError, ValueError, RecursionError) as error:
            raise ArenaError(
                "damaged",
                f"the number of matches in the league cannot be read: {error}",
                "restore the results from a backup",
            ) from error


def matches_text(played: int | str, different: int | None) -> str:
    """The number of matches as text, with the number of different ones among them if it is given."""
    return f"{played} matches" + ("" if different is None else f", {different} different")


def _typed(values: dict[str, Any]) -> dict[str, Any]:
    """The parts of an extent; raises TypeError if one has the wrong type, ValueError if the number is impossible."""
    if [type(values.get(part)) for part in ("matches", "until", "reached")] != [int, str, bool]:
        raise TypeError("its parts have the wrong types")
    if not 0 <= values["matches"] <= MOST_MATCHES:
        raise ValueError(f"{values['matches']} is an impossible number of matches")
    return values
