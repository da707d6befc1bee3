"""How likely an imagined world is, because seats like some roles more than others, depending on what they have."""

import math
from collections.abc import Sequence
from typing import Final

from arena.games.verraeter import Position
from arena.games.verraeter.codes import ALL_ROLES, PLACES, TRADING_POST
from arena.games.verraeter.editions import ROUNDS

POINTS_A_CARD: Final = 2
"""What a seat expects of each card in the hands of others."""
FAR: Final = 60
"""A lead of so many conflict points counts as certain."""
ENOUGH: Final = [round(64 / (1 + math.exp(-lead / 5))) for lead in range(-FAR, FAR + 1)]
"""By lead, from -`FAR`: how often of 64 times it may be enough."""

FINE: Final = 1 << 12
"""What the weights of facts are multiplied by."""
STEPS: Final = 64
"""The number of entries in `POWERS` for each unit of liking."""
POWERS: Final = [round((1 << 20) * math.exp(-step / STEPS)) for step in range(10 * STEPS + 1)]
"""By how much less a role is liked than the favourite: how often it is kept while the favourite is kept 2^20 times."""

Liking = Sequence[Sequence[int]]
"""By role, for each of its facts: how much more the seat likes the role for it, times `FINE`."""


class Beliefs:
    """How likely other seats are to keep each role in one turn, whose worlds all have the same open facts."""

    def __init__(self, weights: Liking, position: Position, winner_points: Sequence[int]) -> None:
        """Takes any world of the turn, and the points for conquests by landscape."""
        self.weights, self.position, self.winner_points = weights, position, winner_points
        self.known: dict[tuple[int, int], list[int]] = {}

    def weight(self, world: Position, seat: int) -> float:
        """How likely the others are to keep the roles they keep in this world, where `seat` knows its own."""
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
        """By role: how often a seat with these points in hand keeps it, while it keeps its favourite 2^20 times."""
        if (seat, points) not in self.known:
            facts = pick_facts(self.position, seat, points, self.winner_points)
            liking = [sum(map(int.__mul__, weights, facts)) * STEPS // FINE for weights in self.weights]
            best = max(liking)
            self.known[seat, points] = [POWERS[min(best - one, len(POWERS) - 1)] for one in liking]
        return self.known[seat, points]


def pick_facts(position: Position, seat: int, points: int, winner_points: Sequence[int]) -> tuple[int, ...]:
    """What a seat's pick depends on; `points` are those of its hand when it drafts. Whole numbers."""
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
    """By seat: the cards in hand when roles were drafted."""
    played = position.played
    return [size + sum(played[6 * seat : 6 * seat + 6]) for seat, size in enumerate(position.hand_sizes)]


def buildings(position: Position, seat: int) -> tuple[int, int, int]:
    """The active estates of a seat, its idle ones, and its trading posts."""
    house, counts = position.house[seat], [0, 0, 0]
    for kind, owner, circle in zip(position.building_kind, position.building_seat, position.circle_house, strict=True):
        if kind and owner == seat:
            counts[2 if kind == TRADING_POST else int(circle != house)] += 1
    return counts[0], counts[1], counts[2]


def enough(lead: int) -> int:
    return ENOUGH[min(max(lead, -FAR), FAR) + FAR]
