"""Boards: the state of a match as JSON values, with the facts that one viewer may know."""

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from arena.games.cells import Cells
from arena.games.verraeter.phases import draft, drawing
from arena.games.verraeter.phases.building import own_buildings
from arena.games.verraeter.phases.conflict import gains, strengths
from arena.games.verraeter.phases.rounds import final_gains
from arena.games.verraeter.state.cards import cards_of
from arena.games.verraeter.state.cells import (
    ACTOR,
    ASIDE,
    BORDER,
    BUILDING,
    BUILDING_SEAT,
    DISCARD,
    DRAWS_DONE,
    HAND_SIZE,
    HOUSE,
    KEPT,
    LANDSCAPE,
    OWNER,
    PHASE,
    PILE_SIZE,
    PLAYED,
    ROLE,
    ROUND,
    SCORE,
    SEATS,
    START,
    STRATEGY,
    WINNER,
)
from arena.games.verraeter.state.state import Rules, State, View, by_seat, draw_pile, hands
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
    """A building in the circle, with its owner and the side that is up."""

    seat: int
    kind: str


class PlaceFrame(TypedDict):
    """A place of the circle: its landscape, the house that owns it, and the building on it."""

    landscape: str
    house: str
    building: BuildingFrame | None


class SeatFrame(TypedDict):
    """The open cards and facts of a seat, and the secrets of the seat that the viewer knows."""

    house: str
    score: int
    hand: list[int | None]
    """The values of the cards in the hand, ascending; None for each unknown card."""
    reserve: int
    """The number of the seat's buildings that are not in the circle."""
    kept: bool
    """Whether the seat has picked a role card in this round."""
    role: str | None
    """The role that the seat keeps; None if it keeps none or the viewer does not know it."""
    offered: list[str] | None
    """The roles that the seat was offered in this round; None if the viewer does not know them."""
    played: list[int]


class GainFrame(TypedDict):
    """The points that a seat scores for one reason."""

    seat: int
    reason: str
    """The reason for the points: `conquest`, `trading-post`, or the name of a role."""
    points: int
    place: int | None
    """The place of the conquered landscape or of the trading post; None if the points come from a role."""


class Frame(TypedDict):
    """The board of a match as one viewer sees it. Card values are ascending, except in the draw pile, which is in
    drawing order.
    """

    round: int
    phase: str
    start: int
    strategist: int
    conflict: int | None
    """The place of this round's conflict; None before it is chosen. The conflict is fought at the border between this
    place and the next.
    """
    strengths: dict[str, int] | None
    """The conflict points of each house so far; None before the conflict is chosen and after phase 5."""
    winner: str | None
    """The house that won this round's conflict; None before it is decided and after a tie."""
    gains: list[GainFrame] | None
    """In phase 5, the points that phase 6 will add. When the match is over, the points of the trading posts. In other
    phases, None.
    """
    circle: list[PlaceFrame]
    seats: list[SeatFrame]
    draw_pile: list[int | None]
    discard: list[int]
    aside: str | None
    """The role set aside; None if there is none or the viewer does not know it."""
    draw: int | None
    """The number of draws of phase 10 that are already done; None in other phases."""
    may_draw: int | None
    """The most cards that the actor may draw after its choice of discards; None if no seat has this choice now."""


class _Known(NamedTuple):
    """A viewer's knowledge of closed cards and roles."""

    hands: Sequence[list[int | None]]
    roles: Sequence[int]
    offers: Sequence[list[str] | None]
    pile: list[int | None]
    aside: int


def revealed(state: State) -> Frame:
    """Returns the board with the whole state, hidden cards included."""
    cells = state.cells
    known = _Known(
        [list(cards_of(hand)) for hand in hands(cells)],
        by_seat(cells, KEPT),
        [_roles(draft.offer(cells, seat)) for seat in range(cells[SEATS])],
        list(draw_pile(cells)),
        cells[ASIDE],
    )
    return _frame(state.rules, cells, known, _may_draw(state))


def shown(view: View) -> Frame:
    """Returns the board with everything that the seat of the view knows."""
    cells = view.cells
    hands = _closed_hands(cells)
    hands[view.seat] = list(cards_of(view.hand))
    offers: list[list[str] | None] = [None] * cells[SEATS]
    offers[view.seat] = _roles(view.offered)
    roles = list(by_seat(cells, ROLE))
    roles[view.seat] = view.pick
    known = _Known(hands, roles, offers, [None] * cells[PILE_SIZE], view.aside)
    return _frame(view.rules, cells, known, view.entitlement)


def open_table(state: State) -> Frame:
    """V-0.10, V-4.1: returns the board with only the facts that every seat knows."""
    cells = state.cells
    known = _Known(
        _closed_hands(cells),
        by_seat(cells, ROLE),
        [None] * cells[SEATS],
        [None] * cells[PILE_SIZE],
        cells[ASIDE] if cells[PHASE] >= REVEAL else 0,
    )
    return _frame(state.rules, cells, known, _may_draw(state))


def _closed_hands(cells: Cells) -> list[list[int | None]]:
    return [[None] * size for size in by_seat(cells, HAND_SIZE)]


def _may_draw(state: State) -> int:
    return drawing.entitlement(state.cells, state.rules.options) if state.cells[PHASE] == DRAW else 0


def _roles(offer: int) -> list[str]:
    return [ROLES[role] for role in draft.ROLES_IN[offer]]


def _frame(rules: Rules, cells: Cells, known: _Known, may_draw: int) -> Frame:
    phase, winner = cells[PHASE], cells[WINNER]
    fought = cells[BORDER] != NO_BORDER
    points = strengths(cells, rules.points) if fought and phase <= RESOLUTION else None
    return {
        "round": cells[ROUND],
        "phase": PHASE_NAMES[phase],
        "start": cells[START],
        "strategist": cells[STRATEGY],
        "conflict": cells[BORDER] if fought else None,
        "strengths": {HOUSES[house]: points[house] for house in (EAGLE, ROSE)} if points else None,
        "winner": HOUSES[winner] if winner else None,
        "gains": _gains(rules, cells),
        "circle": [_place(cells, place) for place in range(PLACES)],
        "seats": [_seat(cells, known, seat) for seat in range(cells[SEATS])],
        "draw_pile": known.pile,
        "discard": list(cards_of(cells[DISCARD])),
        "aside": ROLES[known.aside] if known.aside else None,
        "draw": cells[DRAWS_DONE] if phase == DRAW else None,
        "may_draw": may_draw if phase == DRAW and cells[ACTOR] != NOBODY else None,
    }


def _gains(rules: Rules, cells: Cells) -> list[GainFrame] | None:
    if cells[PHASE] not in (RESOLUTION, OVER):
        return None
    found = gains(cells, rules) if cells[PHASE] == RESOLUTION else final_gains(cells)
    return [
        {
            "seat": one.seat,
            "reason": one.reason,
            "points": one.points,
            "place": None if one.place == NOBODY else one.place,
        }
        for one in found
    ]


def _place(cells: Cells, place: int) -> PlaceFrame:
    kind = cells[BUILDING + place]
    building: BuildingFrame | None = {"seat": cells[BUILDING_SEAT + place], "kind": BUILDINGS[kind]} if kind else None
    return {
        "landscape": LANDSCAPES[cells[LANDSCAPE + place]],
        "house": HOUSES[cells[OWNER + place]],
        "building": building,
    }


def _seat(cells: Cells, known: _Known, seat: int) -> SeatFrame:
    role = known.roles[seat]
    return {
        "house": HOUSES[cells[HOUSE + seat]],
        "score": cells[SCORE + seat],
        "hand": known.hands[seat],
        "reserve": BUILDINGS_PER_SEAT - len(own_buildings(cells, seat)),
        "kept": _kept(cells, seat),
        "role": ROLES[role] if role else None,
        "offered": known.offers[seat],
        "played": list(cards_of(cells[PLAYED + seat])),
    }


def _kept(cells: Cells, seat: int) -> bool:
    """V-2.2: whether the seat has a role card in front of it, face down or shown. All seats see this."""
    phase, actor, start, seats = cells[PHASE], cells[ACTOR], cells[START], cells[SEATS]
    if phase == DRAFT and actor != NOBODY:
        return (seat - start) % seats < (actor - start) % seats
    return phase in (DRAFT, SUPPLY) or cells[ROLE + seat] != 0
