"""Reads many positions of Verräter at once, into rows of whole numbers that are the inputs of the networks.

A row describes a position from the point of view of one seat: its own facts are first, then the facts of each other
seat in turn order. All numbers are whole, so that every machine computes the same numbers.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.games.verraeter import Position, card_count, card_points
from arena.games.verraeter.editions import ROUNDS
from arena.games.verraeter.terms import ESTATE, PLACES, TRADING_POST

Ints = NDArray[np.int64]

ALL_CARDS: Final = 7776
SIZE: Final = np.array([card_count(code) for code in range(ALL_CARDS)])
"""The number of cards in each set of cards, by the set's code."""
POINTS: Final = np.array([card_points(code) for code in range(ALL_CARDS)])
"""The conflict points of each set of cards, by the set's code."""
STRONG: Final = np.array(
    [sum(code // weight % base for weight, base in ((216, 6), (1296, 3), (3888, 2))) for code in range(ALL_CARDS)]
)
"""The number of cards with five or more conflict points in each set of cards, by the set's code."""
BONUS_CARDS: Final = 3
"""The most cards in hand that count for a trading post, which scores 1 for each (V-14.3)."""
NEAR: Final = 5
"""The largest lead, in points, that the network's input for close leads shows; a larger lead counts as this number."""
ROOT: Final = np.array([23, *(round(16 / left**0.5) for left in range(1, 10))])
"""The factor for a lead, by the number of rounds left. With more rounds left, the same lead decides less."""
PER_ROOT: Final = 4
"""The divisor of a lead that has been multiplied by a factor from `ROOT`."""


class Table:
    """The public and hidden facts of several positions of one match, as arrays with one row for each position."""

    def __init__(self, positions: Sequence[Position]) -> None:
        first = positions[0]
        seats = self.seats = first.seats
        rows = np.array([self.read(position) for position in positions], np.int64)
        ends = list(accumulate((PLACES, PLACES, PLACES, seats, seats, seats)))
        self.circle, self.kind, self.owner, self.house, self.score, self.hands, others = np.split(rows, ends, axis=1)
        self.left = ROUNDS[seats] + 1 - others[:, 0]
        self.start, self.strategist = others[:, 1], others[:, 2]
        self.landscape = np.array(first.circle_landscape)
        self.base = np.array(first.base)[self.landscape]

    @staticmethod
    def read(position: Position) -> tuple[int, ...]:
        return (
            *position.circle_house,
            *position.building_kind,
            *position.building_seat,
            *position.house,
            *position.score,
            *position.hands,
            position.round,
            position.start,
            position.strategist,
        )

    def of(self, seat: int) -> Ints:
        """Returns, for each position, a row of the facts that decide how the match ends for a seat; the positions must
        be at the beginning of a round.
        """
        house = self.house[:, seat]
        facts = [*self.circle_facts(house), *(self.left == left for left in (1, 2, 3))]
        for step in range(self.seats):
            facts += self.seat_facts(seat, (seat + step) % self.seats)
        friends = (self.house == house[:, None]).sum(1) - 1
        facts += [friends == number for number in range(self.seats)]
        return np.stack(facts, axis=1).astype(np.int64)

    def circle_facts(self, house: Ints) -> list[Ints]:
        """Returns facts about the circle for a house: the rounds left, its landscapes, and its borders with the other
        house. The last two facts are the base conflict points of the strongest landscape that it can win, and of the
        strongest that it can lose.
        """
        ours = self.circle == house[:, None]
        after, base, next_base = np.roll(self.circle, -1, 1), self.base, np.roll(self.base, -1)
        border = self.circle != after
        lead = np.where(ours, base - next_base, next_base - base)
        to_win = np.where(border & (lead >= 0), np.where(ours, next_base, base), 0).max(1)
        to_lose = np.where(border & (lead <= 0), np.where(ours, base, next_base), 0).max(1)
        return [
            self.left,
            ours.sum(1),
            (base * (2 * ours - 1)).sum(1),
            border.sum(1),
            (border & (lead > 0)).sum(1),
            to_win,
            to_lose,
        ]

    def seat_facts(self, seat: int, other: int) -> list[Ints]:
        """Returns facts about the seat `other`: its cards, buildings and place in the round, whether it is in the house
        of `seat`, and whether it holds the strategy card. If the seats differ, the lead of `seat` over `other` follows.
        """
        left, hand, house = self.left, self.hands[:, other], self.house[:, other]
        size, points = SIZE[hand], POINTS[hand]
        active, idle, posts, safe = self.buildings(other, house)
        turn = (other - self.start) % self.seats
        facts = [
            *(size, points, STRONG[hand], active, idle, posts, safe, posts * np.minimum(size, BONUS_CARDS)),
            *(posts * left, active * left, idle * left, size * left, points * left),
            *(house == self.house[:, seat], self.strategist == other),
            *(turn == place for place in range(self.seats - 1)),
        ]
        if other != seat:
            lead = self.score[:, seat] - self.score[:, other]
            facts += [lead, lead * ROOT[left] // PER_ROOT, np.clip(lead, -NEAR, NEAR)]
        return facts

    def buildings(self, seat: int, house: Ints) -> tuple[Ints, Ints, Ints, Ints]:
        """Returns four counts for a seat of `house`: active estates, idle estates, trading posts, and landscapes of the
        house beside active estates. An estate is active under a landscape of the house, else idle. A landscape between
        two active estates counts twice.
        """
        alike = (np.roll(self.circle, 1, 1) == self.circle) * 1 + (np.roll(self.circle, -1, 1) == self.circle)
        own, at_home = self.owner == seat, self.circle == house[:, None]
        estates = own & (self.kind == ESTATE)
        active = estates & at_home
        return (
            active.sum(1),
            (estates & ~at_home).sum(1),
            (own & (self.kind == TRADING_POST)).sum(1),
            (active * alike).sum(1),
        )
