"""The point table: the points of the landscape cards. The table is checked cell by cell when it is read.

The table is data (`points.toml`); a league file may name another file. Every cell states its provenance.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from arena.errors import ArenaError
from arena.games.values import Value
from arena.games.verraeter.terms import LANDSCAPES

PROVENANCES: Final = ("sourced", "reconstructed")
MOST_POINTS: Final = 99


@dataclass(frozen=True, slots=True)
class PointTable(Value):
    """The points of the landscape cards. Rows are indexed by landscape, from 1 (waste) to 6 (city); row 0 is unused."""

    base: tuple[int, ...]
    """The conflict points that each landscape adds to the house that owns it, indexed by landscape."""
    winners: tuple[tuple[int, ...], ...]
    """The victory points of each seat in the winning house: `winners[landscape][k]` if k seats belong to that house.
    Column 0 is unused.
    """


def parse_points(data: Mapping[str, object]) -> PointTable:
    """Reads the table from the parsed TOML in `data`. Raises ArenaError [bad-components], which names the first bad
    key.
    """
    base = [0]
    winners: list[tuple[int, ...]] = [(0, 0, 0, 0, 0)]
    for landscape in LANDSCAPES[1:]:
        row = _table(data.get(landscape), landscape)
        base.append(_cell(row.get("base"), f"{landscape}.base"))
        cells = row.get("winners")
        if not isinstance(cells, list) or len(cells) != 4:
            raise _complaint(f"{landscape}.winners", cells, "a list of four cells, for 1, 2, 3 and 4 winners")
        values = (_cell(cell, f"{landscape}.winners[{i}]") for i, cell in enumerate(cells))
        winners.append((0, *values))
    for key in data:
        if key not in LANDSCAPES[1:]:
            raise _complaint(key, data[key], f"one of {', '.join(LANDSCAPES[1:])}")
    return PointTable(tuple(base), tuple(winners))


def _table(value: object, key: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise _complaint(key, value, "a table with base and winners")
    return value


def _cell(value: object, key: str) -> int:
    cell = _table(value, key) if isinstance(value, Mapping) else {}
    points = cell.get("value")
    if type(points) is not int or not 0 <= points <= MOST_POINTS:
        raise _complaint(key, value, f'{{ value = 0 to {MOST_POINTS}, provenance = "sourced" or "reconstructed" }}')
    if cell.get("provenance") not in PROVENANCES:
        raise _complaint(f"{key}.provenance", cell.get("provenance"), " or ".join(PROVENANCES))
    return points


def _complaint(key: str, value: object, expected: str) -> ArenaError:
    shown = "missing" if value is None else repr(value)
    return ArenaError(
        "bad-components",
        f"in the point table, {key} is {shown}; expected {expected}",
        "compare your point table with arena/games/verraeter/points.toml, and correct your file",
    )
