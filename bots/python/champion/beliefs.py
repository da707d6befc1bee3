"""Computes how likely an imagined state of the game is, from the roles that the other seats have in it.

The roles that a seat prefers depend on its cards, its buildings and the conflict.
"""

import math
from collections.abc import Sequence
from typing import Final

from arena.games.verraeter import Position
from arena.games.verraeter.editions import ROUNDS
from arena.games.verraeter.terms import ALL_ROLES, PLACES, TRADING_POST

POINTS_A_CARD: Final = 2
"""The conflict points that a seat expects of each card in other seats' hands."""
FAR: Final = 60
"""The lead in conflict points above which a victory counts as certain."""
ENOUGH: Final = [round(64 / (1 + math.exp(-lead / 5))) for lead in range(-FAR, FAR + 1)]
"""The estimated chance of winning the conflict, in 64ths, for each lead from -`FAR` to `FAR`."""

FINE: Final = 1 << 12
"""The factor that turns the learned weights of facts into whole numbers."""
STEPS: Final = 64
"""The number of entries of `POWERS` over which its values fall to 1/e."""
POWERS: Final = [round((1 << 20) * math.exp(-step / STEPS)) for step in range(10 * STEPS + 1)]
"""How often a seat keeps a role, relative to 2^20 for its favourite role. Entry n is for a role that the seat likes
n/`STEPS` units less than its favourite; a role that it likes one unit less is kept 1/e times as often.
"""

Liking = Sequence[Sequence[int]]
"""The weights of the facts for each role: how much each fact increases a seat's liking of the role, times `FINE`."""


class Beliefs:
    """The estimated probabilities that other seats keep each role in one turn. All imagined states of the turn must
    have the same public facts.
    """

    def __init__(self, weights: Liking, position: Position, winner_points: Sequence[int]) -> None:
        """Prepares the estimate. `position` is any imagined state of the turn. `winner_points` has four numbers for
        each landscape: the points for conquering it with a house of 1, 2, 3 or 4 seats.
        """
        self.weights, self.position, self.winner_points = weights, position, winner_points
        self.known: dict[tuple[int, int], list[int]] = {}

    def weight(self, world: Position, seat: int) -> float:
        """Returns the probability that the other seats keep the roles that they keep in this imagined state; the role
        of `seat` is known and does not count.
        """
        seats, start, kept = world.seats, world.start, world.kept
        points, played = world.hand_points, world.played_points
        offered = [role for role in ALL_ROLES if role != world.aside]
        chance = 1.0
        for other in (*range(start, seats), *range(start)):
            role = kept[other]
            if not role:
                break
            if other != seat:
                liking = self.liking(other, points[other] + played[other])
                chance *= liking[role] / sum([liking[one] for one in offered])
            offered.remove(role)
        return chance

    def liking(self, seat: int, points: int) -> list[int]:
        """Returns, by role, how often a seat with these conflict points in hand keeps the role. The numbers are
        relative: that of its favourite role is 2^20.
        """
        if (seat, points) not in self.known:
            facts = pick_facts(self.position, seat, points, self.winner_points)
            liking = [sum(map(int.__mul__, weights, facts)) * STEPS // FINE for weights in self.weights]
            best = max(liking)
            self.known[seat, points] = [POWERS[min(best - one, len(POWERS) - 1)] for one in liking]
        return self.known[seat, points]


def pick_facts(position: Position, seat: int, points: int, winner_points: Sequence[int]) -> tuple[int, ...]:
    """Returns the facts on which a seat's choice of a role depends, as whole numbers. `points` are the conflict points
    of its hand at the time of the choice. `winner_points` is the same list as for `Beliefs`.
    """
    seats, houses, sizes = position.seats, position.house, hand_sizes(position)
    house, here = houses[seat], position.conflict or 0
    there = (here + 1) % PLACES
    if position.circle_house[here] != house:
        here, there = there, here
    landscape, base = position.circle_landscape, position.base
    lead, friends = base[landscape[here]] - base[landscape[there]], 0
    for other in range(seats):
        if other != seat:
            friends += houses[other] == house
            lead += (POINTS_A_CARD if houses[other] == house else -POINTS_A_CARD) * sizes[other]
    prize = winner_points[4 * (landscape[there] - 1) + friends]
    traitors_prize = winner_points[4 * (landscape[here] - 1) + seats - 1 - friends]
    active, idle, posts = buildings(position, seat)
    left = ROUNDS[seats] - position.round
    return (
        1,
        lead,
        abs(lead),
        enough(lead + points // 2) * prize,
        enough(-lead + points // 2) * traitors_prize,
        sizes[seat],
        points,
        active,
        idle,
        posts,
        active + idle + posts,
        left,
        int(left == 0),
        int(position.strategist == seat),
        (seat - position.start) % seats,
    )


def hand_sizes(position: Position) -> list[int]:
    """Returns, by seat, the number of cards in hand at the time when roles were chosen."""
    played = position.played
    return [size + sum(played[6 * seat : 6 * seat + 6]) for seat, size in enumerate(position.hand_sizes)]


def buildings(position: Position, seat: int) -> tuple[int, int, int]:
    """Returns the numbers of a seat's active estates, idle estates, and trading posts."""
    house, counts = position.house[seat], [0, 0, 0]
    for kind, owner, circle in zip(position.building_kind, position.building_seat, position.circle_house, strict=True):
        if kind and owner == seat:
            counts[2 if kind == TRADING_POST else int(circle != house)] += 1
    return counts[0], counts[1], counts[2]


def enough(lead: int) -> int:
    return ENOUGH[min(max(lead, -FAR), FAR) + FAR]
