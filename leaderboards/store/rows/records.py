"""Stores matches as rows.

Records are complete in themselves. Compression with a dictionary, which the store keeps, takes out the content that all
records of a league share.
"""

import zlib
from dataclasses import dataclass

from google.protobuf.message import DecodeError

from arena.league.playing.results import Result
from arena.match import MatchRecord, Note
from arena.protocol.records import decode_record, decode_timing
from leaderboards.store.places.database import LISTED, damaged
from leaderboards.store.rows.packing import packed, unpacked
from leaderboards.store.rows.row import Row
from leaderboards.store.rows.seal import mark_of, print_row


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as it is read from the store."""

    ordinal: int
    """The match's place in the schedule, from 0."""
    record: MatchRecord
    thinking_us: tuple[int, ...]
    """By seat: thinking time charged, in microseconds."""
    slowest_us: tuple[int, ...]
    """By seat: the longest time charged for one choice, in microseconds."""
    choices_us: tuple[int, ...] = ()
    """By action: the time charged for it, in microseconds; empty unless the league keeps these times."""
    notes: tuple[Note, ...] = ()
    """The notes of bots on their choices."""


class Records:
    """Turns matches into rows of one store, and rows into matches."""

    def __init__(self, where: str, dictionary: bytes, commitment: bytes, seats: int) -> None:
        self._where, self._dictionary, self._commitment = where, dictionary, commitment
        self._seats = seats

    def row(self, result: Result) -> tuple[Row, bytes]:
        """The row of a match, and its print."""
        columns = (result.id, self.packed(result.record), result.timing)
        row_print = print_row(self._commitment, result.ordinal, columns)
        return Row(result.ordinal, *columns, mark_of(row_print)), row_print

    def packed(self, record: bytes) -> bytes:
        """Compresses a record as it is kept in its row."""
        return packed(record, self._dictionary)

    def print(self, row: Row) -> bytes:
        """The print of a row's present content."""
        return print_row(self._commitment, row.ordinal, row[1:4])

    def match(self, row: Row) -> StoredMatch:
        """The match that a row holds; raises ArenaError [damaged] if the row cannot be read."""
        try:
            record = decode_record(unpacked(row.record, self._dictionary))
            self._demand_seats(record)
            return StoredMatch(row.ordinal, record, *decode_timing(row.timing))
        except (zlib.error, DecodeError, ValueError) as error:
            raise damaged(self._where, f"match {row.ordinal} cannot be read: {error}", LISTED) from error

    def _demand_seats(self, record: MatchRecord) -> None:
        """Raises ValueError if a record does not have as many seats as the league's matches."""
        sizes = {len(record.spec.entrants), len(record.scores), len(record.ranks)}
        if sizes != {self._seats}:
            raise ValueError(
                f"it has {sorted(sizes)} bots, scores and places; a match of this league has {self._seats} of each"
            )
        seats = (*(fault.seat for fault in record.faults), *(handover.seat for handover in record.handovers))
        if any(seat >= self._seats for seat in seats):
            raise ValueError(f"it names a seat that does not exist; a match of this league has {self._seats} seats")
