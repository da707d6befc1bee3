"""The row of a match, cell by cell: first the open cells, then the cells hidden from some or all seats.

A state has the whole row; a view has only a copy of the open cells. A name described as "by place" is the first of
twelve cells, as in `cells[OWNER + place]`; one "by seat" is the first of four, as in `cells[HOUSE + seat]`; cells of
seats that do not play stay 0. Unused cells are 0.

The numbers are literals, because mypyc then puts them into the instructions; `tests/games` checks that they fit.
"""

from typing import Final

SEATS: Final = 0
ROUND: Final = 1
"""The number of the round, from 1."""
PHASE: Final = 2
ACTOR: Final = 3
"""The seat that must act; NOBODY while none has to choose, and when the match is over."""
START: Final = 4
"""The start player."""
STRATEGY: Final = 5
"""The seat that holds the strategy card."""
BORDER: Final = 6
"""The place before the border of this round's conflict, which lies between it and the next; NO_BORDER if not chosen."""
WINNER: Final = 7
"""The house that won this round's conflict; 0 before phase 5 and after a tie."""
DISCARD: Final = 8
"""The code of the discard pile."""
DRAWS_DONE: Final = 9
"""How many draws of phase 10 have been made."""
PILE_SIZE: Final = 10
"""The number of cards in the draw pile."""
LANDSCAPE: Final = 11
"""By place: landscape 1 waste .. 6 city; never changes."""
OWNER: Final = 23
"""By place: the house (1 eagle, 2 rose) that owns the landscape."""
BUILDING: Final = 35
"""By place: 0 none, 1 estate, 2 trading post."""
BUILDING_SEAT: Final = 47
"""By place: the seat that owns the building; 0 if there is none."""
HOUSE: Final = 59
"""By seat: its house, 1 eagle or 2 rose."""
HAND_SIZE: Final = 63
"""By seat: the number of cards in hand."""
ROLE: Final = 67
"""By seat: the role it has shown; 0 before phase 4."""
PLAYED: Final = 71
"""By seat: code of the supply cards laid down this round."""
SCORE: Final = 75
"""By seat: its victory points."""

OPEN_CELLS: Final = 79
"""The number of open cells; the cells from this index on are hidden from some or all seats."""

HAND: Final = 79
"""By seat: code of the hand."""
KEPT: Final = 83
"""By seat: the role it keeps in this round; 0 before its pick."""
ASIDE: Final = 87
"""The role set aside unseen this round; 0 outside phases 2 to 10."""
ASIDES: Final = 88
"""The roles set aside in the rounds to come: `role - 1` as digits to base 6, the next round's lowest."""
RESHUFFLES: Final = 89
"""How often the discard pile has become the draw pile."""
PILE: Final = 90
"""The draw pile: the kinds of its cards (indexes in `VALUES`) as digits to base 6, the next card's digit lowest."""

ALL_CELLS: Final = 91
