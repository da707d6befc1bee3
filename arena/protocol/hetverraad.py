"""Het Verraad on the wire: views written by hand for speed, setups once for each set of components, and both read back
through the generated classes.

The field numbers are those of `hetverraad.proto`.
"""

from functools import lru_cache
from typing import Any, Final

from arena.games.hetverraad import HetVerraad
from arena.games.hetverraad.city import City, InfluenceCard
from arena.games.hetverraad.state import Table, View
from arena.games.hetverraad.terms import AREAS, COLOURS, OUTSIDE
from arena.protocol.v1.arena_pb2 import MatchStart, Turn
from arena.protocol.v1.hetverraad_pb2 import HetVerraadSetup
from arena.protocol.wire import bytes_tag, delimited, number_tag, packed, varint

_MESSAGE: Final = bytes_tag(11)
"""The game's field in MatchStart.setup and Turn.view."""

_NUMBERS: Final = tuple(
    map(number_tag, (1, 2, 3, 4, 5, 10, 23, 25, 28, 29, 30, 32, 33, 35, 36, 37, 38, 39, 40, 43, 44, 45))
)
_ROWS: Final = tuple(
    map(
        bytes_tag,
        (6, 7, 8, 13, 14, 15, 16, 17, 19, 20, 21, 22, 24, 26, 27, 31, 34, 41, 42, *range(46, 58)),
    )
)
_BLACK_MASTER: Final = number_tag(9)
_SCORE, _STONES, _ROW_STONES = (bytes_tag(field) for field in (11, 12, 18))

_SETUP_NUMBERS: Final = (
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
"""Numbers that have the same name in the message and in `City`."""
_SETUP_ROWS: Final = (
    "gates",
    "power_points",
    "power_bonus",
    "end_score",
    "white_prices",
    "black_prices",
    "black_tokens",
)
"""Rows that have the same name there."""


def encode_setup(view: View) -> bytes:
    """The field `hetverraad` of MatchStart, from any view of the match."""
    return _encode_city(view.rules.city)


@lru_cache(maxsize=4)
def _encode_city(city: City) -> bytes:
    begin = [0]
    for beside in city.neighbours:
        begin.append(begin[-1] + len(beside))
    influence = city.influence
    same: dict[str, Any] = {name: getattr(city, name) for name in (*_SETUP_NUMBERS, *_SETUP_ROWS)}
    enums: dict[str, Any] = {  # the stubs want members of the enum where numbers do
        "card_colour": city.colour,
        "taxing": sorted(city.taxing),
        "market_colours": sorted(city.market_colours),
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
    return delimited(_MESSAGE, setup.SerializeToString())


def encode_view(view: View) -> bytes:
    """The field `hetverraad` of Turn."""
    table = view.table
    parts: list[bytes] = []
    if table.black_master != OUTSIDE:
        parts += (_BLACK_MASTER, varint(table.black_master))
    for tag, number in zip(_NUMBERS, _numbers(view, table), strict=True):
        if number:
            parts += (tag, varint(number))
    for tag, row in zip(_ROWS, _rows(view, table), strict=True):
        if row:
            parts.append(delimited(tag, row if row.isascii() else packed(row)))
    parts += (
        delimited(_SCORE, packed(table.score)),
        delimited(_STONES, packed(table.stones)),
        delimited(_ROW_STONES, packed(table.row_stones)),
    )
    return delimited(_MESSAGE, b"".join(parts))


def _numbers(view: View, table: Table) -> tuple[int, ...]:
    """In the order of their fields."""
    return (
        table.round,
        table.phase,
        table.start,
        table.active,
        table.slot,
        table.black_score,
        table.reshuffles,
        table.influence_reshuffles,
        table.buildings_built,
        table.towers_built,
        table.tokens_bought,
        table.red,
        table.ending,
        table.steps,
        table.attacks,
        table.black_die,
        table.white_die,
        table.pending,
        table.resume,
        view.deck_size,
        view.influence_deck_size,
        view.token_stack_size,
    )


def _rows(view: View, table: Table) -> tuple[bytes, ...]:
    """In the order of their fields; rows of numbers below 128 are on the wire what they are here."""
    return (
        table.area_owner,
        table.area_building,
        table.area_tower,
        table.white,
        table.black,
        table.income,
        table.grand_power,
        table.row,
        table.pawnshop,
        table.market,
        table.discard,
        table.removed,
        table.influence_discard,
        table.areas_bought,
        table.areas_blocked,
        table.cards_sold,
        table.expelled,
        view.hand_sizes,
        view.influence_sizes,
        view.hand,
        view.influence,
        view.tokens,
        view.seen,
        table.card_shuffle,
        view.closed_cards,
        view.closed_shuffles,
        view.closed_seen_by,
        view.influence_ages,
        view.older_influence,
        view.token_values,
        view.token_seen_by,
    )


def decode_game(start: MatchStart) -> HetVerraad:
    """The game as the match plays it, with the components the arena sent."""
    setup = start.hetverraad
    begin, open_to = setup.neighbours_begin, bytes(setup.open_to)
    same: dict[str, Any] = {name: getattr(setup, name) for name in _SETUP_NUMBERS}
    same |= {name: bytes(getattr(setup, name)) for name in _SETUP_ROWS}
    return HetVerraad(
        City(
            area_ids=tuple(setup.area_ids),
            price=bytes(setup.area_price),
            bonus=bytes(setup.area_bonus),
            neighbours=tuple(bytes(setup.neighbours[begin[area] : begin[area + 1]]) for area in range(AREAS)),
            open_to=(bytes(AREAS), *(open_to[AREAS * i : AREAS * (i + 1)] for i in range(len(COLOURS) - 1))),
            card_ids=tuple(setup.card_ids),
            card_names=tuple(setup.card_names),
            colour=bytes(setup.card_colour),
            value=bytes(setup.card_value),
            letter=bytes(setup.card_letter),
            taxing=frozenset(setup.taxing),
            market_colours=frozenset(setup.market_colours),
            influence=tuple(_influence_card(setup, kind) for kind in range(len(setup.influence_count))),
            red_squares=frozenset(setup.red_squares),
            **same,
        )
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


def decode_view(game: HetVerraad, start: MatchStart, turn: Turn) -> View:
    """The engine's view from its message; what the engine needs to sample states from it."""
    message = turn.hetverraad
    table = Table.__new__(Table)
    table.seats = start.seats
    table.actor = turn.seat
    table.dark_power = bytes(start.seats)  # tokens are turned up when nobody has a turn any more
    table.start = message.start
    table.round = message.round
    table.phase = message.phase
    table.active = message.active
    table.slot = message.slot
    table.area_owner = bytes(message.area_owner)
    table.area_building = bytes(message.area_building)
    table.area_tower = bytes(message.area_tower)
    table.black_master = message.black_master if message.HasField("black_master") else OUTSIDE
    table.black_score = message.black_score
    table.score = tuple(message.score)
    table.stones = tuple(message.stones)
    table.white = bytes(message.white)
    table.black = bytes(message.black)
    table.income = bytes(message.income)
    table.grand_power = bytes(message.grand_power)
    table.row = bytes(message.row)
    table.row_stones = tuple(message.row_stones)
    table.pawnshop = bytes(message.pawnshop)
    table.market = bytes(message.market)
    table.discard = bytes(message.discard)
    table.removed = bytes(message.removed)
    table.reshuffles = message.reshuffles
    table.card_shuffle = bytes(message.card_shuffle)
    table.influence_discard = bytes(message.influence_discard)
    table.influence_reshuffles = message.influence_reshuffles
    table.areas_bought = bytes(message.areas_bought)
    table.areas_blocked = bytes(message.areas_blocked)
    table.buildings_built = message.buildings_built
    table.towers_built = message.towers_built
    table.tokens_bought = message.tokens_bought
    table.cards_sold = bytes(message.cards_sold)
    table.red = int(message.red)
    table.ending = int(message.ending)
    table.expelled = bytes(message.expelled)
    table.steps = message.steps
    table.attacks = message.attacks
    table.black_die = message.black_die
    table.white_die = message.white_die
    table.pending = message.pending
    table.resume = message.resume
    return View(
        game.rules(start.edition),
        table,
        turn.seat,
        hand_sizes=bytes(message.hand_sizes),
        influence_sizes=bytes(message.influence_sizes),
        deck_size=message.deck_size,
        influence_deck_size=message.influence_deck_size,
        token_stack_size=message.token_stack_size,
        hand=bytes(message.hand),
        influence=bytes(message.influence),
        tokens=bytes(message.tokens),
        seen=bytes(message.seen),
        closed_cards=bytes(message.closed_cards),
        closed_shuffles=bytes(message.closed_shuffles),
        closed_seen_by=bytes(message.closed_seen_by),
        influence_ages=bytes(message.influence_ages),
        older_influence=bytes(message.older_influence),
        token_values=bytes(message.token_values),
        token_seen_by=bytes(message.token_seen_by),
    )
