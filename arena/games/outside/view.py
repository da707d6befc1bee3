"""The view of a seat: all that the seat may know of a state, as flat rows."""

from array import array
from collections.abc import Sequence
from typing import Final

from arena.games.outside.author import HIDDEN, INTEGERS, REALS, Row
from arena.games.values import Value

SMALL: Final = "b"
WIDE: Final = "q"
"""The type code of arrays with eight bytes for each number. SMALL, above, is the type code for one byte."""
SMALLEST: Final = 128
Place = int | float | str | None


class RowsView(Value):
    """A seat's view of a state. It stores three sequences: the integers, the reals and the texts of all rows."""

    __slots__ = ("lengths", "packed", "reals", "schema", "seat", "texts", "wide")

    def __init__(
        self,
        schema: tuple[Row, ...],
        seat: int,
        packed: bytes,
        wide: bool,
        lengths: tuple[int, ...],
        reals: tuple[float, ...],
        texts: tuple[str, ...],
    ) -> None:
        """`seat`: the seat that has this view, or -1 for a viewer who may see everything. `packed`: the integers of all
        rows, with eight bytes each if `wide`, else one. `lengths`: the number of values of each row whose width varies,
        in the order of `schema`.
        """
        self.schema = schema
        self.seat = seat
        self.packed = packed
        self.wide = wide
        self.lengths = lengths
        self.reals = reals
        self.texts = texts

    @classmethod
    def of(
        cls,
        schema: tuple[Row, ...],
        seat: int,
        ints: Sequence[int],
        lengths: Sequence[int],
        reals: Sequence[float],
        texts: Sequence[str],
    ) -> "RowsView":
        """Returns a view. `ints` are the integers of all rows, one row after another; each must fit into 64 bits. The
        other parameters are as in `__init__`.
        """
        wide = any(not -SMALLEST <= value < SMALLEST for value in ints)
        packed = array(WIDE if wide else SMALL, ints).tobytes()
        return cls(schema, seat, packed, wide, tuple(lengths), tuple(reals), tuple(texts))

    def ints(self) -> list[int]:
        """Returns the integers of all rows, one row after another."""
        found = array(WIDE if self.wide else SMALL)
        found.frombytes(self.packed)
        return found.tolist()

    def rows(self) -> dict[str, list[int] | list[float] | list[str]]:
        """Returns the values of each row, by the row's name. Hidden places have the value HIDDEN."""
        found: dict[str, list[int] | list[float] | list[str]] = {}
        numbers = self.ints()
        at, ints, reals, texts = 0, 0, 0, 0
        for row in self.schema:
            length = row.width
            if not length:
                length = self.lengths[at]
                at += 1
            if row.kind == INTEGERS:
                found[row.name] = numbers[ints : ints + length]
                ints += length
            elif row.kind == REALS:
                found[row.name] = list(self.reals[reals : reals + length])
                reals += length
            else:
                found[row.name] = list(self.texts[texts : texts + length])
                texts += length
        return found

    def shown(self) -> dict[str, list[Place]]:
        """Returns the values of each row for display to people, by the row's name. Hidden places are None."""
        hiding = {row.name for row in self.schema if row.hides}
        return {
            name: [None if value == HIDDEN and name in hiding else value for value in values]
            for name, values in self.rows().items()
        }
