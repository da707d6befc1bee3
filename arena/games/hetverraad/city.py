"""The components as the engine reads them: the city's areas, the cards, the prices; made by `components.py`."""

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

from arena.games.hetverraad.terms import AREAS
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


@dataclass(frozen=True, slots=True)
class Ways(Value):
    """From area to area, and in by the gates: sets of areas, as sums of their bits."""

    bits: tuple[int, ...]
    """By area: its bit. It is looked up, because mypyc shifts a 1 by a native integer within 32 bits."""
    borders: tuple[int, ...]
    """By area: its neighbours."""
    gates: int


def ways_of(neighbours: tuple[bytes, ...], gates: bytes) -> Ways:
    """The ways of a city with these neighbours by area, and these gate areas."""
    bits = tuple([_set_of(bytes((area,))) for area in range(len(neighbours))])
    return Ways(bits, tuple([_set_of(others) for others in neighbours]), _set_of(gates))


_OCTETS: Final = tuple(
    [
        tuple([tuple([first + bit for bit in range(8) if octet >> bit & 1]) for octet in range(256)])
        for first in range(0, int(AREAS), 8)
    ]
)
"""By eight areas, by their bits: which they are."""


def areas_in(bits: i64) -> list[int]:
    """The areas of a set, ascending."""
    areas: list[int] = []
    for octets in _OCTETS:
        areas += octets[bits & 255]
        bits >>= 8
    return areas


def _set_of(areas: bytes) -> int:
    return sum([1 << area for area in areas])


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
    ways: Ways
    """What `neighbours` and `gates` say, as the engine asks it most."""
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
    market_colours: frozenset[int]
    """The colours whose buildings open the free market."""

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
