"""Reads many positions of Verräter at once, into rows of whole numbers that networks are given.

A row is about one seat: its own facts come first, then those of each other seat in turn order. All numbers are whole,
so that every machine finds the same ones.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.games.verraeter import Position, card_count, card_points
from arena.games.verraeter.codes import ESTATE, PLACES, TRADING_POST
from arena.games.verraeter.editions import ROUNDS

Ints = NDArray[np.int64]

ALL_CARDS: Final = 7776
SIZE: Final = np.array([card_count(code) for code in range(ALL_CARDS)])
"""By code of cards: how many there are."""
POINTS: Final = np.array([card_points(code) for code in range(ALL_CARDS)])
"""By code of cards: their conflict points."""
STRONG: Final = np.array(
    [sum(code // weight % base for weight, base in ((216, 6), (1296, 3), (3888, 2))) for code in range(ALL_CARDS)]
)
"""By code of cards: how many have five conflict points or more."""
BONUS_CARDS: Final = 3
"""The most cards that a trading post pays for."""
NEAR: Final = 5
"""The lead in points up to which each point matters most."""
ROOT: Final = np.array([23, *(round(16 / left**0.5) for left in range(1, 10))])
"""By rounds left: what a lead is multiplied by, because luck grows with the root of what is still to be played."""
PER_ROOT: Final = 4
"""What that product is divided by."""


class Table:
    """The public and hidden facts of several positions of one match; arrays have a row for each position."""

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
        """By position: the facts that decide how the match ends for a seat, at the beginning of a round."""
        house = self.house[:, seat]
        facts = [*self.circle_facts(house), *(self.left == left for left in (1, 2, 3))]
        for step in range(self.seats):
            facts += self.seat_facts(seat, (seat + step) % self.seats)
        friends = (self.house == house[:, None]).sum(1) - 1
        facts += [friends == number for number in range(self.seats)]
        return np.stack(facts, axis=1).astype(np.int64)

    def circle_facts(self, house: Ints) -> list[Ints]:
        """What the circle offers a house: its landscapes, the borders, and the largest to win and to lose there."""
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
        """What another seat, or the seat itself, has: cards, buildings, its place in the round, and how far behind."""
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
        """Active estates of a seat, idle ones, trading posts, and how many neighbours of the active ones are alike."""
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
