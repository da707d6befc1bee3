"""The round as a table of phases, and how a match moves through it.

A phase begins; if that makes some seat the actor, it is a decision and lasts until its actions leave nobody to act;
else it was a stage that happened by itself. Then the next phase begins, and after the last the first.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from arena.games.verraeter import building, conflict, draft, drawing, setup, supply
from arena.games.verraeter.cards import SIZE
from arena.games.verraeter.editions import ROUNDS
from arena.games.verraeter.state import State, Table
from arena.games.verraeter.terms import NO_BORDER, NOBODY, OVER, TRADING_POST

MOST_BONUS_CARDS: Final = 3

Stage = Callable[[State], None]


class Phase(NamedTuple):
    """One line of the round: what happens when it begins and, for a decision, what is legal and what an action does."""

    begin: Stage
    legal: Callable[[State], tuple[int, ...]] | None = None
    act: Callable[[State, int], None] | None = None


def _pass_start(state: State) -> None:
    """V-12.1: the left neighbour starts the next round."""
    state.table.start = (state.table.start + 1) % state.table.seats


def _next_round(state: State) -> None:
    """V-13.1: the round is over; the next begins with phase 1."""
    state.table.round += 1
    state.table.conflict = NO_BORDER
    state.table.winner = 0


def _nothing(state: State) -> None:
    pass


PHASES: Final = (
    Phase(_nothing, setup.legal, setup.act),
    Phase(conflict.begin, conflict.legal, conflict.act),
    Phase(draft.begin, draft.legal, draft.act),
    Phase(supply.begin, supply.legal, supply.act),
    Phase(draft.reveal),
    Phase(conflict.resolve),
    Phase(conflict.score),
    Phase(building.begin, building.legal, building.act),
    Phase(building.hand_over_strategy),
    Phase(supply.put_away),
    Phase(drawing.begin, drawing.legal, drawing.act),
    Phase(draft.take_back),
    Phase(_pass_start),
    Phase(_next_round),
    Phase(_nothing),
)
"""By number in the rulebook; `terms.py` has their names."""

LAST_OF_MATCH: Final = 10
LAST_OF_ROUND: Final = 13


def take(state: State, action: int) -> State:
    """The state just after the action; what then happens by itself is still to come."""
    new = state.copy()
    act = PHASES[new.table.phase].act
    if act:
        act(new, action)
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
    """The next phase begins, or the match is over."""
    table = state.table
    if table.phase == LAST_OF_MATCH and _ends(state):
        _final_scoring(state)
        table.phase = OVER
        return
    table.phase = 1 if table.phase == LAST_OF_ROUND else table.phase + 1
    PHASES[table.phase].begin(state)


def _ends(state: State) -> bool:
    """V-14.1, V-14.2: after phase 10 of the last round, or once one house owns the whole circle."""
    table = state.table
    return table.round == ROUNDS[table.seats] or len(set(table.circle_house)) == 1


def _final_scoring(state: State) -> None:
    """V-14.3: what trading posts score."""
    table = state.table
    score = list(table.score)
    for gain in final_gains(table, [SIZE[hand] for hand in state.hands]):
        score[gain.seat] += gain.points
    table.score = tuple(score)


def final_gains(table: Table, hand_sizes: Sequence[int]) -> list[conflict.Gain]:
    """V-14.3: each trading post in the circle scores 1 for each card in hand, three cards at most."""
    return [
        conflict.Gain(seat, conflict.TRADING, min(MOST_BONUS_CARDS, hand_sizes[seat]), place)
        for place, (kind, seat) in enumerate(zip(table.building_kind, table.building_seat, strict=True))
        if kind == TRADING_POST
    ]
