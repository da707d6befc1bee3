"""The extent of a league, which shows whether the league's table is final: the number of matches in its schedule, and
the goal that may end it early.

The extent may change between two runs of a league, because the organiser may change the rounds or the goal (the key
`until`) in the league file. The results of matches do not depend on the extent, so it is not part of the league's
identity. The store has the extent of the last run. A mark (a hash) shows whether the stored extent was changed.
"""

import json
from dataclasses import asdict, dataclass
from typing import Any, Final, Self

from arena.errors import ArenaError
from leaderboards.store.values.marked import marked, text_of

EXTENT: Final = "extent"
"""The key of the extent in a store."""

MOST_MATCHES: Final = 1 << 62
"""The most matches in a schedule, so that SQLite can store the number of each place."""


@dataclass(frozen=True, slots=True)
class Extent:
    """The number of matches in a league's schedule, its goal, and whether the goal has been reached."""

    matches: int
    """The number of matches in the whole schedule; 0 if it has no end."""
    until: str = ""
    """The goal of the league in the words of its file; empty if the whole schedule is to be played."""
    reached: bool = False
    """Whether the goal has been reached; if so, the league is over, even if matches of its schedule are left."""

    def finished(self, played: int) -> bool:
        """Returns whether no matches are left to play."""
        return self.reached or 0 < self.matches <= played

    def sentence(self, played: int, different: int | None = None) -> str:
        """Returns a sentence on the number of matches played and to play, and on whether the league is over.

        `different`: see `matches_text`.
        """
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
        """Returns the extent in its stored form, with a mark (a hash), for the store of the league with this
        commitment.
        """
        return marked(EXTENT, json.dumps(asdict(self)), commitment)

    @classmethod
    def of_bytes(cls, value: bytes) -> Self:
        """Returns the extent from its stored form; raises ArenaError [damaged] if it cannot be read."""
        try:
            return cls(**_typed(json.loads(text_of(value))))
        except (AttributeError, TypeError, ValueError, RecursionError) as error:
            raise ArenaError(
                "damaged",
                f"the number of matches in the league cannot be read: {error}",
                "restore the results from a backup",
            ) from error


def matches_text(played: int | str, different: int | None) -> str:
    """Returns the number of played matches as text: `12 matches`, or `12 matches, 8 different`.

    `different`: the number of played matches that do not repeat another match; None leaves it out of the text.
    """
    return f"{played} matches" + ("" if different is None else f", {different} different")


def _typed(values: dict[str, Any]) -> dict[str, Any]:
    """Returns the parts of an extent after checking them; raises TypeError for a wrong type, ValueError for an
    impossible number of matches.
    """
    if [type(values.get(part)) for part in ("matches", "until", "reached")] != [int, str, bool]:
        raise TypeError("its parts have the wrong types")
    if not 0 <= values["matches"] <= MOST_MATCHES:
        raise ValueError(f"{values['matches']} is an impossible number of matches")
    return values
