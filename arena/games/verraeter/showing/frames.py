"""How a match stands as values JSON can hold: with all secrets, as a seat sees it, or as it lies open."""

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from arena.games.verraeter import draft, drawing
from arena.games.verraeter.building import own_buildings
from arena.games.verraeter.cards import SIZE, cards_of
from arena.games.verraeter.conflict import gains, strengths
from arena.games.verraeter.rounds import final_gains
from arena.games.verraeter.state import Rules, State, Table, View
from arena.games.verraeter.terms import (
    BUILDINGS,
    BUILDINGS_PER_SEAT,
    DRAFT,
    DRAW,
    EAGLE,
    HOUSES,
    LANDSCAPES,
    NO_BORDER,
    NOBODY,
    OVER,
    PHASE_NAMES,
    PLACES,
    RESOLUTION,
    REVEAL,
    ROLES,
    ROSE,
    SUPPLY,
)


class BuildingFrame(TypedDict):
    """A building in the circle."""

    seat: int
    kind: str


class PlaceFrame(TypedDict):
    """A landscape of the circle, by place."""

    landscape: str
    house: str
    building: BuildingFrame | None


class SeatFrame(TypedDict):
    """What lies before a seat."""

    house: str
    score: int
    hand: list[int | None]
    """Card values, ascending; None for each card that is not known."""
    reserve: int
    """Buildings."""
    kept: bool
    """Whether it keeps a role card this round."""
    role: str | None
    """That role; None also where it is not known."""
    offered: list[str] | None
    """The roles it was offered this round; None where they are not known."""
    played: list[int]


class GainFrame(TypedDict):
    """Points that a seat gets here, and why."""

    seat: int
    reason: str
    """conquest, trading-post, or a role."""
    points: int
    place: int | None
    """Of the conquered landscape, or of the trading post."""


class Frame(TypedDict):
    """The table; card values ascending but for the draw pile, which is in drawing order."""

    round: int
    phase: str
    start: int
    strategist: int
    conflict: int | None
    """The border between this place and the next."""
    strengths: dict[str, int] | None
    """Conflict points by house as they lie, until the conflict is scored."""
    winner: str | None
    """The house that won this round's conflict."""
    gains: list[GainFrame] | None
    """What the conflict scores, when it is decided; what trading posts score, at the end of the match."""
    circle: list[PlaceFrame]
    seats: list[SeatFrame]
    draw_pile: list[int | None]
    discard: list[int]
    aside: str | None
    """The role set aside; None also where it is not known."""
    draw: int | None
    """In phase 10: which draw it is, from 0."""
    may_draw: int | None
    """In phase 10: the cards the actor may draw after discarding."""


class _Known(NamedTuple):
    """What somebody knows of the closed."""

    hands: Sequence[list[int | None]]
    roles: bytes
    offers: Sequence[list[str] | None]
    pile: list[int | None]
    aside: int


def revealed(state: State) -> Frame:
    """Everything."""
    known = _Known(
        [list(cards_of(hand)) for hand in state.hands],
        state.picks,
        [_roles(draft.offer(state, seat)) for seat in range(state.table.seats)],
        list(state.pile),
        state.aside,
    )
    return _frame(state.rules, state.table, known, _may_draw(state))


def shown(view: View) -> Frame:
    """What a seat knows."""
    table = view.table
    hands: list[list[int | None]] = [[None] * size for size in view.hand_sizes]
    hands[view.seat] = list(cards_of(view.hand))
    offers: list[list[str] | None] = [None] * table.seats
    offers[view.seat] = _roles(view.offered)
    roles = bytearray(table.role)
    roles[view.seat] = view.pick
    known = _Known(hands, bytes(roles), offers, [None] * view.pile_size, view.aside)
    return _frame(view.rules, table, known, view.entitlement)


def open_table(state: State) -> Frame:
    """V-0.10, V-4.1: what every seat knows."""
    table = state.table
    known = _Known(
        [[None] * SIZE[hand] for hand in state.hands],
        table.role,
        [None] * table.seats,
        [None] * len(state.pile),
        state.aside if table.phase >= REVEAL else 0,
    )
    return _frame(state.rules, table, known, _may_draw(state))


def _may_draw(state: State) -> int:
    return drawing.entitlement(state) if state.table.phase == DRAW else 0


def _roles(offer: int) -> list[str]:
    return [ROLES[role] for role in draft.ROLES_IN[offer]]


def _frame(rules: Rules, table: Table, known: _Known, may_draw: int) -> Frame:
    fought = table.conflict != NO_BORDER
    points = strengths(table, rules.points) if fought and table.phase <= RESOLUTION else None
    return {
        "round": table.round,
        "phase": PHASE_NAMES[table.phase],
        "start": table.start,
        "strategist": table.strategist,
        "conflict": table.conflict if fought else None,
        "strengths": {HOUSES[house]: points[house] for house in (EAGLE, ROSE)} if points else None,
        "winner": HOUSES[table.winner] if table.winner else None,
        "gains": _gains(rules, table, known),
        "circle": [_place(table, place) for place in range(PLACES)],
        "seats": [_seat(table, known, seat) for seat in range(table.seats)],
        "draw_pile": known.pile,
        "discard": list(cards_of(table.discard)),
        "aside": ROLES[known.aside] if known.aside else None,
        "draw": table.draw_slot if table.phase == DRAW else None,
        "may_draw": may_draw if table.phase == DRAW and table.actor != NOBODY else None,
    }


def _gains(rules: Rules, table: Table, known: _Known) -> list[GainFrame] | None:
    if table.phase not in (RESOLUTION, OVER):
        return None
    found = (
        gains(table, rules) if table.phase == RESOLUTION else final_gains(table, [len(hand) for hand in known.hands])
    )
    return [
        {
            "seat": one.seat,
            "reason": one.reason,
            "points": one.points,
            "place": None if one.place == NOBODY else one.place,
        }
        for one in found
    ]


def _place(table: Table, place: int) -> PlaceFrame:
    kind = table.building_kind[place]
    building: BuildingFrame | None = {"seat": table.building_seat[place], "kind": BUILDINGS[kind]} if kind else None
    return {
        "landscape": LANDSCAPES[table.landscape[place]],
        "house": HOUSES[table.circle_house[place]],
        "building": building,
    }


def _seat(table: Table, known: _Known, seat: int) -> SeatFrame:
    role = known.roles[seat]
    return {
        "house": HOUSES[table.house[seat]],
        "score": table.score[seat],
        "hand": known.hands[seat],
        "reserve": BUILDINGS_PER_SEAT - len(own_buildings(table, seat)),
        "kept": _kept(table, seat),
        "role": ROLES[role] if role else None,
        "offered": known.offers[seat],
        "played": list(cards_of(table.played[seat])),
    }


def _kept(table: Table, seat: int) -> bool:
    """V-2.2: whether a role card lies before the seat; everybody sees that."""
    if table.phase == DRAFT and table.actor != NOBODY:
        return (seat - table.start) % table.seats < (table.actor - table.start) % table.seats
    return table.phase in (DRAFT, SUPPLY) or table.role[seat] != 0
