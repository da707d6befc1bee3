"""Influence cards the active seat plays: where they may be played, and what they do.

In phases 1 and 2 a card is played for the active seat, in phase 4 for the Black Master alone (R-81).
"""

from collections.abc import Callable
from typing import Final

from arena.games.hetverraad.actions import NO_TARGET, PLAY, SEAT_TARGET, play
from arena.games.hetverraad.city import ANY, SOME
from arena.games.hetverraad.decks import card_left, draw_to_hand
from arena.games.hetverraad.holdings import add_points, hand_over, knight_left, recount, remove_tower
from arena.games.hetverraad.rows import places_of, with_byte
from arena.games.hetverraad.state import State
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
    return BLACK_MASTER if BLACK_STEPS <= phase <= CLOSING else state.table.active + 1


def plays(state: State, phase: int) -> list[int]:
    """R-55, R-81: every way to play a card of the hand in `phase` of the rulebook (1, 2 or 4)."""
    hand = state.influence[state.table.active]
    legal: list[int] = []
    for kind in sorted(set(hand)):
        if kind in _EFFECTS and phase in state.rules.city.influence[kind].phases:
            legal += [play(kind, target) for target in _targets(state, kind)]
    return legal


def _targets(state: State, kind: int) -> list[int]:
    table = state.table
    if kind == GIFT:
        return [SEAT_TARGET + seat for seat in range(table.seats) if seat != table.active]
    if kind == GOLDEN_TRADE:
        return [NO_TARGET] if card_left(state) else []
    return _target_areas(state, kind)


def _target_areas(state: State, kind: int) -> list[int]:
    """The areas the card may be played against: neutral ones for the Pioneer, else those of an opponent."""
    table, card = state.table, state.rules.city.influence[kind]
    gainer = beneficiary(state, table.phase)
    if kind in TAKES_AREA and not knight_left(state, gainer):
        return []
    owners, buildings = table.area_owner, table.area_building
    wanted = card.building
    areas = [
        area
        for area in range(AREAS)
        if (owners[area] == NEUTRAL if kind == PIONEER else owners[area] not in {NEUTRAL, gainer})
        and (wanted == ANY or (buildings[area] > 0) == (wanted == SOME))
    ]
    return _adjacent(state, areas, gainer) if card.adjacent else areas


def _adjacent(state: State, areas: list[int], gainer: int) -> list[int]:
    """A-25: those that touch an area of the gainer."""
    table, neighbours = state.table, state.rules.city.neighbours
    if not state.rules.options.black_raids_from_black_areas:
        gainer = table.active + 1
    beside = {other for area in places_of(table.area_owner, gainer) for other in neighbours[area]}
    return [area for area in areas if area in beside]


def victim(state: State, action: int) -> int:
    """The owner a played card is directed against; NEUTRAL if it is against nobody."""
    target = (action - PLAY) % 100
    if target == NO_TARGET:
        return NEUTRAL
    return target - SEAT_TARGET + 1 if target >= SEAT_TARGET else state.table.area_owner[target]


def take_effect(state: State, action: int) -> None:
    """R-46: the card does what it says; a tower on the area is lost instead where the card is one of those four."""
    table = state.table
    kind, target = divmod(action - PLAY, 100)
    if target < AREAS and state.rules.city.influence[kind].absorbed and table.area_tower[target]:
        remove_tower(state, target)
    else:
        _EFFECTS[kind](state, kind, target)
    recount(state)


def _burn(state: State, _: int, area: int) -> None:
    """Brand: the building goes to the discard pile."""
    table = state.table
    card = table.area_building[area]
    table.discard += bytes((card,))
    table.area_building = with_byte(table.area_building, area, 0)
    add_points(state, table.area_owner[area], -state.rules.city.value[card])


def _take_area(state: State, _: int, area: int) -> None:
    """Overval, Infiltrant, Pionier: the area changes hands; R-41: nothing is isolated by it."""
    hand_over(state, area, beneficiary(state, state.table.phase))


def _drive_out(state: State, _: int, area: int) -> None:
    """Hekserij: the knight goes, and the area is neutral."""
    hand_over(state, area, NEUTRAL)


def _collect(state: State, kind: int, target: int) -> None:
    """Gift; R-57: who has not enough stones pays what there is."""
    table = state.table
    payer = target - SEAT_TARGET
    stones = list(table.stones)
    paid = min(stones[payer], state.rules.city.influence[kind].amount)
    stones[payer] -= paid
    stones[table.active] += paid
    table.stones = tuple(stones)


def _draw(state: State, kind: int, _: int) -> None:
    """Gouden handel: closed building cards."""
    draw_to_hand(state, state.table.active, state.rules.city.influence[kind].amount)


_EFFECTS: Final[dict[int, Callable[[State, int, int], None]]] = {
    FIRE: _burn,
    RAID: _take_area,
    INFILTRATOR: _take_area,
    WITCHCRAFT: _drive_out,
    PIONEER: _take_area,
    GIFT: _collect,
    GOLDEN_TRADE: _draw,
}
