"""A state of a game from outside as lines of text: a line for each row."""

from collections.abc import Sequence
from typing import Any

from arena.games.outside.view import Place


def lines(rows: dict[str, list[Place]], names: Sequence[str], schema: Sequence[Any]) -> list[str]:
    """All rows; where a row is of seats, with their names."""
    width = max(len(row.name) for row in schema)
    return [f"{row.name:<{width}}  {_values(rows[row.name], names if row.of == 'seat' else ())}" for row in schema]


def _values(values: Sequence[Place], names: Sequence[str]) -> str:
    shown = ["?" if value is None else str(value) for value in values]
    if len(names) == len(shown):
        return ", ".join(f"{name} {value}" for name, value in zip(names, shown, strict=True))
    return " ".join(shown)
