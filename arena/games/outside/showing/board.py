"""A state of a game from outside as lines of text: a line for each row, a board where a row is drawn as one, and a text
of several lines as it is.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from arena.games.outside.author import HIDDEN
from arena.games.outside.view import Place

NOBODY: Final = "."
CLOSED: Final = "?"


def lines(rows: dict[str, list[Place]], names: Sequence[str], schema: Sequence[Any]) -> list[str]:
    """All rows; where a row is of seats, with their names."""
    drawn = [row for row in schema if row.drawn]
    width = max((len(row.name) for row in drawn), default=0)
    return [line for row in drawn for line in _row(row, rows[row.name], names, width)]


def _row(row: Any, values: Sequence[Place], names: Sequence[str], width: int) -> Iterator[str]:  # noqa: ANN401  # a Row
    shown = [_shown(row, value) for value in values]
    if any("\n" in value for value in shown):
        yield row.name
        for value in shown:
            yield from (f"{'':<{width}}  {line}".rstrip() for line in value.splitlines())
    elif row.across and len(shown) > row.across:
        wide = max(map(len, shown))
        yield f"{row.name}"
        for begin in range(0, len(shown), row.across):
            part = shown[begin : begin + row.across]
            yield f"{'':<{width}}  {' '.join(value.rjust(wide) for value in part)}"
    elif row.of == "seat" and shown and len(shown) % len(names) == 0:
        each = len(shown) // len(names)
        told = (f"{name} {' '.join(shown[at * each : (at + 1) * each])}" for at, name in enumerate(names))
        yield f"{row.name:<{width}}  {', '.join(told)}"
    else:
        yield f"{row.name:<{width}}  {' '.join(shown)}"


def _shown(row: Any, value: Place) -> str:  # noqa: ANN401  # a Row
    if value is None:
        return CLOSED
    if row.holds == "seat" and value == HIDDEN:
        return NOBODY
    if isinstance(value, int) and 0 <= value < len(row.marks):
        return str(row.marks[value])
    return str(value)
