"""Makes observations of games that describe their views in rows, which are named lists of values."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.games.outside.author import HIDDEN, INTEGERS, REALS, TEXT, Row
from arena.games.outside.view import RowsView
from arena.training.numbers.layout import NOTHING, Layout, misfit, room_of

HINT: Final = (
    "set the row's greatest length in info with Row(..., most=...), or its width if the length is always the same"
)


class RowsReader:
    """Makes observations from the views of a game with a fixed number of seats. Rows of text are left out."""

    def __init__(self, views: Sequence[RowsView]) -> None:
        """Prepares the layout. `views`: one list of the views of every seat just after each of several deals."""
        self._schema = views[0].schema
        self._layout = layout = Layout()
        shown = [view.rows() for view in views]
        self._rooms: list[tuple[str, int, bool]] = []
        """For each row of numbers: its name, its length in an observation, and whether the number of its values
        varies.
        """
        for row in self._schema:
            if row.kind == TEXT:
                continue
            room, varies = _room(row, [len(rows[row.name]) for rows in shown], max(view.seat for view in views) + 1)
            (layout.add_varying if varies else layout.add)(row.name, room, _meaning(row))
            self._rooms.append((row.name, room, varies))
        self._flat = all(row.kind == INTEGERS for row in self._schema) and not any(one[2] for one in self._rooms)
        """Whether an observation consists only of the seat and the integers of the view, so that it can be copied
        without reading single rows.
        """
        self._lengths = views[0].lengths
        self.parts = tuple(layout.parts)

    def begin(self, view: RowsView) -> None:
        """Does nothing, because an observation needs only the view given to `numbers`."""

    def numbers(self, view: RowsView) -> NDArray[np.float32]:
        """Returns the observation for a view. Raises ArenaError [row-misfits] if a row of the view has too many values,
        or if a row of fixed length has too few.
        """
        if self._flat and view.lengths == self._lengths:
            found = np.empty(self._layout.length, np.float32)
            found[0] = view.seat
            found[1:] = np.frombuffer(view.packed, np.int64 if view.wide else np.int8)
            return found
        rows = view.rows()
        values: list[float] = [view.seat]
        for name, room, varies in self._rooms:
            given = rows[name]
            count = len(given)
            if count > room or (count < room and not varies):
                raise misfit(name, count, room, HINT, varies=varies)
            if varies:
                values.append(count)
            values += given  # type: ignore[arg-type]  # these rows contain no texts
            values += [NOTHING] * (room - count)
        return np.array(values, np.float32)


def _room(row: Row, dealt: Sequence[int], seats: int) -> tuple[int, bool]:
    """Returns how many places an observation has for a row, and whether the row's number of values varies.

    The number is fixed if the row states a width. It is also fixed if the row is indexed by seat, states no maximum,
    and had one value for each seat in all views. `dealt`: the row's number of values in each view.
    """
    if row.width:
        return row.width, False
    if row.of == "seat" and set(dealt) == {seats} and not row.most:
        return seats, False
    return room_of(row.most, max(dealt)), True


def _meaning(row: Row) -> str:
    places = f"by {row.of}: " if row.of else ""
    values = row.holds or ("a number" if row.kind == REALS else "an integer")
    marks = f" ({', '.join(f'{value} {mark}' for value, mark in enumerate(row.marks))})" if row.marks else ""
    return f"{places}{values}{marks}{f'; {HIDDEN} is hidden' if row.hides else ''}"
