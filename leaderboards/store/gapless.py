"""Reads the gapless beginning of a schedule, from which tables, reports and pages are made.

Matches do not end in the order of the schedule, so matches may be missing between stored matches. The gapless beginning
is all complete deals before the first missing match. Everywhere only its matches count, so the printed table, the pages
and the published table agree.
"""

from collections.abc import Iterable, Iterator, Mapping
from math import factorial
from typing import Any, NamedTuple

from arena.league.league import IMPLIED
from arena.league.schedule import square
from arena.league.schedules.comparison import VERSIONS
from arena.league.schedules.registry import COMPARISON
from leaderboards.store.rows.records import StoredMatch


class Sizes(NamedTuple):
    """The sizes of a block and of a deal, in matches. In a block, the same bots play one deal in all seatings; a deal
    is played in one block or more.
    """

    block: int
    deal: int
    """The number of matches with the same deal, which form one block or several blocks."""


def sizes_of(identity: Mapping[str, Any]) -> Sizes:
    """Returns the numbers of matches in a block and in a deal of the league with this identity."""
    identity = {**IMPLIED, **identity}
    seats = int(identity["seats"])
    block = factorial(seats) if identity["seatings"] == "all" else len(square(seats))
    return Sizes(block, block * (VERSIONS if identity["schedule"] == COMPARISON else 1))


def whole_deals(matches: Iterable[StoredMatch], deal_matches: int, first: int = 0) -> Iterator[list[StoredMatch]]:
    """Yields each complete deal as the list of its `deal_matches` matches; stops at the first missing match.

    `matches` must be in schedule order and begin at the place `first` of the schedule.
    """
    deal: list[StoredMatch] = []
    for match in matches:
        if match.ordinal != first + len(deal):
            return
        deal.append(match)
        if len(deal) == deal_matches:
            yield deal
            first, deal = first + deal_matches, []


class Gapless:
    """An iterator over the complete deals before the first missing match; `matches` must be in schedule order. All
    other matches are read only to count them.
    """

    def __init__(self, matches: Iterable[StoredMatch], deal_matches: int) -> None:
        self._matches, self._deal_matches = matches, deal_matches
        self._read = 0
        self.taken = 0
        """The number of matches that the iterator has yielded so far."""

    def __iter__(self) -> Iterator[StoredMatch]:
        reading = self._reading()
        for deal in whole_deals(reading, self._deal_matches):
            self.taken += len(deal)
            yield from deal
        for _ in reading:
            pass

    def further(self) -> int:
        """Returns the number of matches that were read but not yielded, because they follow a missing match or belong
        to an incomplete deal.
        """
        return self._read - self.taken

    def _reading(self) -> Iterator[StoredMatch]:
        for match in self._matches:
            self._read += 1
            yield match
