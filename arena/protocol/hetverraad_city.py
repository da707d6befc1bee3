"""The components of Het Verraad as a message, encoded by the generated class."""

from functools import lru_cache
from typing import Any, Final

from arena.games.hetverraad.city import City, InfluenceCard, sets_of
from arena.games.hetverraad.terms import AREAS, COLOURS
from arena.protocol.v1.hetverraad_pb2 import HetVerraadSetup

_NUMBERS: Final = (
    "start_stones",
    "start_cards",
    "start_towers",
    "start_areas_least",
    "start_areas_most",
    "start_dots_most",
    "knights",
    "black_knights",
    "towers",
    "white_tokens",
    "row",
    "tower_price",
    "influence_price",
    "card_price",
    "pawnshop_price",
    "exchange_price",
    "areas_a_turn",
    "buildings_a_turn",
    "towers_a_turn",
    "tokens_a_turn",
    "influence_hand",
    "tax_free",
    "power_least",
    "black_sides",
    "white_sides",
)
"""The names of the fields with a single number; the fields have these names both in the protocol message and in `City`.
"""
_ROWS: Final = (
    "gates",
    "power_points",
    "power_bonus",
    "end_score",
    "white_prices",
    "black_prices",
    "black_tokens",
)
"""The names of the fields with a row of numbers; the fields have these names both in the protocol message and in
`City`.
"""


@lru_cache(maxsize=4)
def encode_city(city: City) -> bytes:
    """Returns the components as an encoded message; the result is cached."""
    begin = [0]
    for beside in city.neighbours:
        begin.append(begin[-1] + len(beside))
    influence = city.influence
    same: dict[str, Any] = {name: getattr(city, name) for name in (*_NUMBERS, *_ROWS)}
    enums: dict[str, Any] = {  # the stubs demand enum members, although numbers work
        "card_colour": city.colour,
        "taxing": sorted(city.taxing),
        "market_colours": city.market_colours,
        "influence_building": [card.building for card in influence],
    }
    setup = HetVerraadSetup(
        area_ids=city.area_ids,
        area_price=city.price,
        area_bonus=city.bonus,
        neighbours_begin=begin,
        neighbours=b"".join(city.neighbours),
        open_to=b"".join(city.open_to[1:]),
        card_ids=city.card_ids,
        card_names=city.card_names,
        card_value=city.value,
        card_letter=city.letter,
        influence_titles=[card.title for card in influence],
        influence_count=[card.count for card in influence],
        influence_phases=[sum(1 << phase for phase in card.phases) for card in influence],
        influence_adjacent=[card.adjacent for card in influence],
        influence_absorbed=[card.absorbed for card in influence],
        influence_amount=[card.amount for card in influence],
        red_squares=sorted(city.red_squares),
        **same,
        **enums,
    )
    return setup.SerializeToString()


def decode_city(setup: HetVerraadSetup) -> City:
    """Returns the components of a city from the decoded message."""
    begin, price, may_stand = setup.neighbours_begin, bytes(setup.area_price), bytes(setup.open_to)
    same: dict[str, Any] = {name: getattr(setup, name) for name in _NUMBERS}
    same |= {name: bytes(getattr(setup, name)) for name in _ROWS}
    neighbours = tuple([bytes(setup.neighbours[begin[area] : begin[area + 1]]) for area in range(AREAS)])
    open_to = (bytes(AREAS), *(may_stand[AREAS * i : AREAS * (i + 1)] for i in range(len(COLOURS) - 1)))
    return City(
        area_ids=tuple(setup.area_ids),
        price=price,
        bonus=bytes(setup.area_bonus),
        neighbours=neighbours,
        sets=sets_of(neighbours, same["gates"], open_to, price),
        open_to=open_to,
        card_ids=tuple(setup.card_ids),
        card_names=tuple(setup.card_names),
        colour=bytes(setup.card_colour),
        value=bytes(setup.card_value),
        letter=bytes(setup.card_letter),
        taxing=frozenset(setup.taxing),
        market_colours=bytes(sorted(setup.market_colours)),
        influence=tuple(_influence_card(setup, kind) for kind in range(len(setup.influence_count))),
        red_squares=frozenset(setup.red_squares),
        **same,
    )


def _influence_card(setup: HetVerraadSetup, kind: int) -> InfluenceCard:
    return InfluenceCard(
        title=setup.influence_titles[kind],
        count=setup.influence_count[kind],
        phases=frozenset(phase for phase in range(8) if setup.influence_phases[kind] >> phase & 1),
        building=setup.influence_building[kind],
        adjacent=setup.influence_adjacent[kind],
        absorbed=setup.influence_absorbed[kind],
        amount=setup.influence_amount[kind],
    )
