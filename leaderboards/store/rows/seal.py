"""Computes the seal of a store: a hash over every byte of every row.

Rule 1: a row's print is a hash of all its content, keyed with the commitment of its league. The row stores the
beginning of its print as its mark, which shows whether the row was changed.
Rule 2: the seal is the number of rows and the sum of their prints, so rows may be added in any order.

Prints have 4096 bits, because sums of short hashes can be forged. With 4096 bits, finding other rows with the same sum
takes about 2**128 steps (Wagner, A Generalized Birthday Problem, 2002).
"""

from dataclasses import dataclass
from hashlib import blake2b, shake_256
from typing import Final, Self

PRINT_BYTES: Final = 512
MARK_BYTES: Final = 16
COUNT_BYTES: Final = 8
DIGEST_BYTES: Final = 32
MODULUS: Final = 1 << (8 * PRINT_BYTES)


def print_row(commitment: bytes, ordinal: int, columns: tuple[bytes, ...]) -> bytes:
    """Returns the print of a row, which is a hash of its content. Different rows have different prints, and the same
    row has a different print in another league.
    """
    hashed = shake_256(commitment)
    hashed.update(ordinal.to_bytes(8, "big", signed=True))
    for column in columns:
        hashed.update(len(column).to_bytes(8, "big"))
        hashed.update(column)
    return hashed.digest(PRINT_BYTES)


def mark_of(row_print: bytes) -> bytes:
    """Returns the mark that a row stores: the beginning of the row's print (a hash of its content)."""
    return row_print[:MARK_BYTES]


@dataclass(slots=True)
class Seal:
    """The seal, which is a hash over all rows added so far."""

    count: int = 0
    total: int = 0

    @classmethod
    def of_bytes(cls, value: bytes) -> Self:
        """Returns the seal from its stored bytes; raises ValueError if there are too many or too few bytes."""
        if len(value) != COUNT_BYTES + PRINT_BYTES:
            raise ValueError(f"a seal has {COUNT_BYTES + PRINT_BYTES} bytes, not {len(value)}")
        return cls(int.from_bytes(value[:COUNT_BYTES], "big"), int.from_bytes(value[COUNT_BYTES:], "big"))

    def add(self, row_print: bytes) -> None:
        """Adds the row with this print (a hash) to the seal."""
        self.count += 1
        self.total = (self.total + int.from_bytes(row_print, "big")) % MODULUS

    def to_bytes(self) -> bytes:
        """Returns the seal as the bytes to be stored."""
        return self.count.to_bytes(COUNT_BYTES, "big") + self.total.to_bytes(PRINT_BYTES, "big")

    def text(self) -> str:
        """Returns the seal as text for printing and publishing: 64 hexadecimal digits."""
        return blake2b(self.to_bytes(), digest_size=DIGEST_BYTES).hexdigest()
