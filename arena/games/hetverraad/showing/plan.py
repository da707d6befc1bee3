"""The printed plan of the city and the titles of the colours. They are needed for drawing, but by no rule."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Final, TypedDict

from arena.games.hetverraad.data.component_values import Block
from arena.games.hetverraad.data.components import MARKS
from arena.games.hetverraad.terms import AREAS, COLOURS, RINGS

CENTRE: Final = 0.16
"""The radius of the empty centre, as a fraction of the city's radius. The centre keeps the inner areas from becoming
long and narrow.
"""
RING: Final = (1 - CENTRE) / len(RINGS)
"""The width of a ring, as a fraction of the city's radius."""
DIGITS: Final = 4
"""The number of decimal places of coordinates. Four are enough for drawing, and rounding to four removes differences
between machines.
"""


class AreaLayout(TypedDict):
    """The place where an area is drawn, which is a section of a ring. Lengths are fractions of the city's radius;
    angles are degrees, clockwise from twelve o'clock.
    """

    inner: float
    outer: float
    begin: float
    end: float
    x: float
    """The distance of the area's middle to the right of the city's middle; negative to the left."""
    y: float
    """The distance from the city's middle down to the area's middle; negative upwards."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The printed plan of the city. `ring`, `road` and `river` are indexed by area, `titles` by colour."""

    ring: bytes
    road: bytes
    """A flag for each area: 1 if a road crosses it, else 0."""
    river: bytes
    titles: tuple[str, ...]
    provenance: str
    """The origin of the data about the areas: `sourced`, `inferred` or `reconstructed`."""

    def layout(self) -> list[AreaLayout]:
        """Returns the drawing place of each area, indexed by area. The areas of a ring have equal sizes and follow one
        another clockwise from twelve o'clock.
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
    """Reads the plan from the component data. Raises ArenaError [bad-components], which names the first bad key."""
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
