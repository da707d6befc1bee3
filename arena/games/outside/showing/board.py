"""Writes a state of a game from outside the arena as text. Each row is a single line, a grid, or several lines of
text.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from arena.games.outside.author import HIDDEN
from arena.games.outside.view import Place

Json = Mapping[str, Any]
NOBODY: Final = "."
CLOSED: Final = "?"


def board(setup: Json, board: Json, names: Sequence[str]) -> list[str]:
    """Returns the lines of text that show a state, without the rows that only bots see. If a row has values for each
    seat and fits in a single line, each seat's name stands before its values.
    """
    drawn = [row for row in setup["rows"] if row["drawn"]]
    width = max((len(row["name"]) for row in drawn), default=0)
    return [line for row in drawn for line in _row(row, board["rows"][row["name"]], names, width)]


def _row(row: Json, values: Sequence[Place], names: Sequence[str], width: int) -> Iterator[str]:
    shown = [_shown(row, value) for value in values]
    name, across = row["name"], row["across"]
    if any("\n" in value for value in shown):
        yield name
        for value in shown:
            yield from (f"{'':<{width}}  {line}".rstrip() for line in value.splitlines())
    elif across and len(shown) > across:
        wide = max(map(len, shown))
        yield name
        for begin in range(0, len(shown), across):
            part = shown[begin : begin + across]
            yield f"{'':<{width}}  {' '.join(value.rjust(wide) for value in part)}"
    elif row["of"] == "seat" and shown and len(shown) % len(names) == 0:
        each = len(shown) // len(names)
        told = (f"{who} {' '.join(shown[at * each : (at + 1) * each])}" for at, who in enumerate(names))
        yield f"{name:<{width}}  {', '.join(told)}"
    else:
        yield f"{name:<{width}}  {' '.join(shown)}"


def _shown(row: Json, value: Place) -> str:
    if value is None:
        return CLOSED
    if row["holds"] == "seat" and value == HIDDEN:
        return NOBODY
    marks = row["marks"]
    return str(marks[value] if isinstance(value, int) and 0 <= value < len(marks) else value)
