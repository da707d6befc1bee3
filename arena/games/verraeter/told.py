"""The whole state as text: the circle, then a line for each seat, then the piles."""

from collections.abc import Sequence

from arena.games.verraeter.phases.building import own_buildings
from arena.games.verraeter.state.cards import cards_of, text_of
from arena.games.verraeter.state.cells import (
    ASIDE,
    BORDER,
    BUILDING,
    BUILDING_SEAT,
    DISCARD,
    HAND,
    HOUSE,
    KEPT,
    LANDSCAPE,
    OWNER,
    PLAYED,
    SCORE,
    START,
    STRATEGY,
)
from arena.games.verraeter.state.state import State, draw_pile
from arena.games.verraeter.terms import (
    BUILDINGS,
    BUILDINGS_PER_SEAT,
    HOUSES,
    LANDSCAPES,
    NO_BORDER,
    PLACES,
    ROLES,
)


def board(state: State, names: Sequence[str]) -> list[str]:
    """Everything there is, secrets included."""
    cells = state.cells
    circle = [_place(state, place, names) for place in range(PLACES)]
    seats = [_seat(state, seat, name) for seat, name in enumerate(names)]
    pile = " ".join(map(str, draw_pile(cells))) or "-"
    discard = " ".join(map(str, cards_of(cells[DISCARD]))) or "-"
    aside = [f"set aside: {ROLES[cells[ASIDE]]}"] if cells[ASIDE] else []
    return [*circle, *seats, f"draw pile, the next first: {pile}", f"discard pile: {discard}", *aside]


def _place(state: State, place: int, names: Sequence[str]) -> str:
    cells = state.cells
    card, kind, border = cells[LANDSCAPE + place], cells[BUILDING + place], cells[BORDER]
    points = state.rules.points.base[card]
    building = f"{BUILDINGS[kind]} of {names[cells[BUILDING_SEAT + place]]}" if kind else ""
    fought = border != NO_BORDER and place in (border, (border + 1) % PLACES)
    mark = "*" if fought else " "
    house = _capital(cells[OWNER + place])
    return f"{place:2}{mark} {house:<5} {LANDSCAPES[card]:<7} {points:2}  {building}".rstrip()


def _seat(state: State, seat: int, name: str) -> str:
    cells = state.cells
    role, played = cells[KEPT + seat], cells[PLAYED + seat]
    parts = [_capital(cells[HOUSE + seat]), f"points {cells[SCORE + seat]}", f"hand {text_of(cells[HAND + seat])}"]
    if role:
        parts.append(f"role {ROLES[role]}")
    if played:
        parts.append(f"played {text_of(played)}")
    parts.append(f"buildings in reserve {BUILDINGS_PER_SEAT - len(own_buildings(cells, seat))}")
    marks = [mark for mark, holder in (("start", cells[START]), ("strategy card", cells[STRATEGY])) if holder == seat]
    return f"{name}: {', '.join(parts + marks)}"


def _capital(house: int) -> str:
    return HOUSES[house].capitalize()
