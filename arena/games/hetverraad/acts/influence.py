"""The influence cards that the active seat can play, with their targets and effects.

R-81: in phases 1 and 2 the active seat plays these cards for itself; in phase 4 it plays them only for the Black
Master.
"""

from typing import Final

from mypy_extensions import i64

from arena.games.hetverraad.actions import MADE, NO_TARGET, PLAY, SEAT_TARGET, add, play
from arena.games.hetverraad.area_sets import EVERYWHERE
from arena.games.hetverraad.city import NONE, SOME
from arena.games.hetverraad.state.board import areas_built, clear, put_towers
from arena.games.hetverraad.state.cells import (
    ACTIVE,
    AREA_BUILDING,
    AREA_OWNER,
    AREA_TOWER,
    AREAS_OF,
    PHASE,
    SEATS,
    STONES,
)
from arena.games.hetverraad.state.decks import card_left, draw_to_hand
from arena.games.hetverraad.state.holdings import add_points, hand_over, knight_left, recount
from arena.games.hetverraad.state.piles import DISCARD, INFLUENCE_HAND
from arena.games.hetverraad.state.rows import lay
from arena.games.hetverraad.state.state import State
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
AGAINST_AREAS: Final = TAKES_AREA | {FIRE, WITCHCRAFT}
NO_CARD: Final = 0


def beneficiary(state: State, phase: i64) -> i64:
    """R-81: returns the owner for whom the active seat plays influence cards in this phase: the Black Master in phase
    4, else the seat itself.
    """
    return BLACK_MASTER if BLACK_STEPS <= phase <= CLOSING else state.cells[ACTIVE] + 1


def add_plays(legal: list[object], state: State, phase: int) -> None:
    """R-55, R-81: appends every legal way to play an influence card of the active seat's hand. `phase` is a phase of
    the rulebook: 1, 2 or 4.
    """
    cells = state.cells
    hand = state.piles[INFLUENCE_HAND + cells[ACTIVE]]
    last: i64 = NO_CARD
    for at in range(len(hand)):
        kind: i64 = hand[at]
        if kind != last and phase in state.rules.city.influence[kind].phases:
            if kind == GIFT:
                legal += [MADE[play(kind, SEAT_TARGET + seat)] for seat in range(cells[SEATS]) if seat != cells[ACTIVE]]
            elif kind == GOLDEN_TRADE:
                if card_left(state):
                    legal.append(MADE[play(kind, NO_TARGET)])
            elif kind in AGAINST_AREAS:
                _add_areas(legal, state, kind)
        last = kind


def _add_areas(legal: list[object], state: State, kind: i64) -> None:
    """Appends the legal plays of a card of this kind against areas. The card Pioneer is played against neutral areas.
    Every other card is played against areas of any owner except its `beneficiary`.
    """
    cells, city, card = state.cells, state.rules.city, state.rules.city.influence[kind]
    gainer = beneficiary(state, cells[PHASE])
    if kind in TAKES_AREA and not knight_left(state, gainer):
        return
    neutral = cells[AREAS_OF + NEUTRAL]
    targets = neutral if kind == PIONEER else EVERYWHERE & ~neutral & ~cells[AREAS_OF + gainer]
    if card.adjacent:
        near = gainer if state.rules.options.black_raids_from_black_areas else cells[ACTIVE] + 1
        targets &= city.sets.beside(cells[AREAS_OF + near])
    if card.building == SOME:
        targets &= areas_built(cells)
    elif card.building == NONE:
        targets &= ~areas_built(cells)
    add(legal, play(kind, 0), targets)


def victim(state: State, action: i64) -> i64:
    """Returns the owner (a seat or the Black Master) against whom a card is played; NEUTRAL if it is played against
    nobody.
    """
    target = (action - PLAY) % 100
    if target == NO_TARGET:
        return NEUTRAL
    return target - SEAT_TARGET + 1 if target >= SEAT_TARGET else state.cells[AREA_OWNER + target]


def take_effect(state: State, action: i64) -> None:
    """R-46: applies the effect of a played card. If towers absorb the card (`absorbed`) and the area has a tower, the
    only effect is that the area loses a tower.
    """
    cells = state.cells
    kind, target = (action - PLAY) // 100, (action - PLAY) % 100
    if target < AREAS and state.rules.city.influence[kind].absorbed and cells[AREA_TOWER + target]:
        put_towers(cells, target, cells[AREA_TOWER + target] - 1)
    elif kind == FIRE:
        _burn(state, target)
    elif kind == WITCHCRAFT:
        hand_over(state, target, NEUTRAL)
    elif kind == GIFT:
        _collect(state, target - SEAT_TARGET)
    elif kind == GOLDEN_TRADE:
        draw_to_hand(state, cells[ACTIVE], state.rules.city.influence[GOLDEN_TRADE].amount)
    else:  # Raid, Infiltrator, Pioneer; R-41: they isolate nothing
        hand_over(state, target, beneficiary(state, cells[PHASE]))
    recount(state)


def _burn(state: State, area: i64) -> None:
    """Applies the card Fire: the area's building moves to the discard pile, and the area's owner loses the points of
    the building.
    """
    cells, piles = state.cells, state.piles
    card = cells[AREA_BUILDING + area]
    lay(piles, DISCARD, card)
    clear(cells, area)
    add_points(state, cells[AREA_OWNER + area], -state.rules.city.value[card])


def _collect(state: State, payer: i64) -> None:
    """R-57: applies the card Gift: `payer` pays the active seat the number of stones that the card states. A payer with
    fewer stones pays all it has.
    """
    cells = state.cells
    paid = min(cells[STONES + payer], state.rules.city.influence[GIFT].amount)
    cells[STONES + payer] -= paid
    cells[STONES + cells[ACTIVE]] += paid
