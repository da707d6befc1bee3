"""The printed plan of the city and the colours' titles; no rule needs them."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Final, TypedDict

from arena.games.hetverraad.codes import AREAS, COLOURS, RINGS
from arena.games.hetverraad.data.component_values import Block
from arena.games.hetverraad.data.components import MARKS

CENTRE: Final = 0.16
"""Radius of the empty centre, as a part of the city's radius; it keeps areas from being much longer than wide."""
RING: Final = (1 - CENTRE) / len(RINGS)
"""Width of a ring, as a part of the city's radius."""
DIGITS: Final = 4
"""Decimal places of coordinates: enough for drawing, and equal on every machine."""


class AreaLayout(TypedDict):
    """Where an area is drawn: a part of a ring. Lengths are parts of the city's radius, angles degrees clockwise from
    twelve.
    """

    inner: float
    outer: float
    begin: float
    end: float
    x: float
    """How far the area's middle is to the right of the city's middle."""
    y: float
    """How far the area's middle is below the city's middle."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The printed plan: `ring`, `road` and `river` are by area, `titles` by colour."""

    ring: bytes
    road: bytes
    """1 for areas with a road, else 0."""
    river: bytes
    titles: tuple[str, ...]
    provenance: str
    """The provenance of the board in the component data."""

    def layout(self) -> list[AreaLayout]:
        """The drawing places of all areas, by area: in each ring they have equal sizes, in order, from twelve o'clock
        on.
        """
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
