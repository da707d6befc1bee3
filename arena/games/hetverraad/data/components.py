"""Reads the component data, checks it key by key, and makes a `City` of it.

The data comes from `city.toml`, or from another file that a league file names. A block is a table of the data. Its key
`provenance` says whether its values are sourced, inferred or reconstructed.
"""

from collections.abc import Mapping
from typing import Final

from arena.games.hetverraad.actions import BUY_INFLUENCE, EXCHANGE
from arena.games.hetverraad.city import BUILDING_RULES, SOME, City, InfluenceCard, sets_of
from arena.games.hetverraad.data.component_values import Block, complaint
from arena.games.hetverraad.terms import AREAS, CARDS, COLOURS, FIRE, GRAND_POWERS, INFLUENCE, LETTERS, RINGS

BLOCKS: Final = (
    "start",
    "end_score",
    "supply",
    "prices",
    "limits",
    "dice",
    "castle",
    "black_tokens",
    "score_track",
    "colours",
    "grand_powers",
    "board",
    "buildings",
    "influence",
)
SEATS: Final = ("2", "3", "4", "5")
TOKEN_VALUES: Final = ("1", "2", "3", "4")
MARKS: Final = ("road", "river")
LEAST_A_CARDS: Final = 15
"""R-6: the fewest A cards that the component data may have, because each of five seats is dealt three of them."""
CASTLE_SPACES: Final = BUY_INFLUENCE - EXCHANGE
"""The most token spaces that each side of a castle card may have. The limit is the number of action integers for
exchanges of tokens.
"""


def parse_components(data: Mapping[str, object]) -> City:
    """Makes the city from the parsed TOML in `data`. Raises ArenaError [bad-components], which names the first bad
    key.
    """
    root = Block("", data)
    root.only(BLOCKS)
    start, supply, prices = root.sourced_block("start"), root.sourced_block("supply"), root.sourced_block("prices")
    limits, dice, castle = root.sourced_block("limits"), root.sourced_block("dice"), root.sourced_block("castle")
    ends = root.sourced_block("end_score").block("by_seats")
    tokens = root.sourced_block("black_tokens").block("by_value")
    colours = [root.block("colours").sourced_block(colour) for colour in COLOURS[1:]]
    powers = [root.block("grand_powers").sourced_block(power) for power in GRAND_POWERS]
    board = root.sourced_block("board")
    areas = board.blocks("areas", AREAS)
    cards = root.sourced_block("buildings").blocks("cards", CARDS)
    for block, keys in ((ends, SEATS), (tokens, TOKEN_VALUES)):
        block.only(keys)
    area_ids = _ids(areas)
    places = {name: area for area, name in enumerate(area_ids)}
    letters = [1 + card.index("letter", LETTERS[1:]) for card in cards]
    if letters.count(1) < LEAST_A_CARDS:
        raise complaint(
            "buildings.cards", f"a list with {letters.count(1)} cards of letter A", f"at least {LEAST_A_CARDS}"
        )
    neighbours, price = _neighbours(areas, places), bytes(area.number("price", 1, 99) for area in areas)
    open_to = (bytes(AREAS), *(_open_areas(colour, areas) for colour in colours))
    gates = bytes(sorted({_place(board, name, "gates", places) for name in board.texts("gates")}))
    return City(
        area_ids=area_ids,
        price=price,
        bonus=bytes(area.number("bonus", 0, 9) for area in areas),
        neighbours=neighbours,
        gates=gates,
        sets=sets_of(neighbours, gates, open_to, price),
        open_to=open_to,
        card_ids=("none", *_ids(cards)),
        card_names=("none", *(card.text("name") for card in cards)),
        colour=bytes((0, *(1 + card.index("colour", COLOURS[1:]) for card in cards))),
        value=bytes((0, *(card.number("value", 1, 9) for card in cards))),
        letter=bytes((0, *letters)),
        taxing=_colours_with(colours, "taxes"),
        market_colours=bytes(sorted(_colours_with(colours, "opens_market"))),
        influence=_influence(root.block("influence")),
        power_points=bytes(power.number("points", 0, 99) for power in powers),
        power_bonus=bytes(power.number("bonus", 0, 9, 0) for power in powers),
        start_stones=start.number("stones", 0, 99),
        start_cards=start.number("cards", 0, LEAST_A_CARDS // 5),
        start_towers=start.number("towers", 0, 1),
        start_areas_least=start.number("areas_least", 1, 9),
        start_areas_most=start.number("areas_most", 1, 9),
        start_dots_most=start.number("dots_most", 1, 99),
        end_score=bytes((0, 0, *(ends.number(seats, 1, 255) for seats in SEATS))),
        knights=supply.number("knights", 9, AREAS),
        black_knights=supply.number("black_knights", 0, AREAS),
        towers=supply.number("towers", 5, AREAS),
        white_tokens=supply.number("white_tokens", 0, 99),
        row=supply.number("row", 2, 9),  # a row of one card always has one colour
        tower_price=prices.number("tower", 1, 99),
        influence_price=prices.number("influence_card", 1, 99),
        card_price=prices.number("building_card", 1, 99),
        pawnshop_price=prices.number("pawnshop_card", 0, 99),
        exchange_price=prices.number("token_exchange", 1, 99),
        areas_a_turn=limits.number("areas", 0, 9),
        buildings_a_turn=limits.number("buildings", 0, 9),
        towers_a_turn=limits.number("towers", 0, 9),
        tokens_a_turn=limits.number("tokens", 0, 9),
        influence_hand=limits.number("influence_hand", 0, 9),
        tax_free=limits.number("tax_free", 0, 99),
        power_least=limits.number("grand_power", 1, 9),
        black_sides=dice.number("black_sides", 1, 99),
        white_sides=dice.number("white_sides", 1, 99),
        white_prices=bytes(castle.numbers("white_prices", CASTLE_SPACES, 1, 99)),
        black_prices=bytes(castle.numbers("black_prices", CASTLE_SPACES, 1, 99)),
        black_tokens=bytes((0, *(tokens.number(value, 0, 99) for value in TOKEN_VALUES))),
        red_squares=frozenset(root.sourced_block("score_track").numbers("red_squares", 255, 1, 255)),
    )


def _ids(rows: list[Block]) -> tuple[str, ...]:
    """Returns the ids of the rows; raises ArenaError [bad-components] if two are the same."""
    ids: list[str] = []
    for row in rows:
        name = row.text("id")
        if name in ids:
            raise complaint(row.path("id"), repr(name), "an id no other row has")
        ids.append(name)
    return tuple(ids)


def _place(row: Block, name: str, key: str, places: dict[str, int]) -> int:
    if name not in places:
        raise complaint(row.path(key), repr(name), "ids of areas")
    return places[name]


def _neighbours(areas: list[Block], places: dict[str, int]) -> tuple[bytes, ...]:
    """Returns the neighbours of each area, indexed by area. Raises ArenaError [bad-components] if an area names a
    neighbour that does not name it in return, or if the board is not connected.
    """
    beside = [
        bytes(sorted({_place(area, name, "neighbours", places) for name in area.texts("neighbours")})) for area in areas
    ]
    for area, (row, others) in enumerate(zip(areas, beside, strict=True)):
        if area in others or any(area not in beside[other] for other in others):
            raise complaint(
                row.path("neighbours"), repr(row.texts("neighbours")), "areas that also name this area as a neighbour"
            )
    reached, edge = {0}, [0]
    while edge:
        found = [other for other in beside[edge.pop()] if other not in reached]
        reached.update(found)
        edge += found
    if len(reached) < len(areas):
        raise complaint(
            "board.areas", f"a board in separate parts, one of which has {len(reached)} areas", "one connected board"
        )
    return tuple(beside)


def _open_areas(colour: Block, areas: list[Block]) -> bytes:
    """Returns a row indexed by area: 1 if a building of the colour may be placed on the area, else 0."""
    closed = colour.choices("closed_rings", RINGS)
    needs_road, shuns_river = colour.truth("needs_road"), colour.truth("shuns_river")
    row = bytearray()
    for area in areas:
        marks = area.choices("marks", MARKS)
        ring = RINGS[area.index("ring", RINGS)]
        allowed = ring not in closed and ("road" in marks or not needs_road) and not ("river" in marks and shuns_river)
        row.append(allowed)
    return bytes(row)


def _colours_with(colours: list[Block], key: str) -> frozenset[int]:
    return frozenset(number for number, colour in enumerate(colours, 1) if colour.truth(key))


def _influence(cards: Block) -> tuple[InfluenceCard, ...]:
    """Returns the influence card of each kind, indexed by kind. Kind 0 means no card."""
    cards.only(INFLUENCE[1:])
    none = InfluenceCard("none", 0, frozenset(), 0, adjacent=False, absorbed=False, amount=0)
    found = (none, *(_influence_card(cards.sourced_block(kind)) for kind in INFLUENCE[1:]))
    if found[FIRE].building != SOME:
        raise cards.block(INFLUENCE[FIRE]).complaint("building", f"{BUILDING_RULES[SOME]}: it burns a building")
    return found


def _influence_card(card: Block) -> InfluenceCard:
    return InfluenceCard(
        title=card.text("title"),
        count=card.number("count", 0, 99),
        phases=frozenset(card.numbers("phases", 4, 1, 4)),
        building=card.index("building", BUILDING_RULES, 0),
        adjacent=card.truth("adjacent", fallback=False),
        absorbed=card.truth("absorbed", fallback=False),
        amount=card.number("amount", 0, 99, 0),
    )
