"""The numbers and names of the game's terms: houses, landscapes, buildings, roles and phases.

The numbers are those in `verraeter.proto`, so a view is sent without translation. The number 0 means "none" for a
house, landscape, building or role.
"""

from typing import Final

from mypy_extensions import i64

PLACES: Final[i64] = 12
"""The number of landscapes in the circle. Place i is between place i - 1 and place i + 1, modulo 12."""
BUILDINGS_PER_SEAT: Final = 3
TRADING_POSTS_PER_SEAT: Final = 2

NOBODY: Final = -1
NO_BORDER: Final = -1

EAGLE: Final = 1
ROSE: Final = 2
BOTH_HOUSES: Final = EAGLE + ROSE
"""The sum of the numbers of the two houses, so that `BOTH_HOUSES - house` is the other house."""
HOUSES: Final = ("none", "eagle", "rose")

LANDSCAPES: Final = ("none", "waste", "pasture", "river", "forest", "village", "city")

ESTATE: Final = 1
TRADING_POST: Final = 2
BUILDINGS: Final = ("none", "estate", "trading-post")

TRAITOR: Final = 1
DIPLOMAT_2: Final = 2
DIPLOMAT_5: Final = 3
BUILDER: Final = 4
STRATEGIST: Final = 5
FARMER: Final = 6
ROLES: Final[tuple[str, ...]] = ("none", "traitor", "diplomat-2", "diplomat-5", "builder", "strategist", "farmer")
ALL_ROLES: Final = (TRAITOR, DIPLOMAT_2, DIPLOMAT_5, BUILDER, STRATEGIST, FARMER)

SETUP: Final = 0
CONFLICT: Final = 1
DRAFT: Final = 2
SUPPLY: Final = 3
REVEAL: Final = 4
RESOLUTION: Final = 5
SCORING: Final = 6
BUILD: Final = 7
STRATEGY_CARD: Final = 8
PUT_AWAY: Final = 9
DRAW: Final = 10
TAKE_BACK: Final = 11
PASS_START: Final = 12
NEXT_ROUND: Final = 13
OVER: Final = 14
"""The phase of a finished match. All phases, from 0 to 14, have the numbers that `RULES.md` gives them."""
PHASE_NAMES: Final = (
    "set-up",
    "conflict",
    "draft",
    "supply",
    "reveal",
    "resolution",
    "scoring",
    "building",
    "strategy card",
    "putting away",
    "drawing",
    "taking back",
    "start player",
    "end of round",
    "end of match",
)
"""The name of each phase, indexed by its number. Phases without a decision have names, too."""
