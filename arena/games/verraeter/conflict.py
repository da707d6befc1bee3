"""Phase 1, where the conflict is fought, and phases 5 and 6, who wins it and what that scores."""

from typing import Final, NamedTuple

from arena.games.verraeter import actions
from arena.games.verraeter.cards import STRENGTH
from arena.games.verraeter.points import PointTable
from arena.games.verraeter.state import Rules, State, Table, with_byte
from arena.games.verraeter.terms import (
    BOTH_HOUSES,
    DIPLOMAT_2,
    DIPLOMAT_5,
    EAGLE,
    NOBODY,
    PLACES,
    ROLES,
    ROSE,
    STRATEGIST,
    TRAITOR,
)

DIPLOMAT_POINTS: Final = ((DIPLOMAT_2, 2), (DIPLOMAT_5, 5))
ROLE_SCORE: Final = ((TRAITOR, 1), (STRATEGIST, 2))
CONQUEST: Final = "conquest"
TRADING: Final = "trading-post"


class Gain(NamedTuple):
    """Points of a seat, and why it has them."""

    seat: int
    reason: str
    """CONQUEST, TRADING, or the name of a role."""
    points: int
    place: int
    """Of the conquered landscape, or of the trading post; NOBODY where there is none."""


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
    for gain in gains(table, state.rules):
        score[gain.seat] += gain.points
    if table.winner:
        table.circle_house = with_byte(table.circle_house, loser_place(table), table.winner)
    table.score = tuple(score)


def gains(table: Table, rules: Rules) -> list[Gain]:
    """V-6.1 to V-6.4: what the conflict that is decided brings to whom."""
    found: list[Gain] = []
    if table.winner:
        conquered = loser_place(table)
        points = _conflict_points(rules, table.landscape[conquered], table.house.count(table.winner), table.seats)
        found += [
            Gain(seat, CONQUEST, points, conquered) for seat in range(table.seats) if table.house[seat] == table.winner
        ]
    for role, points in ROLE_SCORE:
        seat = table.role.find(role)
        if seat != NOBODY:
            found.append(Gain(seat, ROLES[role], points, NOBODY))
    return found


def loser_place(table: Table) -> int:
    """The place of the border that does not belong to the winning house."""
    loser = BOTH_HOUSES - table.winner
    return table.conflict if table.circle_house[table.conflict] == loser else (table.conflict + 1) % PLACES


def _conflict_points(rules: Rules, landscape: int, winners: int, seats: int) -> int:
    """V-6.1, V-6.2: the conquered card's column for that many winners, or 1 if all have won and the edition says so."""
    if winners == seats and rules.options.unanimous_win_scores_one:
        return 1
    return rules.points.winners[landscape][winners]
