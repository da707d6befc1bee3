"""The revealed state as values JSON can hold: one frame of a replay."""

from arena.games.hetverraad.city import City
from arena.games.hetverraad.state import State, Table
from arena.games.hetverraad.terms import (
    AREAS,
    BLACK_MASTER,
    COLOURS,
    CUBES,
    GRAND_POWERS,
    INFLUENCE,
    NEUTRAL,
    NOBODY,
    OUTSIDE,
    PHASE_NAMES,
)


def frame(state: State) -> dict[str, object]:
    """Everything: all decks in drawing order, all hands ascending, all tokens as they lie."""
    table, city = state.table, state.rules.city
    return {
        "round": table.round,
        "phase": PHASE_NAMES[table.phase],
        "start": table.start,
        "active": table.active,
        "actor": None if table.actor == NOBODY else table.actor,
        "last_round": bool(table.ending),
        "areas": [_area(table, city, area) for area in range(AREAS)],
        "black_master": {
            "area": None if table.black_master == OUTSIDE else city.area_ids[table.black_master],
            "score": table.black_score,
            "steps": table.steps,
            "black_die": table.black_die,
            "white_die": table.white_die,
        },
        "seats": [_seat(state, seat) for seat in range(table.seats)],
        "grand_powers": {name: _owner(owner) for name, owner in zip(GRAND_POWERS, table.grand_power, strict=True)},
        "row": [
            {"card": city.card_ids[card], "stones": stones}
            for card, stones in zip(table.row, table.row_stones, strict=True)
        ],
        "pawnshop": _cards(city, table.pawnshop),
        "market": _cards(city, table.market),
        "discard": _cards(city, table.discard),
        "removed": _cards(city, table.removed),
        "deck": _cards(city, state.deck),
        "influence_discard": [INFLUENCE[kind] for kind in table.influence_discard],
        "influence_deck": [INFLUENCE[kind] for kind in state.influence_deck],
        "token_stack": list(state.token_stack),
        "pending": table.pending or None,
    }


def _owner(owner: int) -> int | str | None:
    """A seat, the Black Master, or nobody."""
    if owner == BLACK_MASTER:
        return "black master"
    return None if owner == NEUTRAL else owner - 1


def _cards(city: City, cards: bytes) -> list[str]:
    return [city.card_ids[card] for card in cards]


def _area(table: Table, city: City, area: int) -> dict[str, object]:
    card = table.area_building[area]
    return {
        "id": city.area_ids[area],
        "owner": _owner(table.area_owner[area]),
        "building": city.card_ids[card] if card else None,
        "towers": table.area_tower[area],
    }


def _seat(state: State, seat: int) -> dict[str, object]:
    table, city = state.table, state.rules.city
    return {
        "score": table.score[seat],
        "stones": table.stones[seat],
        "hand": _cards(city, state.hands[seat]),
        "influence": [INFLUENCE[kind] for kind in state.influence[seat]],
        "white_tokens": table.white[seat],
        "black_tokens": list(state.tokens[seat]),
        "income": {colour: table.income[CUBES * seat + cube] for cube, colour in enumerate(COLOURS[1:])},
        "knights": city.knights - table.area_owner.count(seat + 1),
        "expelled": bool(table.expelled[seat]),
    }
