"""What a game from outside gives becomes the types of the house, or a fault of the game."""

from collections.abc import Mapping, Sequence
from operator import index
from typing import Final

from arena.games.outside.author import HIDDEN, INTEGERS, REALS, Given, Row
from arena.games.outside.fault import wrong
from arena.games.outside.view import RowsView

MOST: Final = (1 << 63) - 1
MOST_PLACES: Final = 1 << 16
"""Of a row."""
LONGEST_NAME: Final = 40
LONGEST_TEXT: Final = 1 << 14
"""Of a row of text, all its places together."""


def whole(value: Given) -> int | None:
    """The integer that a value is, of whatever type; None if it is none."""
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return index(value)
    except TypeError:
        return None


def actor(title: str, given: Given, seats: int) -> int | None:
    """A seat, or None."""
    if given is None:
        return None
    seat = whole(given)
    if seat is None or not 0 <= seat < seats:
        raise wrong(title, "actor", given, f"a seat, 0 to {seats - 1}, or None when the match is over")
    return seat


def legal(title: str, given: Given, actions: int) -> tuple[int, ...]:
    """Actions, ascending and each once."""
    found = _wholes(given)
    if found is None:
        raise wrong(title, "legal_actions", given, "a list of integers")
    if not found:
        raise wrong(title, "legal_actions", given, "at least one action, for a seat must act")
    ascending = sorted(found)
    if ascending[0] < 0 or ascending[-1] >= actions:
        beyond = ascending[0] if ascending[0] < 0 else ascending[-1]
        raise wrong(title, "legal_actions", beyond, f"actions from 0 to {actions - 1}, for info.actions is {actions}")
    if len(set(ascending)) < len(ascending):
        raise wrong(title, "legal_actions", given, "each action once")
    return tuple(ascending)


def scores(title: str, method: str, given: Given, seats: int) -> tuple[int, ...]:
    """A whole number for each seat."""
    found = _wholes(given)
    if found is None or len(found) != seats:
        raise wrong(title, method, given, f"a list of {seats} integers, one for each seat")
    return tuple(found)


def action_name(title: str, given: Given) -> str:
    """A short text that can be printed."""
    if not isinstance(given, str) or not 0 < len(given) <= LONGEST_NAME or not given.isprintable():
        raise wrong(title, "action_name", given, f"a text of 1 to {LONGEST_NAME} letters that can be printed")
    return str(given)


def targets(title: str, given: Given, schema: Sequence[Row]) -> tuple[str, ...]:
    """Places of rows, each as "NAME:INDEX"."""
    names = {row.name for row in schema}
    if not isinstance(given, (list, tuple)) or not all(_is_target(one, names) for one in given):
        raise wrong(title, "action_targets", given, 'a list of places of rows, as ["board:3"]')
    return tuple([str(one) for one in given])


def rows(title: str, given: Given, schema: Sequence[Row], seat: int) -> RowsView:
    """The rows as one view."""
    if not isinstance(given, Mapping):
        raise wrong(title, "rows", given, "a dict with the values of each row by its name")
    if len(given) != len(schema):
        _demand_names(title, given, schema)
    ints: list[int] = []
    lengths: list[int] = []
    reals: list[float] = []
    texts: list[str] = []
    for row in schema:
        if row.name not in given:
            _demand_names(title, given, schema)
        places = _places(given[row.name])
        if row.width and len(places) != row.width:
            raise _wrong_row(title, row, given[row.name], f"{row.width} values, as info.rows says")
        if len(places) > MOST_PLACES:
            raise _wrong_row(title, row, len(places), f"at most {MOST_PLACES} values")
        if row.kind == INTEGERS:
            ints.extend(_integers(title, row, places))
        elif row.kind == REALS:
            reals.extend(_reals(title, row, places))
        else:
            texts.extend(_texts(title, row, places))
        if not row.width:
            lengths.append(len(places))
    return RowsView(tuple(schema), seat, tuple(ints), tuple(lengths), tuple(reals), tuple(texts))


def _is_target(given: Given, names: set[str]) -> bool:
    if not isinstance(given, str):
        return False
    name, _, place = given.partition(":")
    return name in names and place.isascii() and place.isdigit()


def _wholes(given: Given) -> list[int] | None:
    """The integers in a list or something like it; None if it is none of them."""
    if isinstance(given, (str, bytes, Mapping)):
        return None
    try:
        values = [whole(value) for value in given]
    except TypeError:
        return None
    found = [value for value in values if value is not None]
    return found if len(found) == len(values) else None


def _places(value: Given) -> Sequence[Given]:
    """The values of a row; of one value, that alone."""
    if type(value) is list or type(value) is tuple:
        return value
    if isinstance(value, (str, bytes, int, float)) or value is None:
        return (value,)
    try:
        return tuple(value)
    except TypeError:
        return (value,)


def _integers(title: str, row: Row, places: Sequence[Given]) -> list[int]:
    found = []
    for value in places:
        number = HIDDEN if value is None and row.hides else value if type(value) is int else whole(value)
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
        if number is None or number != number or abs(number) == float("inf"):  # noqa: PLR0124  # math.isnan is not compiled
            raise _wrong_row(title, row, value, "numbers that are finite")
        found.append(number)
    return found


def _texts(title: str, row: Row, places: Sequence[Given]) -> list[str]:
    for value in places:
        if not isinstance(value, str):
            raise _wrong_row(title, row, value, "texts")
    if sum([len(value) for value in places]) > LONGEST_TEXT:
        raise _wrong_row(title, row, places, f"at most {LONGEST_TEXT} letters")
    return [str(value) for value in places]


def _wrong_row(title: str, row: Row, value: object, expected: str) -> Exception:
    return wrong(title, f"rows, {row.name!r},", value, expected)


def _demand_names(title: str, given: Mapping[Given, Given], schema: Sequence[Row]) -> None:
    names = [row.name for row in schema]
    missing = [name for name in names if name not in given]
    if missing:
        raise wrong(title, "rows", list(given), f"a row {missing[0]!r}, as info.rows says")
    raise wrong(title, "rows", [name for name in given if name not in names], f"only {', '.join(names)}")
