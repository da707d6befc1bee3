"""Announced actions, and the two influence cards with which other seats can answer them out of turn (R-56).

Three kinds of action are announced before they take effect: the purchase of an area, the play of an influence card and,
if an option allows answers to it, an attack. A seat that might answer has to choose whenever it holds any influence
card, so that the question itself reveals nothing.
"""

from mypy_extensions import i64

from arena.games.hetverraad.actions import BUY_AREA, BUY_WHITE, FIGHT, MADE, PASS, PLAY, REACT
from arena.games.hetverraad.acts import areas, influence
from arena.games.hetverraad.phases import attack
from arena.games.hetverraad.state.cells import ACTIVE, ACTOR, PENDING, PHASE, RESUME, SEATS
from arena.games.hetverraad.state.decks import put_away_influence
from arena.games.hetverraad.state.piles import AREAS_BLOCKED, INFLUENCE_HAND
from arena.games.hetverraad.state.rows import lay, place_of
from arena.games.hetverraad.state.state import State
from arena.games.hetverraad.terms import BLOCKADE, PROTECTION, REACTION


def play(state: State, action: i64) -> None:
    """R-55: moves the influence card from the active seat's hand to the discard pile, and announces the play."""
    put_away_influence(state, state.cells[ACTIVE], (action - PLAY) // 100)
    announce(state, action)


def announce(state: State, action: i64) -> None:
    """Announces an action. Before it takes effect, each seat that it concerns may answer, clockwise from the active
    seat.
    """
    cells = state.cells
    cells[PENDING] = action
    cells[RESUME] = cells[PHASE]
    _ask(state, cells[ACTIVE])


def _ask(state: State, seat: i64) -> None:
    """Asks the next seat after `seat` that might answer the announced action: this seat becomes the actor. If there is
    no such seat, the announced action takes effect.
    """
    cells = state.cells
    asked = (seat + 1) % cells[SEATS]
    while asked != cells[ACTIVE]:
        if state.piles[INFLUENCE_HAND + asked] and _concerns(state, asked):
            cells[PHASE] = REACTION
            cells[ACTOR] = asked
            return
        asked = (asked + 1) % cells[SEATS]
    _resume(state, happens=True)


def _concerns(state: State, seat: i64) -> bool:
    """R-56: whether the seat may answer the announced action. Every other seat may answer a purchase, but only the
    target may answer an influence card or an attack.
    """
    cells = state.cells
    if cells[PENDING] >= PLAY:
        return influence.victim(state, cells[PENDING]) == seat + 1
    if cells[PENDING] == FIGHT:
        return attack.defender(state) == seat + 1 and state.rules.options.protection_stops_attack
    return True


def legal(state: State) -> list[object]:
    """R-56: returns the legal choices: to pass or, if the seat holds the card that can answer the action, to play this
    card.
    """
    cells = state.cells
    answer = BLOCKADE if BUY_AREA <= cells[PENDING] < BUY_WHITE else PROTECTION
    if place_of(state.piles[INFLUENCE_HAND + cells[ACTOR]], answer) < 0:
        return [MADE[PASS]]
    return [MADE[PASS], MADE[REACT + answer]]


def act(state: State, action: i64) -> None:
    """R-56: carries out a seat's answer to the announced action. After a pass, the next seat is asked; after
    the last pass, the action takes effect. Any other answer stops the action.
    """
    cells = state.cells
    if action == PASS:
        _ask(state, cells[ACTOR])
    else:
        put_away_influence(state, cells[ACTOR], action - REACT)
        _resume(state, happens=False)


def _resume(state: State, *, happens: bool) -> None:
    """Ends the reaction and returns to the interrupted phase. If `happens` is True, the announced action takes effect.
    If not, it has no effect, but a purchase or an attack still counts towards the active seat's limits for the turn.
    """
    cells, piles = state.cells, state.piles
    action = cells[PENDING]
    cells[PHASE], cells[ACTOR] = cells[RESUME], cells[ACTIVE]
    cells[PENDING] = cells[RESUME] = 0
    if action >= PLAY:
        if happens:
            influence.take_effect(state, action)
    elif action == FIGHT:
        attack.fight(state, stopped=not happens)
    elif happens:
        areas.purchase(state, action - BUY_AREA)
    else:
        lay(piles, AREAS_BLOCKED, action - BUY_AREA)
