"""The turn as a table of phases, and how a match moves through it.

A phase begins; if that makes some seat the actor, it is a decision and lasts until its actions leave nobody to act;
else it was a stage that happened by itself. Then the next phase begins, and after the end of a turn the next turn.
Two phases interrupt others and go back to them: the surplus of influence cards, and reactions.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from arena.games.hetverraad import action, black_master, ending, income, reactions, setup
from arena.games.hetverraad.cells import (
    ACTIVE,
    ACTOR,
    ATTACKS,
    BUILDINGS_BUILT,
    PHASE,
    RED,
    ROUND,
    SEATS,
    START,
    TOKENS_BOUGHT,
    TOWERS_BUILT,
)
from arena.games.hetverraad.holdings import judge
from arena.games.hetverraad.piles import AREAS_BLOCKED, AREAS_BOUGHT, CARDS_SOLD
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
    cells, piles = state.cells, state.piles
    ending.expel(state)
    if ending.ends(state):
        ending.turn_up(state)
        cells[PHASE] = OVER
        return
    cells[ACTIVE] = (cells[ACTIVE] + 1) % cells[SEATS]
    if cells[ACTIVE] == cells[START]:
        cells[ROUND] += 1
    piles[AREAS_BOUGHT] = piles[AREAS_BLOCKED] = piles[CARDS_SOLD] = b""
    cells[BUILDINGS_BUILT] = cells[TOWERS_BUILT] = cells[TOKENS_BOUGHT] = cells[ATTACKS] = cells[RED] = 0


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
    act = PHASES[new.cells[PHASE]].act
    if act:
        act(new, action)
        judge(new, state.cells)
    return new


def stages(state: State, action: int) -> list[State]:
    """The state just after the action, and after each phase that then happens by itself."""
    new = take(state, action)
    passed = [new.copy()]
    while new.cells[ACTOR] == NOBODY and new.cells[PHASE] != OVER:
        begin_next(new)
        passed.append(new.copy())
    return passed


def advance(state: State) -> None:
    """Goes on through phases until some seat must act or the match is over."""
    cells = state.cells
    while cells[ACTOR] == NOBODY and cells[PHASE] != OVER:
        begin_next(state)


def begin_next(state: State) -> None:
    """The next phase begins."""
    cells = state.cells
    cells[PHASE] = INCOME if cells[PHASE] == TURN_END else cells[PHASE] + 1
    PHASES[cells[PHASE]].begin(state)
