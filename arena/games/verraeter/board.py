"""The whole state as text: the circle, then a line for each seat, then the piles."""

from collections.abc import Sequence

from arena.games.verraeter.building import own_buildings
from arena.games.verraeter.cards import cards_of, text_of
from arena.games.verraeter.state import State
from arena.games.verraeter.terms import (
    BUILDINGS,
    BUILDINGS_PER_SEAT,
    HOUSES,
    LANDSCAPES,
    NO_BORDER,
    PLACES,
    ROLES,
)


def capital(house: int) -> str:
    """The name of a house."""
    return HOUSES[house].capitalize()


def landscape(state: State, place: int) -> str:
    """The landscape at a place, and whose it is."""
    table = state.table
    return f"{LANDSCAPES[table.landscape[place]]} of {capital(table.circle_house[place])}"


def board(state: State, names: Sequence[str]) -> list[str]:
    """Everything there is, secrets included."""
    circle = [_place(state, place, names) for place in range(PLACES)]
    seats = [_seat(state, seat, name) for seat, name in enumerate(names)]
    pile = " ".join(map(str, state.pile)) or "-"
    discard = " ".join(map(str, cards_of(state.table.discard))) or "-"
    aside = [f"set aside: {ROLES[state.aside]}"] if state.aside else []
    return [*circle, *seats, f"draw pile, the next first: {pile}", f"discard pile: {discard}", *aside]


def _place(state: State, place: int, names: Sequence[str]) -> str:
    table = state.table
    points = state.rules.points.base[table.landscape[place]]
    kind = table.building_kind[place]
    building = f"{BUILDINGS[kind]} of {names[table.building_seat[place]]}" if kind else ""
    fought = table.conflict != NO_BORDER and place in (table.conflict, (table.conflict + 1) % PLACES)
    mark = "*" if fought else " "
    card, house = LANDSCAPES[table.landscape[place]], capital(table.circle_house[place])
    return f"{place:2}{mark} {house:<5} {card:<7} {points:2}  {building}".rstrip()


def _seat(state: State, seat: int, name: str) -> str:
    table = state.table
    parts = [capital(table.house[seat]), f"points {table.score[seat]}", f"hand {text_of(state.hands[seat])}"]
    if state.picks[seat]:
        parts.append(f"role {ROLES[state.picks[seat]]}")
    if table.played[seat]:
        parts.append(f"played {text_of(table.played[seat])}")
    parts.append(f"buildings in reserve {BUILDINGS_PER_SEAT - len(own_buildings(table, seat))}")
    marks = [mark for mark, holder in (("start", table.start), ("strategy card", table.strategist)) if holder == seat]
    return f"{name}: {', '.join(parts + marks)}"
