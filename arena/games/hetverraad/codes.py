"""The terms of the game as integers: owners, colours, influence cards, grand powers, phases.

0 always means "none", except where a number is an index (areas, grand powers, phases).
"""

from typing import Final

from mypy_extensions import i64

AREAS: Final[i64] = 48
"""The number of areas in the city, without its centre; area i is the i-th row of the board in the component data."""
CARDS: Final = 68
"""The number of building cards; a card is a number from 1 to CARDS."""

NOBODY: Final = -1
OUTSIDE: Final = -1
"""The place of the Black Master before he enters the city."""

NEUTRAL: Final = 0
BLACK_MASTER: Final = 6
OWNERS: Final[i64] = 7
"""The number of owners of areas and grand powers: 0 nobody, `seat + 1` a seat, 6 the Black Master."""

BROWN: Final = 1
GREEN: Final = 2
BLUE: Final = 3
PURPLE: Final = 4
COLOURS: Final = ("none", "brown", "green", "blue", "purple")
CUBES: Final[i64] = 4
"""The number of income cubes on a castle card, one for each colour."""

LETTERS: Final = ("none", "A", "B", "C")
"""The three letters of building cards, in the order in which their cards are drawn."""
RINGS: Final = ("inner", "middle", "outer")

BROWN_POWER: Final = 0
GOOD_POWER: Final = 4
TOWER_POWER: Final = 5
DARK_POWER: Final = 6
GRAND_POWERS: Final = ("brown", "green", "blue", "purple", "good", "towers", "dark")
"""The four colours in the order of `COLOURS`, then white tokens, towers and black tokens."""

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
"""INCOME to DIVINING are phase 1 of the rulebook, ACTION is phase 2, BLACK_STEPS to CLOSING are phase 4."""
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
"""The name of each phase, by its number; phases that happen by themselves have names, too."""
