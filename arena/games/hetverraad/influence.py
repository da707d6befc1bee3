"""Influence cards the active seat plays: where they may be played, and what they do.

In phases 1 and 2 a card is played for the active seat, in phase 4 for the Black Master alone (R-81).
"""

from collections.abc import Callable
from typing import Final

from arena.games.hetverraad.actions import NO_TARGET, PLAY, SEAT_TARGET, play
from arena.games.hetverraad.cells import ACTIVE, AREA_BUILDING, AREA_OWNER, AREA_TOWER, PHASE, SEATS, STONES
from arena.games.hetverraad.city import ANY, SOME
from arena.games.hetverraad.decks import card_left, draw_to_hand
from arena.games.hetverraad.holdings import add_points, hand_over, knight_left, recount
from arena.games.hetverraad.piles import DISCARD, INFLUENCE_HAND
from arena.games.hetverraad.state import State, touches
from arena.games.hetverraad.terms import (
    AREAS,
    BLACK_MASTER,
    BLACK_STEPS,
    CLOSING,
    FIRE,
    GIFT,
    GOLDEN_TRADE,
    INFILTRATOR,
    NEUTRAL,
    PIONEER,
    RAID,
    WITCHCRAFT,
)

TAKES_AREA: Final = frozenset((RAID, INFILTRATOR, PIONEER))


def beneficiary(state: State, phase: int) -> int:
    """R-81: the owner for whom influence cards are played in this phase."""
    return BLACK_MASTER if BLACK_STEPS <= phase <= CLOSING else state.cells[ACTIVE] + 1


def plays(state: State, phase: int) -> list[int]:
    """R-55, R-81: every way to play a card of the hand in `phase` of the rulebook (1, 2 or 4)."""
    hand = state.piles[INFLUENCE_HAND + state.cells[ACTIVE]]
    legal: list[int] = []
    for kind in sorted(set(hand)):
        if kind in _EFFECTS and phase in state.rules.city.influence[kind].phases:
            legal += [play(kind, target) for target in _targets(state, kind)]
    return legal


def _targets(state: State, kind: int) -> list[int]:
    cells = state.cells
    if kind == GIFT:
        return [SEAT_TARGET + seat for seat in range(cells[SEATS]) if seat != cells[ACTIVE]]
    if kind == GOLDEN_TRADE:
        return [NO_TARGET] if card_left(state) else []
    return _target_areas(state, kind)


def _target_areas(state: State, kind: int) -> list[int]:
    """The areas the card may be played against: neutral ones for the Pioneer, else those of an opponent."""
    cells, card = state.cells, state.rules.city.influence[kind]
    gainer = beneficiary(state, cells[PHASE])
    if kind in TAKES_AREA and not knight_left(state, gainer):
        return []
    wanted, neutral = card.building, kind == PIONEER
    areas = []
    for area in range(AREAS):
        owner = cells[AREA_OWNER + area]
        fits = wanted == ANY or (cells[AREA_BUILDING + area] > 0) == (wanted == SOME)
        if fits and (owner == NEUTRAL) == neutral and owner != gainer:
            areas.append(area)
    return _adjacent(state, areas, gainer) if card.adjacent else areas


def _adjacent(state: State, areas: list[int], gainer: int) -> list[int]:
    """A-25: those that touch an area of the gainer."""
    neighbours = state.rules.city.neighbours
    if not state.rules.options.black_raids_from_black_areas:
        gainer = state.cells[ACTIVE] + 1
    return [area for area in areas if touches(state.cells, neighbours[area], gainer)]


def victim(state: State, action: int) -> int:
    """The owner a played card is directed against; NEUTRAL if it is against nobody."""
    target = (action - PLAY) % 100
    if target == NO_TARGET:
        return NEUTRAL
    return target - SEAT_TARGET + 1 if target >= SEAT_TARGET else state.cells[AREA_OWNER + target]


def take_effect(state: State, action: int) -> None:
    """R-46: the card does what it says; a tower on the area is lost instead where the card is one of those four."""
    cells = state.cells
    kind, target = divmod(action - PLAY, 100)
    if target < AREAS and state.rules.city.influence[kind].absorbed and cells[AREA_TOWER + target]:
        cells[AREA_TOWER + target] -= 1
    else:
        _EFFECTS[kind](state, kind, target)
    recount(state)


def _burn(state: State, _: int, area: int) -> None:
    """Brand: the building goes to the discard pile."""
    cells, piles = state.cells, state.piles
    card = cells[AREA_BUILDING + area]
    piles[DISCARD] += bytes((card,))
    cells[AREA_BUILDING + area] = 0
    add_points(state, cells[AREA_OWNER + area], -state.rules.city.value[card])


def _take_area(state: State, _: int, area: int) -> None:
    """Overval, Infiltrant, Pionier: the area changes hands; R-41: nothing is isolated by it."""
    hand_over(state, area, beneficiary(state, state.cells[PHASE]))


def _drive_out(state: State, _: int, area: int) -> None:
    """Hekserij: the knight goes, and the area is neutral."""
    hand_over(state, area, NEUTRAL)


def _collect(state: State, kind: int, target: int) -> None:
    """Gift; R-57: who has not enough stones pays what there is."""
    cells = state.cells
    payer = target - SEAT_TARGET
    paid = min(cells[STONES + payer], state.rules.city.influence[kind].amount)
    cells[STONES + payer] -= paid
    cells[STONES + cells[ACTIVE]] += paid


def _draw(state: State, kind: int, _: int) -> None:
    """Gouden handel: closed building cards."""
    draw_to_hand(state, state.cells[ACTIVE], state.rules.city.influence[kind].amount)


_EFFECTS: Final[dict[int, Callable[[State, int, int], None]]] = {
    FIRE: _burn,
    RAID: _take_area,
    INFILTRATOR: _take_area,
    WITCHCRAFT: _drive_out,
    PIONEER: _take_area,
    GIFT: _collect,
    GOLDEN_TRADE: _draw,
}
