"""Remembers all rows of a league while the league is played, to notice changes by others.

A person who knows the format can change a row and also compute its new mark (a hash) and the new seal (a hash over all
rows). So the process that plays the league keeps the correct seal in memory. To find out which rows were changed, it
also keeps each row's place and eight bytes of its print (a long hash of its content). This takes sixteen bytes a match.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterable
from typing import Final

from leaderboards.store.rows.row import Row, Unreadable
from leaderboards.store.rows.seal import Seal, print_row

KEPT_BYTES: Final = 8
MOST_NAMED: Final = 5


class Witness:
    """Remembers the rows that are stored when a league is opened for playing, and all rows added since."""

    def __init__(self, commitment: bytes) -> None:
        self._commitment = commitment
        self._seal = Seal()
        self._ordinals, self._prints = array("q"), array("Q")
        """The places of the rows in the schedule and the first bytes of their prints (hashes), in schedule order."""
        self._again: set[int] = set()
        """The places in the schedule of the matches that were stored more than once."""

    def saw(self, ordinal: int, row_print: bytes) -> None:
        """Remembers a row. This is quick if rows are stored nearly in schedule order."""
        self._seal.add(row_print)
        at = bisect_left(self._ordinals, ordinal)
        if self._is_at(at, ordinal):
            self._again.add(ordinal)
            self._prints[at] = _kept(row_print)
        else:
            self._ordinals.insert(at, ordinal)
            self._prints.insert(at, _kept(row_print))

    def knows(self, ordinal: int, row_print: bytes) -> bool:
        """Returns whether the row with this print (a hash) is the remembered row at this place."""
        at = bisect_left(self._ordinals, ordinal)
        return self._is_at(at, ordinal) and self._prints[at] == _kept(row_print)

    def seal(self) -> Seal:
        """Returns the seal of all remembered rows."""
        return Seal(self._seal.count, self._seal.total)

    def changed(self, rows: Iterable[Row | Unreadable]) -> list[int]:
        """Returns the places of all changed matches, in order; `rows` are all rows that are stored now.

        A match that was stored more than once is regarded as changed, since someone must have deleted its row before it
        was stored again.
        """
        known, changed = dict(zip(self._ordinals, self._prints, strict=True)), set(self._again)
        for row in rows:
            there = None if isinstance(row, Unreadable) else _kept(print_row(self._commitment, row.ordinal, row[1:4]))
            if known.pop(row.ordinal, None) != there or there is None:
                changed.add(row.ordinal)
        return sorted(changed | known.keys())

    def _is_at(self, at: int, ordinal: int) -> bool:
        return at < len(self._ordinals) and self._ordinals[at] == ordinal


def matches_named(ordinals: list[int]) -> str:
    """Returns the matches at these places of the schedule as text for people: `match 3`, or `matches 3, 4, 5, 6, 7 and
    58 more`.
    """
    named = ", ".join(map(str, ordinals[:MOST_NAMED]))
    more = f" and {len(ordinals) - MOST_NAMED} more" if len(ordinals) > MOST_NAMED else ""
    return f"{'match' if len(ordinals) == 1 else 'matches'} {named}{more}"


def _kept(row_print: bytes) -> int:
    return int.from_bytes(row_print[:KEPT_BYTES], "big")
