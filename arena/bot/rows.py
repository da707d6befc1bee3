"""A turn of a game that shows itself in rows: `turn.rows["hand"]` has the values of a row by its name."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from arena.protocol.v1.arena_pb2 import Turn as Message
from arena.protocol.v1.rows_pb2 import Row, RowKind

Places: TypeAlias = Sequence[int] | Sequence[float] | Sequence[str]
HIDDEN: Final = -1
"""The value of a place that this seat cannot know, in a row that hides places."""


class Rows(Mapping[str, "Places"]):
    """By name, the values of each row; they are looked for when one is asked for."""

    __slots__ = ("_found", "_message", "_schema")

    def __init__(self, schema: Iterable[Row], message: Message) -> None:
        self._schema, self._message = schema, message
        self._found: dict[str, Places] | None = None

    def __getitem__(self, name: str) -> "Places":
        return self._rows()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows())

    def __len__(self) -> int:
        return len(self._rows())

    def _rows(self) -> dict[str, "Places"]:
        if self._found is None:
            self._found = rows_of(self._schema, self._message)
        return self._found


def rows_of(schema: Iterable[Row], message: Message) -> dict[str, "Places"]:
    """All rows of a turn."""
    values, widths = message.values, iter(message.values.lengths)
    begun = {RowKind.ROW_KIND_INTEGERS: 0, RowKind.ROW_KIND_REALS: 0, RowKind.ROW_KIND_TEXT: 0}
    parts: dict[int, Places] = {
        RowKind.ROW_KIND_INTEGERS: values.ints,
        RowKind.ROW_KIND_REALS: values.reals,
        RowKind.ROW_KIND_TEXT: values.texts,
    }
    found = {}
    for row in schema:
        kind, begin = row.kind, begun[row.kind]
        begun[kind] = end = begin + (row.width or next(widths))
        found[row.name] = parts[kind][begin:end]
    return found


class RowsTurn:
    """A turn as the arena sent it, and its rows."""

    __slots__ = ("_message", "rows")

    def __init__(self, schema: Iterable[Row], message: Message) -> None:
        self._message = message
        self.rows = Rows(schema, message)

    def __getattr__(self, name: str) -> object:
        return getattr(self._message, name)


if TYPE_CHECKING:

    class Turn(Message):
        """A turn; `rows` is there where the game shows itself in rows."""

        rows: Rows
