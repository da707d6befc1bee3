"""The numbers and names of the game's terms: owners, colours, influence cards, grand powers and phases.

0 always means "none", except for numbers that count from 0 (areas, grand powers, phases).
"""

from typing import Final

from mypy_extensions import i64

AREAS: Final[i64] = 48
"""The number of areas in the city, without its centre. Area i is the i-th row of the board in the component data, from
0.
"""
CARDS: Final = 68
"""The number of building cards. A card is a number from 1 to CARDS."""

NOBODY: Final = -1
OUTSIDE: Final = -1
"""The value stored as the Black Master's area until he enters the city."""

NEUTRAL: Final = 0
BLACK_MASTER: Final = 6
OWNERS: Final[i64] = 7
"""The number of possible owners of areas and grand powers: 0 is nobody, 1 to 5 are the seats (`seat + 1`), 6 is the
Black Master.
"""

BROWN: Final = 1
GREEN: Final = 2
BLUE: Final = 3
PURPLE: Final = 4
COLOURS: Final = ("none", "brown", "green", "blue", "purple")
CUBES: Final[i64] = 4
"""The number of income cubes on a castle card, one for each colour."""

LETTERS: Final = ("none", "A", "B", "C")
"""The letters of building cards, indexed by their numbers, 1 to 3. The first deck has the A cards on top, then B, C."""
RINGS: Final = ("inner", "middle", "outer")

BROWN_POWER: Final = 0
GOOD_POWER: Final = 4
TOWER_POWER: Final = 5
DARK_POWER: Final = 6
GRAND_POWERS: Final = ("brown", "green", "blue", "purple", "good", "towers", "dark")
"""The names of the grand powers: the four colours in the order of `COLOURS`, then white tokens, towers and black
tokens.
"""

PROTECTION: Final = 1
BLOCKADE: Final = 2
FIRE: Final = 3
RAID: Final = 4
INFILTRATOR: Final = 5
WITCHCRAFT: Final = 6
WIZARD: Final = 7
PIONEER: Final = 8
GIFT: Final = 9
GOLDEN_TRADE: Final = 10
INFLUENCE: Final = (
    "none",
    "protection",
    "blockade",
    "fire",
    "raid",
    "infiltrator",
    "witchcraft",
    "wizard",
    "pioneer",
    "gift",
    "golden_trade",
)

START_AREAS: Final = 0
START_TOWERS: Final = 1
INCOME: Final = 2
REFILL: Final = 3
DIVINING: Final = 4
ACTION: Final = 5
INFLUENCE_PHASE: Final = 6
BLACK_STEPS: Final = 7
BLACK_MOVE: Final = 8
ATTACK: Final = 9
CLOSING: Final = 10
TURN_END: Final = 11
SURPLUS: Final = 12
REACTION: Final = 13
OVER: Final = 14
"""The phase of a match that is over.

The rulebook has four phases. The first consists of INCOME to DIVINING, the second is ACTION, the third is
INFLUENCE_PHASE, and the fourth consists of BLACK_STEPS to CLOSING.
"""
PHASE_NAMES: Final = (
    "start areas",
    "start towers",
    "income",
    "refill",
    "divining",
    "action",
    "influence",
    "black steps",
    "black move",
    "attack",
    "closing",
    "end of turn",
    "surplus",
    "reaction",
    "end of match",
)
"""The name of each phase, indexed by its number. Phases without a decision have names, too."""
