"""The indexes of the cells: a match stores its numbers in one row of cells. The open cells are first, then the cells
hidden from some or all seats.

A state has the whole row; a view has only a copy of the open cells. A name described as "by place" is the index of the
first of twelve cells, as in `cells[OWNER + place]`. A name described as "by seat" is the index of the first of four
cells, as in `cells[HOUSE + seat]`; cells of seats that do not play stay 0. Unused cells are 0.

The indexes are literals, because mypyc then compiles them into the instructions. A test in `tests/games` checks that
the cells do not overlap.
"""

from typing import Final

SEATS: Final = 0
ROUND: Final = 1
"""The cell with the number of the round, from 1."""
PHASE: Final = 2
ACTOR: Final = 3
"""The cell with the seat that must act; NOBODY while no seat has to choose, and when the match is over."""
START: Final = 4
"""The cell with the start player's seat."""
STRATEGY: Final = 5
"""The cell with the seat that holds the strategy card."""
BORDER: Final = 6
"""The cell with the place of this round's conflict; NO_BORDER before it is chosen. The conflict is fought at the border
between this place and the next.
"""
WINNER: Final = 7
"""The cell with the house that won this round's conflict; 0 before phase 5 and after a tie."""
DISCARD: Final = 8
"""The cell with the discard pile, as a code of its cards (see `cards.py`)."""
DRAWS_DONE: Final = 9
"""The cell with the number of draws of phase 10 that are done."""
PILE_SIZE: Final = 10
"""The cell with the number of cards in the draw pile."""
LANDSCAPE: Final = 11
"""The first of twelve cells, by place: the landscape, from 1 (waste) to 6 (city). The landscapes never change."""
OWNER: Final = 23
"""The first of twelve cells, by place: the house that owns the landscape, 1 eagle or 2 rose."""
BUILDING: Final = 35
"""The first of twelve cells, by place: the building, which is 0 none, 1 estate or 2 trading post."""
BUILDING_SEAT: Final = 47
"""The first of twelve cells, by place: the seat that owns the building. The value 0 means seat 0, or no building
if BUILDING is 0.
"""
HOUSE: Final = 59
"""The first of four cells, by seat: the house of the seat, 1 eagle or 2 rose."""
HAND_SIZE: Final = 63
"""The first of four cells, by seat: the number of cards in the seat's hand."""
ROLE: Final = 67
"""The first of four cells, by seat: the role that the seat has shown; 0 before phase 4 and in phases 11 to 13."""
PLAYED: Final = 71
"""The first of four cells, by seat: the supply cards that the seat has played this round, as a code (see `cards.py`).
"""
SCORE: Final = 75
"""The first of four cells, by seat: the victory points of the seat."""

OPEN_CELLS: Final = 79
"""The number of open cells. The cells from this index on are hidden from some or all seats."""

HAND: Final = 79
"""The first of four cells, by seat: the cards in the seat's hand, as a code (see `cards.py`)."""
KEPT: Final = 83
"""The first of four cells, by seat: the role that the seat keeps in this round; 0 before the seat has picked one."""
ASIDE: Final = 87
"""The cell with the role that is set aside unseen this round; 0 before phase 2 and in phases 11 to 13."""
ASIDES: Final = 88
"""The cell with the roles that will be set aside in the coming rounds, as a number in base 6. The lowest digit is
for the next round. Each digit is `role - 1`.
"""
RESHUFFLES: Final = 89
"""The cell with the number of times that the discard pile was shuffled into a new draw pile."""
PILE: Final = 90
"""The cell with the draw pile, as a number in base 6. The lowest digit is the next card to be drawn. Each digit is
the kind of a card (its index in `VALUES`).
"""

ALL_CELLS: Final = 91
