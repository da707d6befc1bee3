"""Phase 1, where the conflict is fought, and phases 5 and 6, who wins it and what that scores."""

from typing import Final

from arena.games.verraeter import actions
from arena.games.verraeter.cards import STRENGTH
from arena.games.verraeter.points import PointTable
from arena.games.verraeter.state import State, Table, with_byte
from arena.games.verraeter.terms import (
    BOTH_HOUSES,
    DIPLOMAT_2,
    DIPLOMAT_5,
    EAGLE,
    NOBODY,
    PLACES,
    ROSE,
    STRATEGIST,
    TRAITOR,
)

DIPLOMAT_POINTS: Final = ((DIPLOMAT_2, 2), (DIPLOMAT_5, 5))
ROLE_SCORE: Final = ((TRAITOR, 1), (STRATEGIST, 2))

_fights: dict[bytes, tuple[int, ...]] = {}


def begin(state: State) -> None:
    """V-1.1: the holder of the strategy card chooses."""
    state.table.actor = state.table.strategist


def legal(state: State) -> tuple[int, ...]:
    """V-1.2: any border between neighbours of different houses."""
    circle = state.table.circle_house
    found = _fights.get(circle)
    if found is None:
        found = _fights[circle] = tuple(
            actions.fight(place) for place in range(PLACES) if circle[place] != circle[(place + 1) % PLACES]
        )
    return found


def act(state: State, action: int) -> None:
    """V-1.3: the place is known to all."""
    state.table.conflict = action - actions.FIGHT
    state.table.actor = NOBODY


def resolve(state: State) -> None:
    """V-5.4, V-5.5: the house with strictly more conflict points wins; a tie has no winner."""
    totals = strengths(state.table, state.rules.points)
    if totals[EAGLE] > totals[ROSE]:
        state.table.winner = EAGLE
    elif totals[ROSE] > totals[EAGLE]:
        state.table.winner = ROSE


def strengths(table: Table, points: PointTable) -> list[int]:
    """V-5.1 to V-5.3, V-5.6: conflict points by house number: landscape, supply cards and Diplomats."""
    totals = [0, 0, 0]
    for place in (table.conflict, (table.conflict + 1) % PLACES):
        totals[table.circle_house[place]] += points.base[table.landscape[place]]
    for seat in range(table.seats):
        totals[table.house[seat]] += STRENGTH[table.played[seat]]
    for role, strength in DIPLOMAT_POINTS:
        seat = table.role.find(role)
        if seat != NOBODY:
            totals[table.house[seat]] += strength
    return totals


def score(state: State) -> None:
    """V-6.1 to V-6.5: points for the conflict and for two of the roles; the conquered landscape changes house."""
    table = state.table
    score = list(table.score)
    if table.winner:
        conquered = _loser_place(table)
        points = _conflict_points(state, conquered, table.house.count(table.winner))
        for seat in range(table.seats):
            if table.house[seat] == table.winner:
                score[seat] += points
        table.circle_house = with_byte(table.circle_house, conquered, table.winner)
    for role, points in ROLE_SCORE:
        seat = table.role.find(role)
        if seat != NOBODY:
            score[seat] += points
    table.score = tuple(score)


def _loser_place(table: Table) -> int:
    """The place of the border that does not belong to the winning house."""
    loser = BOTH_HOUSES - table.winner
    return table.conflict if table.circle_house[table.conflict] == loser else (table.conflict + 1) % PLACES


def _conflict_points(state: State, conquered: int, winners: int) -> int:
    """V-6.1, V-6.2: the conquered card's column for that many winners, or 1 if all have won and the edition says so."""
    if winners == state.table.seats and state.rules.options.unanimous_win_scores_one:
        return 1
    return state.rules.points.winners[state.table.landscape[conquered]][winners]
