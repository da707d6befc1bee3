"""The revealed state as values JSON can hold: one frame of a replay."""

from arena.games.verraeter.building import own_buildings
from arena.games.verraeter.cards import cards_of
from arena.games.verraeter.state import State
from arena.games.verraeter.terms import (
    BUILDINGS,
    BUILDINGS_PER_SEAT,
    HOUSES,
    LANDSCAPES,
    NO_BORDER,
    PHASE_NAMES,
    PLACES,
    ROLES,
)


def frame(state: State) -> dict[str, object]:
    """Everything: both piles, all hands, all roles; card values ascending, the draw pile in drawing order."""
    table = state.table
    return {
        "round": table.round,
        "phase": PHASE_NAMES[table.phase],
        "start": table.start,
        "strategist": table.strategist,
        "conflict": None if table.conflict == NO_BORDER else table.conflict,
        "circle": [_place(state, place) for place in range(PLACES)],
        "seats": [_seat(state, seat) for seat in range(table.seats)],
        "draw_pile": list(state.pile),
        "discard": list(cards_of(table.discard)),
        "aside": ROLES[state.aside] if state.aside else None,
    }


def _place(state: State, place: int) -> dict[str, object]:
    table = state.table
    kind = table.building_kind[place]
    building = {"seat": table.building_seat[place], "kind": BUILDINGS[kind]} if kind else None
    return {
        "landscape": LANDSCAPES[table.landscape[place]],
        "house": HOUSES[table.circle_house[place]],
        "building": building,
    }


def _seat(state: State, seat: int) -> dict[str, object]:
    table = state.table
    return {
        "house": HOUSES[table.house[seat]],
        "score": table.score[seat],
        "hand": list(cards_of(state.hands[seat])),
        "reserve": BUILDINGS_PER_SEAT - len(own_buildings(table, seat)),
        "role": ROLES[state.picks[seat]] if state.picks[seat] else None,
        "played": list(cards_of(table.played[seat])),
    }
