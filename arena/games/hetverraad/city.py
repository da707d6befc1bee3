"""The component data in the form that the engine uses: areas, cards and prices. `components.py` builds it from TOML."""

from dataclasses import dataclass
from typing import Final, final

from mypy_extensions import i64

from arena.games.cells import Cells, row
from arena.games.hetverraad.area_sets import set_of
from arena.games.values import Value

ANY: Final = 0
NONE: Final = 1
SOME: Final = 2
BUILDING_RULES: Final = ("any", "none", "some")
"""The possible requirements of an influence card for its target area: `any` (with or without a building), `none` (no
building) or `some` (a building).
"""


@dataclass(frozen=True, slots=True)
class InfluenceCard(Value):
    """The rules and the number of copies of one kind of influence card."""

    title: str
    count: int
    phases: frozenset[int]
    """The phases of the rulebook (1, 2, 4) in which the active seat may play the card."""
    building: int
    """The card's requirement for its target area: ANY (with or without a building), NONE (no building) or SOME (a
    building).
    """
    adjacent: bool
    """Whether the target area must touch an area of the owner for whom the card is played. In phase 4, the option
    `black_raids_from_black_areas` decides whose area it must touch.
    """
    absorbed: bool
    """Whether a tower on the target area absorbs the card. An absorbed card removes one tower and does nothing else."""
    amount: int
    """The number of stones or cards that the card brings; 0 if it brings none."""


@final
class Sets(Value):
    """The facts about areas in the component data, stored as sets of areas."""

    __slots__ = ("borders", "fours", "gates", "open_to", "within")

    def __init__(self, borders: Cells, fours: Cells, gates: i64, open_to: Cells, within: Cells) -> None:
        self.borders = borders
        """The set of neighbours of each area, indexed by area."""
        self.fours = fours
        """The table for `beside`, with 16 cells for each group of four consecutive areas. Cell n of a group is the set
        of all neighbours of the areas whose bits are set in n; bit 0 stands for the group's first area.
        """
        self.gates = gates
        self.open_to = open_to
        """The set of areas on which a building may be placed, indexed by the building's colour."""
        self.within = within
        """The set of areas that cost at most a given number of stones, indexed by this number. The last cell contains
        all areas.
        """

    def beside(self, areas: i64) -> i64:
        """Returns the set of all neighbours of the areas in `areas`. An area of `areas` is included if it has a
        neighbour in `areas`.
        """
        fours = self.fours
        found: i64 = 0
        at: i64 = 0
        while areas:
            found |= fours[at + (areas & 15)]
            areas >>= 4
            at += 16
        return found

    def for_stones(self, stones: i64) -> i64:
        """Returns the set of the areas that cost at most `stones` stones."""
        within = self.within
        return within[min(stones, len(within) - 1)]


def sets_of(neighbours: tuple[bytes, ...], gates: bytes, open_to: tuple[bytes, ...], price: bytes) -> Sets:
    """Returns the `Sets` of a city. The arguments are fields of `City` with the same names."""
    borders = [set_of(others) for others in neighbours]
    fours = []
    for first in range(0, len(borders), 4):
        for four in range(16):
            beside: i64 = 0
            for bit in range(4):
                if four >> bit & 1:
                    beside |= borders[first + bit]
            fours.append(beside)
    return Sets(
        borders=row([*borders]),
        fours=row([*fours]),
        gates=set_of(gates),
        open_to=row([set_of(bytes([area for area, is_open in enumerate(areas) if is_open])) for areas in open_to]),
        within=row([_costing(price, stones) for stones in range(max(price) + 1)]),
    )


def _costing(price: bytes, most: int) -> int:
    """Returns the set of the areas that cost at most `most` stones."""
    return set_of(bytes([area for area, dots in enumerate(price) if dots <= most]))


@dataclass(frozen=True, slots=True)
class City(Value):
    """All component data of the game. A row indexed by area has 48 entries. A row indexed by card begins with an entry
    for "no card".
    """

    area_ids: tuple[str, ...]
    price: bytes
    """The price of each area in stones, indexed by area. The board shows it as dots."""
    bonus: bytes
    """The bonus of each area, indexed by area: the stones that it adds to the income of a building on the area."""
    neighbours: tuple[bytes, ...]
    """The neighbours of each area, indexed by area: the areas with which it shares a border, ascending."""
    gates: bytes
    sets: Sets
    """The fields `neighbours`, `gates`, `open_to` and `price` as sets of areas. The engine mostly uses this form."""
    open_to: tuple[bytes, ...]
    """A row for each colour, indexed by area: 1 if a building of the colour may be placed on the area, else 0."""

    card_ids: tuple[str, ...]
    card_names: tuple[str, ...]
    colour: bytes
    """The colour of each building card, indexed by card."""
    value: bytes
    """The value of each building card, indexed by card. It is the price, the points and the income of the building."""
    letter: bytes
    """The letter of each building card, indexed by card: 1 for A, 2 for B, 3 for C."""
    taxing: frozenset[int]
    """The colours whose building cards cause a tax when a seat takes one in phase 1."""
    market_colours: bytes
    """The colours of the buildings that give a seat access to the free market, ascending."""

    influence: tuple[InfluenceCard, ...]
    """The influence card of each kind, indexed by kind."""
    power_points: bytes
    """The points of each grand power, indexed by grand power."""
    power_bonus: bytes
    """The stones that each grand power adds to the income of its colour, indexed by grand power."""

    start_stones: int
    start_cards: int
    start_towers: int
    start_areas_least: int
    start_areas_most: int
    start_dots_most: int
    end_score: bytes
    """The score that causes the last round, indexed by the number of seats; 0 for a number of seats that the game does
    not allow.
    """
    knights: int
    black_knights: int
    towers: int
    white_tokens: int
    row: int
    tower_price: int
    influence_price: int
    card_price: int
    pawnshop_price: int
    exchange_price: int
    areas_a_turn: int
    buildings_a_turn: int
    towers_a_turn: int
    tokens_a_turn: int
    influence_hand: int
    tax_free: int
    power_least: int
    black_sides: int
    white_sides: int
    white_prices: bytes
    """The price of the next white token, indexed by the number of white tokens already on the castle card."""
    black_prices: bytes
    black_tokens: bytes
    """The number of black tokens of each value, indexed by value."""
    red_squares: frozenset[int]
