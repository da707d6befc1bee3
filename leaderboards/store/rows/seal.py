"""Computes the seal of a store: a hash over every byte of every row.

Rule 1: a row's print is a hash over all it holds, keyed with the commitment of its league. The print's beginning, the
mark, is kept in the row and shows whether the row was changed.
Rule 2: the seal is the number of rows and the sum of their prints. The order of a sum does not matter, so rows may come
from any worker at any time, and each transaction updates the seal by the rows it adds.

Prints have 4096 bits, because sums of short hashes can be forged: finding other rows with the same sum takes about
2**128 steps (Wagner, A Generalized Birthday Problem, 2002).
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
    """The print of a row; no other row has the same one, nor does this row in another league."""
    hashed = shake_256(commitment)
    hashed.update(ordinal.to_bytes(8, "big", signed=True))
    for column in columns:
        hashed.update(len(column).to_bytes(8, "big"))
        hashed.update(column)
    return hashed.digest(PRINT_BYTES)


def mark_of(row_print: bytes) -> bytes:
    """The mark of a row: the beginning of its print, which is kept in the row."""
    return row_print[:MARK_BYTES]


@dataclass(slots=True)
class Seal:
    """The seal over the rows added so far."""

    count: int = 0
    total: int = 0

    @classmethod
    def of_bytes(cls, value: bytes) -> Self:
        """The seal from the bytes that a store keeps; raises ValueError if there are too many or too few."""
        if len(value) != COUNT_BYTES + PRINT_BYTES:
            raise ValueError(f"a seal has {COUNT_BYTES + PRINT_BYTES} bytes, not {len(value)}")
        return cls(int.from_bytes(value[:COUNT_BYTES], "big"), int.from_bytes(value[COUNT_BYTES:], "big"))

    def add(self, row_print: bytes) -> None:
        """Adds the row with this print to the seal."""
        self.count += 1
        self.total = (self.total + int.from_bytes(row_print, "big")) % MODULUS

    def to_bytes(self) -> bytes:
        """The seal as the bytes that a store keeps."""
        return self.count.to_bytes(COUNT_BYTES, "big") + self.total.to_bytes(PRINT_BYTES, "big")

    def text(self) -> str:
        """The seal as it is printed and published: 64 hexadecimal digits."""
        return blake2b(self.to_bytes(), digest_size=DIGEST_BYTES).hexdigest()
