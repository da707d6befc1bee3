"""Who has which areas: told twice, by area and as a set for each owner, so that either is one look."""

from mypy_extensions import i64

from arena.games.cells import Cells
from arena.games.hetverraad.area_sets import BIT, areas_in
from arena.games.hetverraad.state.cells import AREA_OWNER, AREAS_OF, BLACK_PLACE
from arena.games.hetverraad.terms import AREAS, OUTSIDE, OWNERS


def give(cells: Cells, area: i64, owner: i64) -> None:
    """The area is the owner's, and no longer another's."""
    cells[AREAS_OF + cells[AREA_OWNER + area]] &= ~BIT[area]
    cells[AREA_OWNER + area] = owner
    cells[AREAS_OF + owner] |= BIT[area]


def gather(cells: Cells) -> None:
    """The sets of all owners, where only AREA_OWNER is known."""
    for owner in range(OWNERS):
        cells[AREAS_OF + owner] = 0
    for area in range(AREAS):
        cells[AREAS_OF + cells[AREA_OWNER + area]] |= BIT[area]


def areas_of(cells: Cells, owner: i64) -> bytes:
    """The areas of the owner, ascending."""
    return areas_in(cells[AREAS_OF + owner])


def holds_areas(cells: Cells, owner: i64) -> bool:
    """Whether the owner has an area."""
    return cells[AREAS_OF + owner] != 0


def place_of_black_master(cells: Cells) -> i64:
    """The area he stands on, as a set; the empty set while he is outside."""
    place = cells[BLACK_PLACE]
    if place == OUTSIDE:
        return 0
    return BIT[place]
