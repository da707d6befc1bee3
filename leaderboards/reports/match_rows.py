"""Writes every stored match as a row of values for other programs.

Rows are in schedule order. Only the rows of one deal are in memory at a time.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from arena.match import Fault
from arena.text import csv_cell, json_text
from leaderboards.store import Store, StoredMatch
from leaderboards.store.gapless import sizes_of

MATCH_COLUMNS: Final = (
    "league",
    "match",
    "id",
    "block",
    "seating",
    "counts",
    "game",
    "rules_version",
    "edition",
    "deal",
    "opening",
    "actions",
)
SEAT_COLUMNS: Final = (
    "bot",
    "version",
    "content",
    "score",
    "rank",
    "fault",
    "fault_after",
    "handovers",
    "thinking_ms",
    "slowest_ms",
)
US_PER_MS: Final = 1_000
CACHED_TEXTS: Final = 8_192
"""The number of escaped texts to cache, since a league has few different texts, and each is in many rows."""

Values = tuple[object, ...]


class MatchRow(NamedTuple):
    """One match as a row of values."""

    match: Values
    """The values of the columns MATCH_COLUMNS; unknown values are None."""
    seats: tuple[Values, ...]
    """The values of the columns SEAT_COLUMNS, for each seat."""


def match_rows(store: Store) -> Iterator[MatchRow]:
    """Yields the rows of all stored matches; raises ArenaError [damaged] at a match that was changed after it was
    stored.

    The column `counts` is True if all matches of the match's deal and of all earlier deals are stored. Tables contain
    only these matches. The columns `deal` and `opening` are None until all matches of the deal are stored, because the
    deal must stay secret while bots still play it.
    """
    identity = store.identity()
    league, sizes = str(identity["name"]), sizes_of(identity)
    next_deal = 0
    for number, stored in groupby(store.matches(), lambda match: match.ordinal // sizes.deal):
        matches = list(stored)
        whole = len(matches) == sizes.deal
        counts = whole and number == next_deal
        next_deal += counts
        for match in matches:
            place = divmod(match.ordinal, sizes.block)
            yield MatchRow(_match_values(match, league, place, counts=counts, told=whole), _seats(match))


def csv_lines(rows: Iterable[MatchRow], seats: int) -> Iterator[str]:
    """Yields the rows as lines of comma-separated values, headings first; the columns of the first seat begin with
    `seat0_`, and so on.
    """
    headings = [f"seat{seat}_{column}" for seat in range(seats) for column in SEAT_COLUMNS]
    text = io.StringIO()
    write = csv.writer(text, lineterminator="\n").writerow

    def line(cells: Iterable[object]) -> str:
        write(cells)
        written = text.getvalue()
        text.seek(0)
        text.truncate()
        return written

    yield line((*MATCH_COLUMNS, *headings))
    for row in rows:
        values = [*row.match, *(value for seat in row.seats for value in seat)]
        yield line(map(_cell, values))


def json_lines(rows: Iterable[MatchRow], seats: int) -> Iterator[str]:  # noqa: ARG001  # called like csv_lines
    """Yields the rows as lines of JSON, one object a line; each object's value `seats` is an array with an object for
    each seat.
    """
    for match, by_seat in rows:
        values: dict[str, object] = dict(zip(MATCH_COLUMNS, match, strict=True))
        values["seats"] = [dict(zip(SEAT_COLUMNS, seat, strict=True)) for seat in by_seat]
        yield json_text(values) + "\n"


ROW_FORMATS: Final[dict[str, Callable[[Iterable[MatchRow], int], Iterator[str]]]] = {
    "csv": csv_lines,
    "jsonl": json_lines,
}


def _match_values(match: StoredMatch, league: str, place: tuple[int, int], *, counts: bool, told: bool) -> Values:
    record, (block, seating) = match.record, place
    spec = record.spec
    return (
        league,
        match.ordinal,
        spec.id.hex(),
        block,
        seating,
        counts,
        spec.game,
        spec.rules_version,
        spec.edition,
        spec.deal.hex() if told else None,
        list(record.opening) if told and record.opening is not None else None,
        len(record.actions),
    )


def _seats(match: StoredMatch) -> tuple[Values, ...]:
    record = match.record
    faults: dict[int, Fault] = {fault.seat: fault for fault in record.faults}
    players = [handover.seat for handover in record.handovers]
    return tuple(
        (
            entrant.name,
            entrant.version,
            entrant.content_hash.hex(),
            record.scores[seat],
            record.ranks[seat],
            faults[seat].kind.name.lower() if seat in faults else None,
            faults[seat].action_count if seat in faults else None,
            players.count(seat),
            match.thinking_us[seat] / US_PER_MS,
            match.slowest_us[seat] / US_PER_MS,
        )
        for seat, entrant in enumerate(record.spec.entrants)
    )


def _cell(value: object) -> object:
    if isinstance(value, str):
        return _text_cell(value)
    return json_text(value) if isinstance(value, list) else value


_text_cell = lru_cache(CACHED_TEXTS)(csv_cell)
