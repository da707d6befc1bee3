"""The plan of the city and the titles, which no rule needs."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Final, TypedDict

from arena.games.hetverraad.data.components import MARKS
from arena.games.hetverraad.data.reading import Block
from arena.games.hetverraad.terms import AREAS, COLOURS, RINGS

CENTRE: Final = 0.16
"""Radius of the centre, where nobody goes, if that of the city is 1; so no area is much longer than wide."""
RING: Final = (1 - CENTRE) / len(RINGS)
"""Width of a ring."""
DIGITS: Final = 4
"""Of coordinates: enough to draw by, and the same on every machine."""


class AreaLayout(TypedDict):
    """A part of a ring. Radii are in radii of the city, angles in degrees, clockwise from twelve o'clock."""

    inner: float
    outer: float
    begin: float
    end: float
    x: float
    """Its middle, to the right of the city's."""
    y: float
    """Down from it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Rows by area; `titles` by colour."""

    ring: bytes
    road: bytes
    """1 where a road runs."""
    river: bytes
    titles: tuple[str, ...]
    provenance: str
    """Of the board, as the component data says."""

    def layout(self) -> list[AreaLayout]:
        """By area, its place: the areas of a ring are of one size, in their order, and the first begins at twelve."""
        return [self._area(area) for area in range(AREAS)]

    def _area(self, area: int) -> AreaLayout:
        ring = self.ring[area]
        size = 360 / self.ring.count(ring)
        begin, inner = size * self.ring[:area].count(ring), CENTRE + RING * ring
        middle, radius = radians(begin + size / 2), inner + RING / 2
        return {
            "inner": round(inner, DIGITS),
            "outer": round(inner + RING, DIGITS),
            "begin": round(begin, DIGITS),
            "end": round(begin + size, DIGITS),
            "x": round(sin(middle) * radius, DIGITS),
            "y": round(-cos(middle) * radius, DIGITS),
        }


def parse_plan(data: Mapping[str, object]) -> Plan:
    """The plan in component data; raises ArenaError [bad-components] naming the first bad key."""
    root = Block("", data)
    board = root.sourced_block("board")
    areas = board.blocks("areas", AREAS)
    marks = [area.choices("marks", MARKS) for area in areas]
    return Plan(
        ring=bytes(area.index("ring", RINGS) for area in areas),
        road=bytes("road" in marked for marked in marks),
        river=bytes("river" in marked for marked in marks),
        titles=("none", *(root.block("colours").block(colour).text("title") for colour in COLOURS[1:])),
        provenance=board.text("provenance"),
    )
