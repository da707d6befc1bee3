"""The owner, building and towers of each area. They are stored by area and also as sets of areas, so that both the
owner of an area and all areas of an owner can be found in one look-up.
"""

from mypy_extensions import i64

from arena.games.cells import Cells, total
from arena.games.hetverraad.area_sets import BIT, areas_in
from arena.games.hetverraad.state.cells import (
    AREA_BUILDING,
    AREA_OWNER,
    AREA_TOWER,
    AREAS_BUILT,
    AREAS_OF,
    AREAS_TOWERED,
    BLACK_PLACE,
    TOWERS,
)
from arena.games.hetverraad.terms import AREAS, CUBES, OUTSIDE, OWNERS


def give(cells: Cells, area: i64, owner: i64) -> None:
    """Makes `owner` the new owner of the area."""
    cells[AREAS_OF + cells[AREA_OWNER + area]] &= ~BIT[area]
    cells[AREA_OWNER + area] = owner
    cells[AREAS_OF + owner] |= BIT[area]


def build(cells: Cells, area: i64, card: i64, colour: i64) -> None:
    """Puts the building card `card`, which has this colour, on the area. It replaces any building there."""
    clear(cells, area)
    cells[AREA_BUILDING + area] = card
    cells[AREAS_BUILT + colour - 1] |= BIT[area]


def clear(cells: Cells, area: i64) -> None:
    """Removes the building on the area, if there is one."""
    cells[AREA_BUILDING + area] = 0
    for colour in range(CUBES):
        cells[AREAS_BUILT + colour] &= ~BIT[area]


def put_towers(cells: Cells, area: i64, towers: i64) -> None:
    """Sets the number of towers on the area."""
    cells[TOWERS] += towers - cells[AREA_TOWER + area]
    cells[AREA_TOWER + area] = towers
    if towers:
        cells[AREAS_TOWERED] |= BIT[area]
    else:
        cells[AREAS_TOWERED] &= ~BIT[area]


def gather(cells: Cells, colours: bytes) -> None:
    """Computes all stored sets of areas from the cells with the owner, building and towers of each area. `colours` is
    the colour of each building card, indexed by card.
    """
    for owner in range(OWNERS):
        cells[AREAS_OF + owner] = 0
    cells[TOWERS] = total(cells, AREA_TOWER, AREAS)
    for area in range(AREAS):
        cells[AREAS_OF + cells[AREA_OWNER + area]] |= BIT[area]
        put_towers(cells, area, cells[AREA_TOWER + area])
        card = cells[AREA_BUILDING + area]
        if card:
            build(cells, area, card, colours[card])
        else:
            clear(cells, area)


def areas_of(cells: Cells, owner: i64) -> bytes:
    """Returns the areas of the owner, ascending."""
    return areas_in(cells[AREAS_OF + owner])


def areas_built(cells: Cells) -> i64:
    """Returns the set of the areas that have a building."""
    return cells[AREAS_BUILT] | cells[AREAS_BUILT + 1] | cells[AREAS_BUILT + 2] | cells[AREAS_BUILT + 3]


def holds_areas(cells: Cells, owner: i64) -> bool:
    """Whether the owner has at least one area."""
    return cells[AREAS_OF + owner] != 0


def place_of_black_master(cells: Cells) -> i64:
    """Returns the set of areas that has only the Black Master's area; the empty set while he is outside the city."""
    place = cells[BLACK_PLACE]
    if place == OUTSIDE:
        return 0
    return BIT[place]
