"""The turn as a table of phases, and how a match moves through it.

A phase begins; if that makes some seat the actor, it is a decision and lasts until its actions leave nobody to act;
else it was a stage that happened by itself. Then the next phase begins, and after the end of a turn the next turn.
Two phases interrupt others and go back to them: the surplus of influence cards, and reactions.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from arena.games.hetverraad import action, black_master, ending, income, reactions, setup
from arena.games.hetverraad.holdings import judge
from arena.games.hetverraad.state import State
from arena.games.hetverraad.terms import INCOME, NOBODY, OVER, TURN_END


class Phase(NamedTuple):
    """One line of the turn: what happens when it begins and, for a decision, what is legal and what an action does."""

    begin: Callable[[State], None]
    legal: Callable[[State], list[int]] | None = None
    act: Callable[[State, int], None] | None = None


def _nothing(_: State) -> None:
    pass


def _end_turn(state: State) -> None:
    """R-17, R-85: the turn passes to the left, or the match is over."""
    table = state.table
    ending.expel(state)
    if ending.ends(state):
        ending.turn_up(state)
        table.phase = OVER
        return
    table.active = (table.active + 1) % table.seats
    if table.active == table.start:
        table.round += 1
    table.areas_bought = table.areas_blocked = table.cards_sold = b""
    table.buildings_built = table.towers_built = table.tokens_bought = table.attacks = table.red = 0


PHASES: Final = (
    Phase(_nothing, setup.legal_areas, setup.choose_area),
    Phase(setup.begin_towers, setup.legal_towers, setup.put_tower),
    Phase(income.begin, income.legal, income.act),
    Phase(income.begin_refill, income.legal_refill, income.act_refill),
    Phase(_nothing, income.legal_divining, income.act_divining),
    Phase(action.begin, action.legal, action.act),
    Phase(action.begin_influence),
    Phase(black_master.begin, black_master.legal, black_master.act),
    Phase(black_master.begin_move, black_master.legal_moves, black_master.act_move),
    Phase(black_master.begin_attack, black_master.legal_attack, black_master.act_attack),
    Phase(black_master.begin_closing, black_master.legal_closing, black_master.act_closing),
    Phase(_end_turn),
    Phase(_nothing, action.legal_surplus, action.act_surplus),
    Phase(_nothing, reactions.legal, reactions.act),
    Phase(_nothing),
)
"""By number; `terms.py` has their names."""


def take(state: State, action: int) -> State:
    """The state just after the action; what then happens by itself is still to come."""
    new = state.copy()
    act = PHASES[new.table.phase].act
    if act:
        act(new, action)
        judge(new, state.table)
    return new


def stages(state: State, action: int) -> list[State]:
    """The state just after the action, and after each phase that then happens by itself."""
    new = take(state, action)
    passed = [new.copy()]
    while new.table.actor == NOBODY and new.table.phase != OVER:
        begin_next(new)
        passed.append(new.copy())
    return passed


def advance(state: State) -> None:
    """Goes on through phases until some seat must act or the match is over."""
    table = state.table
    while table.actor == NOBODY and table.phase != OVER:
        begin_next(state)


def begin_next(state: State) -> None:
    """The next phase begins."""
    table = state.table
    table.phase = INCOME if table.phase == TURN_END else table.phase + 1
    PHASES[table.phase].begin(state)
