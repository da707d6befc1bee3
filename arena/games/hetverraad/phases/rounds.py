"""The turn as a list of phases, and the rules by which a match moves through them.

Some phases make a seat the actor when they begin; such a phase lasts until no seat has to act. All other phases need no
choice and end at once. When a phase has ended, the next one begins; after the last phase of a turn, the first phase of
the next turn begins.
Two phases interrupt others and return to them: SURPLUS (too many influence cards) and REACTION.
"""

from mypy_extensions import i64

from arena.games.hetverraad.phases import acting, black_master, ending, income, reactions, setup
from arena.games.hetverraad.state.cells import (
    ACTIVE,
    ACTOR,
    ATTACKS,
    BUILDINGS_BUILT,
    PHASE,
    RED,
    ROUND,
    SCORE,
    SEATS,
    START,
    TOKENS_BOUGHT,
    TOWERS_BUILT,
)
from arena.games.hetverraad.state.holdings import judge
from arena.games.hetverraad.state.piles import AREAS_BLOCKED, AREAS_BOUGHT, CARDS_SOLD
from arena.games.hetverraad.state.state import State
from arena.games.hetverraad.terms import (
    ACTION,
    ATTACK,
    BLACK_MOVE,
    BLACK_STEPS,
    CLOSING,
    DIVINING,
    INCOME,
    INFLUENCE_PHASE,
    NOBODY,
    OVER,
    REACTION,
    REFILL,
    START_AREAS,
    START_TOWERS,
    SURPLUS,
    TURN_END,
)


def legal(state: State) -> list[object]:  # noqa: C901, PLR0911  # one branch for each decision
    """Returns the actor's legal actions, ascending; the list is empty when the match is over."""
    phase = state.cells[PHASE]
    if phase == ACTION:
        return acting.legal(state)
    if phase == INCOME:
        return income.legal(state)
    if phase == REFILL:
        return income.legal_refill(state)
    if phase == DIVINING:
        return income.legal_divining(state)
    if phase == BLACK_STEPS:
        return black_master.legal(state)
    if phase == BLACK_MOVE:
        return black_master.legal_moves(state)
    if phase == ATTACK:
        return black_master.legal_attack(state)
    if phase == CLOSING:
        return black_master.legal_closing(state)
    if phase == SURPLUS:
        return acting.legal_surplus(state)
    if phase == REACTION:
        return reactions.legal(state)
    if phase == START_AREAS:
        return setup.legal_areas(state)
    return setup.legal_towers(state) if phase == START_TOWERS else []


def take(state: State, action: i64) -> None:
    """Carries out an action, without the phases after it that need no choice. Updates RED and ENDING, the two flags
    that depend on the scores.
    """
    cells = state.cells
    before = cells[SCORE + cells[ACTIVE]]
    _act(state, action)
    judge(state, before)


def _act(state: State, action: i64) -> None:  # noqa: C901  # one branch for each decision
    phase = state.cells[PHASE]
    if phase == ACTION:
        acting.act(state, action)
    elif phase == INCOME:
        income.act(state, action)
    elif phase == REFILL:
        income.act_refill(state, action)
    elif phase == DIVINING:
        income.act_divining(state, action)
    elif phase == BLACK_STEPS:
        black_master.act(state, action)
    elif phase == BLACK_MOVE:
        black_master.act_move(state, action)
    elif phase == ATTACK:
        black_master.act_attack(state, action)
    elif phase == CLOSING:
        black_master.act_closing(state, action)
    elif phase == SURPLUS:
        acting.act_surplus(state, action)
    elif phase == REACTION:
        reactions.act(state, action)
    elif phase == START_AREAS:
        setup.choose_area(state, action)
    elif phase == START_TOWERS:
        setup.put_tower(state, action)


def begin_next(state: State) -> None:
    """Moves to the next phase and begins it."""
    cells = state.cells
    if cells[PHASE] == TURN_END:
        cells[PHASE] = INCOME
    else:
        cells[PHASE] += 1
    _begin(state)


def _begin(state: State) -> None:  # noqa: C901  # one branch for each phase that begins with something
    phase = state.cells[PHASE]
    if phase == INCOME:
        income.begin(state)
    elif phase == REFILL:
        income.begin_refill(state)
    elif phase == ACTION:
        acting.begin(state)
    elif phase == INFLUENCE_PHASE:
        acting.begin_influence(state)
    elif phase == BLACK_STEPS:
        black_master.begin(state)
    elif phase == BLACK_MOVE:
        black_master.begin_move(state)
    elif phase == ATTACK:
        black_master.begin_attack(state)
    elif phase == CLOSING:
        black_master.begin_closing(state)
    elif phase == TURN_END:
        _end_turn(state)
    elif phase == START_TOWERS:
        setup.begin_towers(state)


def _end_turn(state: State) -> None:
    """R-17, R-85: ends the turn. Then the match ends, or the left neighbour's turn begins."""
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


def stages(state: State, action: int) -> list[State]:
    """Returns the states after an action: the state just after it, and the state after each phase that follows without
    a choice.
    """
    new = state.copy()
    take(new, action)
    passed = [new.copy()]
    while new.cells[ACTOR] == NOBODY and new.cells[PHASE] != OVER:
        begin_next(new)
        passed.append(new.copy())
    return passed


def advance(state: State) -> None:
    """Runs phases until a seat must act or the match is over."""
    cells = state.cells
    while cells[ACTOR] == NOBODY and cells[PHASE] != OVER:
        begin_next(state)
