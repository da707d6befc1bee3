"""The conflict: its choice in phase 1, its winner in phase 5, and the points for it in phase 6."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from arena.games.cells import Cells, blank, count, find, row
from arena.games.verraeter import actions
from arena.games.verraeter.points import PointTable
from arena.games.verraeter.state.cards import STRENGTH
from arena.games.verraeter.state.cells import (
    ACTOR,
    BORDER,
    HOUSE,
    LANDSCAPE,
    OWNER,
    PLAYED,
    ROLE,
    SCORE,
    SEATS,
    STRATEGY,
    WINNER,
)
from arena.games.verraeter.state.state import Rules, State
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

ROLE_STRENGTH: Final = row([{DIPLOMAT_2: 2, DIPLOMAT_5: 5}.get(role, 0) for role in range(len(ROLES))])
"""The conflict points that each role adds, indexed by role. Only the two Diplomats add any."""
ROLE_SCORE: Final = row([{TRAITOR: 1, STRATEGIST: 2}.get(role, 0) for role in range(len(ROLES))])
"""The victory points that each role scores for its holder in every round, indexed by role. Only the Traitor and the
Strategist score any.
"""
CONQUEST: Final = "conquest"
TRADING: Final = "trading-post"


@final
@mypyc_attr(acyclic=True)
class Gain:
    """The points that a seat scores for one reason."""

    __slots__ = ("place", "points", "reason", "seat")

    def __init__(self, seat: i64, reason: str, points: i64, place: i64) -> None:
        self.seat = seat
        self.reason = reason
        """The reason for the points: CONQUEST, TRADING, or the name of a role."""
        self.points = points
        self.place = place
        """The place of the conquered landscape or of the trading post; NOBODY (-1) if the reason is a role."""


_fights: Final[list[tuple[int, ...]]] = [()] * (1 << PLACES)
"""A cache of the results of `legal` for each way in which the houses can own the circle. The index is a number with a
bit for each place, which is 1 if the house Rose owns the place.

An empty tuple means that the result is not computed yet.
"""


def begin(cells: Cells) -> None:
    """V-1.1: makes the holder of the strategy card the actor, who chooses the conflict."""
    cells[ACTOR] = cells[STRATEGY]


def legal(state: State) -> tuple[int, ...]:
    """V-1.2: returns the legal choices of the conflict: all borders between places that belong to different houses."""
    circle = _circle(state.cells)
    found = _fights[circle]
    if not found:
        owners = [circle >> place & 1 for place in range(PLACES)]
        borders = [place for place in range(PLACES) if owners[place] != owners[(place + 1) % PLACES]]
        found = _fights[circle] = tuple([actions.fight(place) for place in borders])
    return found


def _circle(cells: Cells) -> i64:
    circle: i64 = 0
    bit: i64 = 1
    for place in range(PLACES):
        if cells[OWNER + place] == ROSE:
            circle += bit
        bit += bit
    return circle


def one_house_owns_all(cells: Cells) -> bool:
    """V-14.2: whether one house owns the whole circle, so that no conflict is possible any more."""
    return count(cells, OWNER, PLACES, cells[OWNER]) == PLACES


def act(cells: Cells, action: i64) -> None:
    """V-1.3: sets the chosen border as the place of the conflict."""
    cells[BORDER] = action - actions.FIGHT
    cells[ACTOR] = NOBODY


def resolve(state: State) -> None:
    """V-5.4, V-5.5: sets the winner of the conflict to the house with strictly more conflict points. A tie has no
    winner.
    """
    cells = state.cells
    totals = strengths(cells, state.rules.points)
    if totals[EAGLE] > totals[ROSE]:
        cells[WINNER] = EAGLE
    elif totals[ROSE] > totals[EAGLE]:
        cells[WINNER] = ROSE


def strengths(cells: Cells, points: PointTable) -> Cells:
    """V-5.1 to V-5.3, V-5.6: returns the conflict points of each house, indexed by the house's number. The points are
    added up over landscapes, supply cards and Diplomats.
    """
    totals = blank(3)
    for step in range(2):
        place = (cells[BORDER] + step) % PLACES
        totals[cells[OWNER + place]] += points.base[cells[LANDSCAPE + place]]
    for seat in range(cells[SEATS]):
        totals[cells[HOUSE + seat]] += STRENGTH[cells[PLAYED + seat]] + ROLE_STRENGTH[cells[ROLE + seat]]
    return totals


def score(state: State) -> None:
    """V-6.1 to V-6.5: adds the points for the conflict and for the roles Traitor and Strategist, and gives the
    conquered landscape to the winning house.
    """
    cells = state.cells
    seats, winner = cells[SEATS], cells[WINNER]
    points = conquest_points(cells, state.rules)
    for seat in range(seats):
        if cells[HOUSE + seat] == winner:
            cells[SCORE + seat] += points
        cells[SCORE + seat] += ROLE_SCORE[cells[ROLE + seat]]
    if winner:
        cells[OWNER + loser_place(cells)] = winner


def gains(cells: Cells, rules: Rules) -> list[Gain]:
    """V-6.1 to V-6.4: returns the points that `score` adds, each with its seat and its reason."""
    found: list[Gain] = []
    seats, winner = cells[SEATS], cells[WINNER]
    if winner:
        points, conquered = conquest_points(cells, rules), loser_place(cells)
        for seat in range(seats):
            if cells[HOUSE + seat] == winner:
                found.append(Gain(seat, CONQUEST, points, conquered))
    for role in range(len(ROLES)):
        if ROLE_SCORE[role]:
            holder = find(cells, ROLE, seats, role)
            if holder != NOBODY:
                found.append(Gain(holder, ROLES[role], ROLE_SCORE[role], NOBODY))
    return found


def loser_place(cells: Cells) -> i64:
    """Returns the conquered place. Of the two places at the conflict's border, it is the place that belongs to the
    losing house. The conflict must have a winner.
    """
    border, loser = cells[BORDER], BOTH_HOUSES - cells[WINNER]
    return border if cells[OWNER + border] == loser else (border + 1) % PLACES


def conquest_points(cells: Cells, rules: Rules) -> i64:
    """V-6.1, V-6.2: returns the points that each seat of the winning house scores for the conflict; 0 after a tie.

    The card of the conquered landscape gives the points for each number of winning seats. In one edition, each seat
    scores 1 instead if all seats are in the winning house.
    """
    seats, winner = cells[SEATS], cells[WINNER]
    if not winner:
        return 0
    winners = count(cells, HOUSE, seats, winner)
    if winners == seats and rules.options.unanimous_win_scores_one:
        return 1
    return rules.points.winners[cells[LANDSCAPE + loser_place(cells)]][winners]
