"""The round as a list of phases, and the rules by which a match moves through them.

Some phases make a seat the actor when they begin; such a phase lasts until no seat has to act. All other phases need no
choice and end at once. When a phase has ended, the next one begins; after the last phase of a round, the first phase of
the next round begins.
"""

from typing import Final

from mypy_extensions import i64

from arena.games.cells import Cells
from arena.games.verraeter.editions import ROUNDS
from arena.games.verraeter.phases import building, conflict, draft, drawing, setup, supply
from arena.games.verraeter.state.cells import (
    ACTOR,
    BORDER,
    BUILDING,
    BUILDING_SEAT,
    HAND_SIZE,
    PHASE,
    ROUND,
    SCORE,
    SEATS,
    START,
    WINNER,
)
from arena.games.verraeter.state.state import State
from arena.games.verraeter.terms import (
    BUILD,
    CONFLICT,
    DRAFT,
    DRAW,
    NEXT_ROUND,
    NO_BORDER,
    NOBODY,
    OVER,
    PASS_START,
    PLACES,
    PUT_AWAY,
    RESOLUTION,
    REVEAL,
    SCORING,
    SETUP,
    STRATEGY_CARD,
    SUPPLY,
    TAKE_BACK,
    TRADING_POST,
)

MOST_BONUS_CARDS: Final = 3


def legal(state: State) -> tuple[int, ...]:
    """Returns the actor's legal actions, ascending; empty when the match is over."""
    phase = state.cells[PHASE]
    if phase == DRAFT:
        return draft.legal(state)
    if phase == SUPPLY:
        return supply.legal(state)
    if phase == DRAW:
        return drawing.legal(state)
    if phase == CONFLICT:
        return conflict.legal(state)
    if phase == BUILD:
        return building.legal(state)
    return setup.legal(state) if phase == SETUP else ()


def take(state: State, action: i64) -> None:
    """Carries out an action. It does not run the phases that follow without a choice."""
    cells = state.cells
    phase = cells[PHASE]
    if phase == DRAFT:
        draft.act(cells, action)
    elif phase == SUPPLY:
        supply.act(cells, action)
    elif phase == DRAW:
        drawing.act(state, action)
    elif phase == CONFLICT:
        conflict.act(cells, action)
    elif phase == BUILD:
        building.act(cells, action)
    elif phase == SETUP:
        setup.act(cells, action)


def begin_next(state: State) -> None:
    """Moves to the next phase and begins it, or ends the match."""
    cells = state.cells
    phase = cells[PHASE]
    if phase == DRAW and _ends(cells):
        _final_scoring(cells)
        cells[PHASE] = OVER
        return
    if phase == NEXT_ROUND:
        cells[PHASE] = CONFLICT
    else:
        cells[PHASE] += 1
    _begin(state)


def _begin(state: State) -> None:  # noqa: C901, PLR0912  # one branch for each phase
    cells = state.cells
    phase = cells[PHASE]
    if phase == CONFLICT:
        conflict.begin(cells)
    elif phase == DRAFT:
        draft.begin(cells)
    elif phase == SUPPLY:
        supply.begin(cells)
    elif phase == REVEAL:
        draft.reveal(state)
    elif phase == RESOLUTION:
        conflict.resolve(state)
    elif phase == SCORING:
        conflict.score(state)
    elif phase == BUILD:
        building.begin(cells)
    elif phase == STRATEGY_CARD:
        building.hand_over_strategy(cells)
    elif phase == PUT_AWAY:
        supply.put_away(cells)
    elif phase == DRAW:
        drawing.begin(state)
    elif phase == TAKE_BACK:
        draft.take_back(cells)
    elif phase == PASS_START:
        _pass_start(cells)
    elif phase == NEXT_ROUND:
        _next_round(cells)


def stages(state: State, action: i64) -> list[State]:
    """Returns the states after an action: the state just after it, and the state after each phase that follows without
    a choice.
    """
    new = state.copy()
    take(new, action)
    passed = [new.copy()]
    while not _rests(new.cells):
        begin_next(new)
        passed.append(new.copy())
    return passed


def advance(state: State) -> None:
    """Runs phases until a seat must act or the match is over."""
    while not _rests(state.cells):
        begin_next(state)


def _rests(cells: Cells) -> bool:
    """Whether no phase can run by itself now, because a seat must act or the match is over."""
    return cells[ACTOR] != NOBODY or cells[PHASE] == OVER


def _pass_start(cells: Cells) -> None:
    """V-12.1: makes the start player's left neighbour the start player of the next round."""
    cells[START] = (cells[START] + 1) % cells[SEATS]


def _next_round(cells: Cells) -> None:
    """V-13.1: begins the next round. Adds 1 to the round number and clears the place and winner of the conflict."""
    cells[ROUND] += 1
    cells[BORDER] = NO_BORDER
    cells[WINNER] = 0


def _ends(cells: Cells) -> bool:
    """V-14.1, V-14.2: whether the match ends after this round, because it is the last one or one house owns the whole
    circle.
    """
    return cells[ROUND] == ROUNDS[cells[SEATS]] or conflict.one_house_owns_all(cells)


def _final_scoring(cells: Cells) -> None:
    """V-14.3: adds the points of the trading posts to the scores at the end of the match."""
    for gain in final_gains(cells):
        cells[SCORE + gain.seat] += gain.points


def final_gains(cells: Cells) -> list[conflict.Gain]:
    """V-14.3: returns the points at the end of the match. Each trading post in the circle scores 1 for each card in its
    owner's hand, but at most 3.
    """
    found: list[conflict.Gain] = []
    for place in range(PLACES):
        if cells[BUILDING + place] == TRADING_POST:
            seat = cells[BUILDING_SEAT + place]
            found.append(conflict.Gain(seat, conflict.TRADING, min(MOST_BONUS_CARDS, cells[HAND_SIZE + seat]), place))
    return found
