"""The indexes of the cells: a match stores its numbers in one row of cells. The cards, tokens and lists are in
`piles.py`.

Every seat may know all cells. A `View` of a seat has a copy of them, followed by the sizes of the closed hands, decks
and token stack. A set of areas is one cell with a bit for each area (see `area_sets.py`). Unused cells are 0.

A name described as "by area" is the index of the first of 48 cells, as in `cells[AREA_OWNER + area]`. A name described
as "by seat" is the index of the first of five cells, as in `cells[SCORE + seat]`; cells of seats that do not play stay
0.

The indexes are literals, which mypyc compiles to constants. A test in `tests/games` checks that the cells do not
overlap.
"""

from typing import Final

SEATS: Final = 0
START: Final = 1
"""The cell with the start player's seat."""
ROUND: Final = 2
"""The cell with the number of the round, from 1; 0 during the set-up."""
PHASE: Final = 3
ACTIVE: Final = 4
"""The cell with the seat whose turn it is."""
ACTOR: Final = 5
"""The cell with the seat that must choose; NOBODY when the match is over."""
SLOT: Final = 6
"""The cell with the number of turns that are over in the choice of start areas, and then, from 0 again, in the placing
of start towers. Skipped turns count too.
"""
BLACK_PLACE: Final = 7
"""The cell with the Black Master's area, or OUTSIDE."""
BLACK_SCORE: Final = 8
RESHUFFLES: Final = 9
"""The cell with the number of reshuffles of the deck of building cards."""
INFLUENCE_RESHUFFLES: Final = 10
BUILDINGS_BUILT: Final = 11
"""The cell with the number of buildings built this turn. In the same way, the next three cells count the towers built,
the tokens bought and the attacks made.
"""
TOWERS_BUILT: Final = 12
TOKENS_BOUGHT: Final = 13
ATTACKS: Final = 14
RED: Final = 15
"""A flag cell: 1 if the active seat's score has reached a red square, for which it draws an influence card in phase 3
(R-58); else 0. A later change of the score in the turn may clear the flag (A-23).
"""
ENDING: Final = 16
"""A flag cell: 1 once the end score was reached, which makes this round the last; else 0."""
STEPS: Final = 17
"""The cell with the number of steps that the Black Master may take now."""
BLACK_DIE: Final = 18
"""The cell with the last roll of the black die; 0 before the first roll."""
WHITE_DIE: Final = 19
"""The cell with the last roll of the white die; 0 before the first roll."""
PENDING: Final = 20
"""The cell with the announced action to which other seats may react; 0 if there is none."""
RESUME: Final = 21
"""The cell with the phase to which the match returns after the phase REACTION or SURPLUS; 0 in any other phase."""
AREA_OWNER: Final = 22
"""The first of 48 cells, by area: the owner of the area, which is 0 for neutral, `seat + 1`, or BLACK_MASTER."""
AREA_BUILDING: Final = 70
"""The first of 48 cells, by area: the building card on the area; 0 if there is none."""
AREA_TOWER: Final = 118
"""The first of 48 cells, by area: the number of towers on the area."""
SCORE: Final = 166
"""The first of five cells, by seat: the points of the seat."""
STONES: Final = 171
"""The first of five cells, by seat: the number of the seat's stones."""
WHITE_TOKENS: Final = 176
"""The first of five cells, by seat: the number of the seat's white tokens."""
BLACK_TOKENS: Final = 181
"""The first of five cells, by seat: the number of the seat's black tokens."""
EXPELLED: Final = 186
"""The first of five cells, by seat: 1 if the seat is expelled for ever, else 0. All five stay 0 if the options let
expelled seats return.
"""
DARK_VALUE: Final = 191
"""The first of five cells, by seat: the sum of the values of the seat's black tokens; 0 unless a tie at the end of the
match has turned the tokens up.
"""
INCOME_CUBE: Final = 196
"""The first of 20 cells with the incomes that the income cubes show. The index is `INCOME_CUBE + 4 * seat + colour -
1`.
"""
GRAND_POWER: Final = 216
"""The first of seven cells with the owner of each grand power."""
ROW_STONES: Final = 223
"""The first of nine cells with the number of stones on each of the open building cards."""
AREAS_OF: Final = 232
"""The first of seven cells, by owner: the owner's areas as a set. These sets duplicate the cells AREA_OWNER; `board.py`
keeps both equal.
"""
AREAS_BUILT: Final = 239
"""The first of four cells: `AREAS_BUILT + colour - 1` has the set of the areas with a building of that colour. These
sets duplicate the cells AREA_BUILDING.
"""
AREAS_TOWERED: Final = 243
"""The cell with the set of areas that have a tower. The set duplicates the cells AREA_TOWER."""

TOWERS: Final = 244
"""The cell with the number of towers on all areas together, which duplicates the cells AREA_TOWER."""

ALL_CELLS: Final = 245

HAND_SIZE: Final = 245
"""The first of five cells of a view, by seat: the number of building cards in the seat's hand."""
INFLUENCE_SIZE: Final = 250
"""The first of five cells of a view, by seat: the number of influence cards in the seat's hand."""
DECK_SIZE: Final = 255
"""A cell of a view: the number of cards in the deck of building cards."""
INFLUENCE_DECK_SIZE: Final = 256
"""A cell of a view: the number of cards in the deck of influence cards."""
STACK_SIZE: Final = 257
"""A cell of a view: the number of black tokens on the stack."""

VIEW_CELLS: Final = 258
