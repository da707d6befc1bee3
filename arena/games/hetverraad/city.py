"""The components as the engine reads them: areas, cards, prices; built by `components.py`."""

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
"""The possible demands of an influence card on its target area: any, no or some building."""


@dataclass(frozen=True, slots=True)
class InfluenceCard(Value):
    """One kind of influence card."""

    title: str
    count: int
    phases: frozenset[int]
    """Phases of the rulebook (1, 2, 4) in which the active seat may play it."""
    building: int
    """What must stand on the area it is played against: ANY, NONE or SOME building."""
    adjacent: bool
    """Whether the area must touch an area of the owner for whom the card is played."""
    absorbed: bool
    """Whether the card, if the area has a tower, only removes a tower and has no other effect."""
    amount: int
    """Stones or cards that the card brings; 0 if the kind brings none."""


@final
class Sets(Value):
    """Component data about areas, stored as sets of areas."""

    __slots__ = ("borders", "fours", "gates", "open_to", "within")

    def __init__(self, borders: Cells, fours: Cells, gates: i64, open_to: Cells, within: Cells) -> None:
        self.borders = borders
        """The neighbours of each area, by area, as a set."""
        self.fours = fours
        """The neighbours of each set of areas within a group of four: 16 cells a group, indexed by the areas' bits."""
        self.gates = gates
        self.open_to = open_to
        """The areas on which a building may stand, as a set, by the building's colour."""
        self.within = within
        """The areas that cost at most so many stones, as a set, by number of stones; the last cell has all areas."""

    def beside(self, areas: i64) -> i64:
        """The neighbours of all areas in the set, as one set; it may include areas of the set itself."""
        fours = self.fours
        found: i64 = 0
        at: i64 = 0
        while areas:
            found |= fours[at + (areas & 15)]
            areas >>= 4
            at += 16
        return found

    def for_stones(self, stones: i64) -> i64:
        """The set of the areas that cost at most `stones` stones."""
        within = self.within
        return within[min(stones, len(within) - 1)]


def sets_of(neighbours: tuple[bytes, ...], gates: bytes, open_to: tuple[bytes, ...], price: bytes) -> Sets:
    """The area sets of a city; the arguments are the rows of `City` with the same names."""
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
    """The set of the areas that cost at most `most` stones."""
    return set_of(bytes([area for area, dots in enumerate(price) if dots <= most]))


@dataclass(frozen=True, slots=True)
class City(Value):
    """All component data. Rows by area have 48 entries; rows by card begin with an entry for "no card"."""

    area_ids: tuple[str, ...]
    price: bytes
    """By area: its price in stones, which the board shows as dots."""
    bonus: bytes
    """By area: the stones that it adds to the income of a building there."""
    neighbours: tuple[bytes, ...]
    """By area: the areas it shares a border with, ascending."""
    gates: bytes
    sets: Sets
    """`neighbours`, `gates`, `open_to` and `price` as sets, the form that the engine uses most."""
    open_to: tuple[bytes, ...]
    """For each colour, by area: 1 if a building of the colour may stand there, else 0."""

    card_ids: tuple[str, ...]
    card_names: tuple[str, ...]
    colour: bytes
    """By card: its colour."""
    value: bytes
    """By card: its value, which is its price, its points and its income."""
    letter: bytes
    """By card: its letter (1 A, 2 B, 3 C)."""
    taxing: frozenset[int]
    """The colours that cause a tax when a card of theirs is taken in phase 1."""
    market_colours: bytes
    """The colours whose buildings open the free market, ascending."""

    influence: tuple[InfluenceCard, ...]
    """The influence card of each kind, by kind."""
    power_points: bytes
    """By grand power: its points."""
    power_bonus: bytes
    """By grand power: stones added to the income of its colour."""

    start_stones: int
    start_cards: int
    start_towers: int
    start_areas_least: int
    start_areas_most: int
    start_dots_most: int
    end_score: bytes
    """By number of seats: the score that causes the last round; 0 if the game is not played with so many seats."""
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
    """By number of white tokens already on the castle card: the price of the next."""
    black_prices: bytes
    black_tokens: bytes
    """By value: how many black tokens have this value."""
    red_squares: frozenset[int]
