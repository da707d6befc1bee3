"""Announced actions, and the two influence cards that answer them out of turn (R-56).

A purchase of an area, an influence card and, by option, an attack are announced first. Who might answer is asked
whenever they hold an influence card, whichever it is, so that the asking tells nothing.
"""

from arena.games.hetverraad import areas, attack, influence
from arena.games.hetverraad.actions import BUY_AREA, BUY_WHITE, FIGHT, PASS, PLAY, REACT
from arena.games.hetverraad.decks import put_away_influence
from arena.games.hetverraad.state import State
from arena.games.hetverraad.terms import BLOCKADE, PROTECTION, REACTION


def play(state: State, action: int) -> None:
    """R-55: the influence card is shown and spent."""
    put_away_influence(state, state.table.active, (action - PLAY) // 100)
    announce(state, action)


def announce(state: State, action: int) -> None:
    """The action waits for whom it concerns, clockwise from the active seat."""
    table = state.table
    table.pending = action
    table.resume = table.phase
    _ask(state, table.active)


def _ask(state: State, seat: int) -> None:
    """Asks the next seat after `seat` that might answer; if nobody is left, the action happens."""
    table = state.table
    asked = (seat + 1) % table.seats
    while asked != table.active:
        if state.influence[asked] and _concerns(state, asked):
            table.phase = REACTION
            table.actor = asked
            return
        asked = (asked + 1) % table.seats
    _resume(state, happens=True)


def _concerns(state: State, seat: int) -> bool:
    """R-56: a purchase concerns everybody, an influence card or an attack only whom it is directed against."""
    table = state.table
    if table.pending >= PLAY:
        return influence.victim(state, table.pending) == seat + 1
    if table.pending == FIGHT:
        return attack.defender(state) == seat + 1 and state.rules.options.protection_stops_attack
    return True


def legal(state: State) -> list[int]:
    """R-56: to pass, or to play the card that fits."""
    table = state.table
    answer = BLOCKADE if BUY_AREA <= table.pending < BUY_WHITE else PROTECTION
    return [PASS, REACT + answer] if answer in state.influence[table.actor] else [PASS]


def act(state: State, action: int) -> None:
    """R-56: the answer stops the action, which is spent all the same."""
    table = state.table
    if action == PASS:
        _ask(state, table.actor)
    else:
        put_away_influence(state, table.actor, action - REACT)
        _resume(state, happens=False)


def _resume(state: State, *, happens: bool) -> None:
    """Goes on where the announcement was made."""
    table = state.table
    action = table.pending
    table.phase, table.actor = table.resume, table.active
    table.pending = table.resume = 0
    if action >= PLAY:
        if happens:
            influence.take_effect(state, action)
    elif action == FIGHT:
        attack.fight(state, stopped=not happens)
    elif happens:
        areas.purchase(state, action - BUY_AREA)
    else:
        table.areas_blocked += bytes((action - BUY_AREA,))
