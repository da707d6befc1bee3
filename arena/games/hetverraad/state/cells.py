"""The numbers of a match by cell; `piles.py` has cards, tokens and lists.

All cells are open. A view has a copy of them, followed by the sizes of what is closed. A name described as "by area"
is the first of 48 cells, as in `cells[AREA_OWNER + area]`; one "by seat" is the first of five, as in
`cells[SCORE + seat]`; cells of seats that do not play stay 0. Unused cells are 0.

The numbers are literals, because mypyc then puts them into the instructions; `tests/games` checks that they fit.
"""

from typing import Final

SEATS: Final = 0
START: Final = 1
"""The start player."""
ROUND: Final = 2
"""The number of the round, from 1; 0 while the start areas are chosen."""
PHASE: Final = 3
ACTIVE: Final = 4
"""The seat whose turn it is."""
ACTOR: Final = 5
"""The seat that must choose; NOBODY when the match is over."""
SLOT: Final = 6
"""How many choices of the set-up have been made."""
BLACK_PLACE: Final = 7
"""The area the Black Master stands on, or OUTSIDE."""
BLACK_SCORE: Final = 8
RESHUFFLES: Final = 9
"""How often the discard pile has become the deck."""
INFLUENCE_RESHUFFLES: Final = 10
BUILDINGS_BUILT: Final = 11
"""How many buildings in this turn; the cells TOWERS_BUILT, TOKENS_BOUGHT and ATTACKS count likewise."""
TOWERS_BUILT: Final = 12
TOKENS_BOUGHT: Final = 13
ATTACKS: Final = 14
RED: Final = 15
"""1 if the active seat would draw the card of a red square if it ended its actions now, else 0."""
ENDING: Final = 16
"""1 once the end score was reached; then the round is the last."""
STEPS: Final = 17
"""The steps the Black Master may take now."""
BLACK_DIE: Final = 18
"""The last roll of the black die; 0 before the first."""
WHITE_DIE: Final = 19
"""The last roll of the white die; 0 before the first."""
PENDING: Final = 20
"""The announced action to which others may react; 0 if there is none."""
RESUME: Final = 21
"""The phase that a reaction or a surplus interrupts; 0 if there is none."""
AREA_OWNER: Final = 22
"""By area: its owner: 0 neutral, `seat + 1`, or BLACK_MASTER."""
AREA_BUILDING: Final = 70
"""By area: the building card on it; 0 if there is none."""
AREA_TOWER: Final = 118
"""By area: the number of towers on it."""
SCORE: Final = 166
"""By seat: its points."""
STONES: Final = 171
"""By seat: the number of its stones."""
WHITE_TOKENS: Final = 176
"""By seat: the number of its white tokens."""
BLACK_TOKENS: Final = 181
"""By seat: the number of its black tokens."""
EXPELLED: Final = 186
"""By seat: 1 if it is expelled for ever, else 0; always 0 if seats may return."""
DARK_VALUE: Final = 191
"""By seat: the sum of its black tokens, once they are turned up at the end; 0 before."""
INCOME_CUBE: Final = 196
"""20 cells, positions of the income cubes: `cells[INCOME_CUBE + 4 * seat + colour - 1]`."""
GRAND_POWER: Final = 216
"""Seven cells, one for each grand power: its owner."""
ROW_STONES: Final = 223
"""Nine cells, the stones on each of the open building cards."""
AREAS_OF: Final = 232
"""Seven cells, one for each owner: its areas as a set. They repeat AREA_OWNER; `board.py` writes both."""
AREAS_BUILT: Final = 239
"""Four cells, by colour - 1: the areas with a building of the colour, as a set. They repeat AREA_BUILDING."""
AREAS_TOWERED: Final = 243
"""The areas with a tower, as a set. It repeats AREA_TOWER."""

TOWERS: Final = 244
"""The number of towers on all areas together. It repeats AREA_TOWER."""

ALL_CELLS: Final = 245

HAND_SIZE: Final = 245
"""In a view, by seat: how many building cards it has in hand."""
INFLUENCE_SIZE: Final = 250
"""In a view, by seat: how many influence cards it has in hand."""
DECK_SIZE: Final = 255
"""In a view: how many building cards are in the deck."""
INFLUENCE_DECK_SIZE: Final = 256
"""In a view: how many influence cards are in their deck."""
STACK_SIZE: Final = 257
"""In a view: how many black tokens are on the stack."""

VIEW_CELLS: Final = 258
