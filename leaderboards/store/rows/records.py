"""Converts matches to rows of the store, and rows to matches.

A decompressed record is complete by itself. The store keeps a dictionary of the content that all records of a league
share, and compresses the records with it.
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
    """A match as it was read from the store."""

    ordinal: int
    """The match's place in the schedule, from 0."""
    record: MatchRecord
    thinking_us: tuple[int, ...]
    """The total thinking time charged to each seat, in microseconds."""
    slowest_us: tuple[int, ...]
    """The longest time charged for one choice, for each seat, in microseconds."""
    choices_us: tuple[int, ...] = ()
    """The time charged for each action, in microseconds; empty unless the league stores these times."""
    notes: tuple[Note, ...] = ()
    """The notes that bots made on their choices."""


class Records:
    """Converts matches to rows of one store, and rows to matches."""

    def __init__(self, where: str, dictionary: bytes, commitment: bytes, seats: int) -> None:
        self._where, self._dictionary, self._commitment = where, dictionary, commitment
        self._seats = seats

    def row(self, result: Result) -> tuple[Row, bytes]:
        """Returns the row of a match, and the row's print (a hash of its content)."""
        columns = (result.id, self.packed(result.record), result.timing)
        row_print = print_row(self._commitment, result.ordinal, columns)
        return Row(result.ordinal, *columns, mark_of(row_print)), row_print

    def packed(self, record: bytes) -> bytes:
        """Returns a record in the compressed form that its row stores."""
        return packed(record, self._dictionary)

    def print(self, row: Row) -> bytes:
        """Returns the print (hash) of a row's present content."""
        return print_row(self._commitment, row.ordinal, row[1:4])

    def match(self, row: Row) -> StoredMatch:
        """Returns the match in a row; raises ArenaError [damaged] if the row cannot be read."""
        try:
            record = decode_record(unpacked(row.record, self._dictionary))
            self._demand_seats(record)
            return StoredMatch(row.ordinal, record, *decode_timing(row.timing))
        except (zlib.error, DecodeError, ValueError) as error:
            raise damaged(self._where, f"match {row.ordinal} cannot be read: {error}", LISTED) from error

    def _demand_seats(self, record: MatchRecord) -> None:
        """Raises ValueError if a record's number of seats differs from the league's."""
        sizes = {len(record.spec.entrants), len(record.scores), len(record.ranks)}
        if sizes != {self._seats}:
            raise ValueError(
                f"it has {sorted(sizes)} bots, scores and places; a match of this league has {self._seats} of each"
            )
        seats = (*(fault.seat for fault in record.faults), *(handover.seat for handover in record.handovers))
        if any(seat >= self._seats for seat in seats):
            raise ValueError(f"it names a seat that does not exist; a match of this league has {self._seats} seats")
