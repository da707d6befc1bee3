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
"""What an area must have to be the target of an influence card."""


@dataclass(frozen=True, slots=True)
class InfluenceCard(Value):
    """One kind of influence card."""

    title: str
    count: int
    phases: frozenset[int]
    """Phases of the rulebook (1, 2, 4) in which the active seat may play it."""
    building: int
    """ANY, NONE or SOME building on the area it is played against."""
    adjacent: bool
    """The area must touch an area of whom the card is played for."""
    absorbed: bool
    """A tower on the area is lost instead of what the card would hit."""
    amount: int
    """Stones or cards; 0 where the kind has none."""


@final
class Sets(Value):
    """What the components say of areas, as sets of areas."""

    __slots__ = ("borders", "fours", "gates", "open_to", "within")

    def __init__(self, borders: Cells, fours: Cells, gates: i64, open_to: Cells, within: Cells) -> None:
        self.borders = borders
        """By area: its neighbours."""
        self.fours = fours
        """16 cells for each four areas, by their bits: the neighbours of those in the set."""
        self.gates = gates
        self.open_to = open_to
        """By colour: the areas on which a building of the colour may stand."""
        self.within = within
        """By a number of stones: the areas that cost no more; the last cell has all."""

    def beside(self, areas: i64) -> i64:
        """The neighbours of all areas of the set together; some of the set may be among them."""
        fours = self.fours
        found: i64 = 0
        at: i64 = 0
        while areas:
            found |= fours[at + (areas & 15)]
            areas >>= 4
            at += 16
        return found

    def for_stones(self, stones: i64) -> i64:
        """The areas that cost no more."""
        within = self.within
        return within[min(stones, len(within) - 1)]


def sets_of(neighbours: tuple[bytes, ...], gates: bytes, open_to: tuple[bytes, ...], price: bytes) -> Sets:
    """The sets of a city; the rows are those of `City` with the same names."""
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
    """The areas that cost no more than so many stones."""
    return set_of(bytes([area for area, dots in enumerate(price) if dots <= most]))


@dataclass(frozen=True, slots=True)
class City(Value):
    """All component data. Rows by area have 48 entries; rows by card begin with an entry for "no card"."""

    area_ids: tuple[str, ...]
    price: bytes
    """By area: dots, in stones."""
    bonus: bytes
    """By area: stones added to the income of a building there."""
    neighbours: tuple[bytes, ...]
    """By area: the areas it shares a border with, ascending."""
    gates: bytes
    sets: Sets
    """What `neighbours`, `gates`, `open_to` and `price` say, as the engine asks it most."""
    open_to: tuple[bytes, ...]
    """By colour, by area: 1 where a building of the colour may stand."""

    card_ids: tuple[str, ...]
    card_names: tuple[str, ...]
    colour: bytes
    """By card."""
    value: bytes
    """By card: its price, its points and its income."""
    letter: bytes
    """By card: 1 A, 2 B, 3 C."""
    taxing: frozenset[int]
    """The colours whose choice in phase 1 brings the tax."""
    market_colours: bytes
    """Ascending: the colours whose buildings open the free market."""

    influence: tuple[InfluenceCard, ...]
    """By kind."""
    power_points: bytes
    """By grand power."""
    power_bonus: bytes
    """By grand power: stones added to the income of its colour."""

    start_stones: int
    start_cards: int
    start_towers: int
    start_areas_least: int
    start_areas_most: int
    start_dots_most: int
    end_score: bytes
    """By number of seats; 0 where the game cannot be played."""
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
    """By number of white tokens already on the castle card."""
    black_prices: bytes
    black_tokens: bytes
    """By value: how many tokens have it."""
    red_squares: frozenset[int]
