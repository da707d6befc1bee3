"""Checks the rows of a game from outside the arena and flattens them into one view. A wrong row raises a GameFault."""

from array import array
from collections.abc import Mapping, Sequence
from typing import Final

from arena.games.outside.author import HIDDEN, INTEGERS, REALS, Given, Row
from arena.games.outside.border import MOST_PLACES, taken, whole
from arena.games.outside.fault import wrong
from arena.games.outside.view import SMALL, WIDE, RowsView

MOST: Final = (1 << 63) - 1
LONGEST_TEXT: Final = 1 << 16
"""The limit on the characters in all places of a text row together."""


Widths = tuple[tuple[str, int, int, bool], ...]


def widths_of(schema: Sequence[Row]) -> Widths:
    """Returns the `name`, `width`, `most` and `hides` of each row, for the quick check in the function `rows`. A `most`
    of 0 becomes MOST_PLACES. Returns an empty tuple if the values of any row are not integers.
    """
    plain = all(row.kind == INTEGERS for row in schema)
    return tuple([(row.name, row.width, row.most or MOST_PLACES, row.hides) for row in schema]) if plain else ()


def rows(title: str, given: Given, schema: tuple[Row, ...], seat: int, widths: Widths = ()) -> RowsView:
    """Checks the rows of a state and returns them as one view. `widths` is the result of `widths_of`. Raises GameFault
    for a wrong row.

    If every row is an integer, or a list or tuple of integers, all rows are checked together, which is quick. Otherwise
    each value is checked on its own.
    """
    view = _together(given, schema, seat, widths) if widths and type(given) is dict else None
    return view or _one_by_one(title, given, schema, seat)


def _together(given: dict[Given, Given], schema: tuple[Row, ...], seat: int, widths: Widths) -> RowsView | None:
    """Returns the view of the rows; None if any row is wrong, or is neither a list nor a tuple nor an integer."""
    if len(given) != len(schema):
        return None
    ints: list[Given] = []
    lengths: list[int] = []
    try:
        for name, width, most, hides in widths:
            value = given[name]
            kind = type(value)
            if kind is list or kind is tuple:
                count = len(value)
                if not width and count <= most:
                    lengths.append(count)
                elif count != width:
                    return None
                ints += [HIDDEN if one is None else one for one in value] if hides else value
            elif kind is int and width == 1:
                ints.append(value)
            else:
                return None
        packed = _packed(ints)
    except (KeyError, TypeError, OverflowError):
        return None
    return RowsView(schema, seat, packed, len(packed) > len(ints), tuple(lengths), (), ())


def _packed(ints: list[Given]) -> bytes:
    """Returns the integers packed in one byte each, or in eight bytes each if one of them does not fit into a byte.
    Raises TypeError for other values, and OverflowError for integers beyond eight bytes.
    """
    try:
        return array(SMALL, ints).tobytes()
    except OverflowError:
        if min(ints) < -MOST:
            raise
        return array(WIDE, ints).tobytes()


def _one_by_one(title: str, given: Given, schema: tuple[Row, ...], seat: int) -> RowsView:
    """Checks each value on its own and returns the view of the rows. Raises GameFault for the first error."""
    if not isinstance(given, Mapping):
        raise wrong(title, "rows", given, "a dict with the values of each row by its name")
    _demand_names(title, given, schema)
    ints: list[int] = []
    lengths: list[int] = []
    reals: list[float] = []
    texts: list[str] = []
    for row in schema:
        value = given[row.name]
        places = _places(title, value)
        if row.width and len(places) != row.width:
            raise _wrong_row(title, row, value, f"{row.width} values, as info.rows says")
        most = row.most or MOST_PLACES
        if not row.width and len(places) > most:
            raise _wrong_row(title, row, len(places), f"at most {most} values")
        if row.kind == INTEGERS:
            ints.extend(_integers(title, row, places))
        elif row.kind == REALS:
            reals.extend(_reals(title, row, places))
        else:
            texts.extend(_texts(title, row, places))
        if not row.width:
            lengths.append(len(places))
    return RowsView.of(schema, seat, ints, lengths, reals, texts)


def _places(title: str, value: Given) -> Sequence[Given]:
    """Returns the values of a row as a sequence. A single value becomes a tuple, and an endless row is cut to
    MOST_PLACES + 1 values.
    """
    if type(value) is list or type(value) is tuple:
        return value
    if isinstance(value, (str, bytes, int, float)) or value is None:
        return (value,)
    values = taken(title, "rows", value, MOST_PLACES)
    return (value,) if values is None else values


def _integers(title: str, row: Row, places: Sequence[Given]) -> list[int]:
    found = []
    for value in places:
        number = HIDDEN if value is None and row.hides else int(value) if isinstance(value, int) else whole(value)
        if number is None or not -MOST <= number <= MOST:
            more = ", or None for what the seat cannot know" if row.hides else ""
            if value is None:
                more = "; places are hidden only in a Row(..., hides=True)"
            raise _wrong_row(title, row, value, f"integers{more}")
        found.append(number)
    return found


def _reals(title: str, row: Row, places: Sequence[Given]) -> list[float]:
    found = []
    for value in places:
        try:
            number = None if isinstance(value, (str, bytes)) else float(value)
        except (TypeError, ValueError, OverflowError):
            number = None
        if number is None or number != number or abs(number) == float("inf"):  # noqa: PLR0124  # mypyc compiles this, but not math.isnan
            raise _wrong_row(title, row, value, "numbers that are finite")
        found.append(number)
    return found


def _texts(title: str, row: Row, places: Sequence[Given]) -> list[str]:
    for value in places:
        if not isinstance(value, str):
            raise _wrong_row(title, row, value, "texts")
    if sum([len(value) for value in places]) > LONGEST_TEXT:
        raise _wrong_row(title, row, places, f"at most {LONGEST_TEXT} characters")
    return [str(value) for value in places]


def _wrong_row(title: str, row: Row, value: object, expected: str) -> Exception:
    return wrong(title, f"rows, {row.name!r},", value, expected)


def _demand_names(title: str, given: Mapping[Given, Given], schema: Sequence[Row]) -> None:
    names = [row.name for row in schema]
    for name in names:
        if name not in given:
            raise wrong(title, "rows", list(given), f"a row {name!r}, as info.rows says")
    if len(given) != len(names):
        raise wrong(title, "rows", [name for name in given if name not in names], f"only {', '.join(names)}")
