"""The row of a match, cell by cell: what lies open first, and after it what is hidden from some seat or all.

A state has the whole row; a view has a copy of the open cells and so cannot tell more. A name followed by "by place" is
the first of twelve cells, `cells[OWNER + place]`; one followed by "by seat" the first of four, `cells[HOUSE + seat]`,
of which those of seats that do not play stay 0. What is not used is 0.

The numbers are written out, because mypyc then puts them into the instructions; `tests/games` checks that they fit.
"""

from typing import Final

SEATS: Final = 0
ROUND: Final = 1
"""From 1."""
PHASE: Final = 2
ACTOR: Final = 3
"""The seat that must act; NOBODY when the match is over."""
START: Final = 4
"""The start player."""
STRATEGY: Final = 5
"""The seat that holds the strategy card."""
BORDER: Final = 6
"""Of this round's conflict: between this place and the next; NO_BORDER before phase 1."""
WINNER: Final = 7
"""The house that won this round's conflict; 0 before phase 5 and after a tie."""
DISCARD: Final = 8
"""Code of the discard pile."""
DRAWS_DONE: Final = 9
"""How many draws of phase 10 are done."""
PILE_SIZE: Final = 10
"""Cards in the draw pile."""
LANDSCAPE: Final = 11
"""By place: landscape 1 waste .. 6 city; never changes."""
OWNER: Final = 23
"""By place: the house that owns the landscape."""
BUILDING: Final = 35
"""By place: 0 none, 1 estate, 2 trading post."""
BUILDING_SEAT: Final = 47
"""By place: the seat that owns the building; 0 where there is none."""
HOUSE: Final = 59
"""By seat: its allegiance."""
HAND_SIZE: Final = 63
"""By seat: the number of cards in hand."""
ROLE: Final = 67
"""By seat: the revealed role; 0 before phase 4."""
PLAYED: Final = 71
"""By seat: code of the supply cards laid down this round."""
SCORE: Final = 75
"""By seat."""

OPEN_CELLS: Final = 79
"""So many lie open; the cells from here on are hidden."""

HAND: Final = 79
"""By seat: code of the hand."""
KEPT: Final = 83
"""By seat: the role kept this round; 0 before the pick."""
ASIDE: Final = 87
"""The role set aside unseen this round; 0 outside phases 2 to 10."""
ASIDES: Final = 88
"""The roles set aside in the rounds to come: `role - 1` as digits to base 6, the next round's lowest."""
RESHUFFLES: Final = 89
"""How often the discard pile has become the draw pile."""
PILE: Final = 90
"""The draw pile: the kinds of its cards (places in `VALUES`) as digits to base 6, the next to be drawn lowest."""

ALL_CELLS: Final = 91
