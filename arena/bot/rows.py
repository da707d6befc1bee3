"""Reads the rows of a turn, which are named lists of values, by name: `turn.rows["hand"]`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from arena.protocol.v1.arena_pb2 import Turn as Message
from arena.protocol.v1.rows_pb2 import Row, RowKind

Places: TypeAlias = Sequence[int] | Sequence[float] | Sequence[str]
HIDDEN: Final = -1
"""Stands in a row for each value that the seat may not know. It occurs only in rows that the game declares as partly
hidden.
"""


class Shape:
    """The layout of a match's rows, which are named lists of values: the order and widths in which a turn packs the
    values of all rows.
    """

    __slots__ = ("_others", "_rows")

    def __init__(self, schema: Sequence[Row]) -> None:
        self._rows = [(row.name, row.width, row.kind == RowKind.ROW_KIND_INTEGERS) for row in schema]
        self._others = {row.name: row.kind == RowKind.ROW_KIND_REALS for row in schema}
        """For each row without integers, by name: whether the row's values are real numbers (True) or texts (False)."""

    def rows(self, message: Message) -> dict[str, Places]:
        """Returns the values of all rows in a turn, by the rows' names."""
        values = message.values
        ints, widths = values.ints[:], iter(values.lengths)
        at = reals = texts = 0
        found: dict[str, Places] = {}
        for name, fixed, whole in self._rows:
            width = fixed or next(widths)
            if whole:
                found[name] = ints[at : at + width]
                at += width
            elif self._others[name]:
                found[name] = values.reals[reals : reals + width]
                reals += width
            else:
                found[name] = values.texts[texts : texts + width]
                texts += width
        return found


class Rows(Mapping[str, Places]):
    """A mapping from each row's name to its values in a turn, which are unpacked at the first access."""

    __slots__ = ("_found", "_message", "_shape")

    def __init__(self, shape: Shape, message: Message) -> None:
        self._shape, self._message = shape, message
        self._found: dict[str, Places] | None = None

    def __getitem__(self, name: str) -> Places:
        rows = self._rows()
        if name not in rows:
            raise KeyError(f"there is no row {name!r}; the rows are {', '.join(rows)}")
        return rows[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows())

    def __len__(self) -> int:
        return len(self._rows())

    def _rows(self) -> dict[str, Places]:
        if self._found is None:
            self._found = self._shape.rows(self._message)
        return self._found


class RowsTurn:
    """A turn as the arena sent it, with an additional attribute: `rows` maps the name of each of the game's rows to the
    row's values.
    """

    __slots__ = ("_message", "rows")

    def __init__(self, shape: Shape, message: Message) -> None:
        self._message = message
        self.rows = Rows(shape, message)

    def __getattr__(self, name: str) -> object:
        if name.startswith("_"):  # while a copy is being made, it has no `_message` yet
            raise AttributeError(name)
        return getattr(self._message, name)

    def __repr__(self) -> str:
        rows = "".join(f"{name}: {list(places)}\n" for name, places in self.rows.items())
        return f"{self._message}{rows}"
